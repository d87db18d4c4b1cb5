#if Server
import Synchronization

/// The number of open connections, or of concurrent work, by client address.
final class ClientCounts: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let maximum: Int

  init(maximum: Int) { self.maximum = maximum }

  /// The number of addresses that are known: those with something that has not ended.
  var addressCount: Int { counts.withLock { $0.count } }

  /// Counts something until `end`. Returns whether its address has no more than the maximum.
  func begin(_ address: String) -> Bool {
    counts.withLock { counts in
      counts[address, default: 0] += 1
      return counts[address, default: 0] <= maximum
    }
  }

  func end(_ address: String) {
    counts.withLock { counts in
      counts[address, default: 0] -= 1
      if counts[address] == 0 { counts[address] = nil }
    }
  }
}
#endif

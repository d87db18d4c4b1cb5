#if Server
import Synchronization

/// The number of open connections, or of concurrent work, by client address.
final class ClientCounts: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let maximum: Int

  init(maximum: Int) { self.maximum = maximum }

  /// The number of addresses that are known: those with something that has not ended.
  var addressCount: Int { counts.withLock { $0.count } }

  /// Counts something until `end`. Returns false, and counts nothing, if its address would then
  /// have more than the maximum. The only one of an address may exceed the maximum.
  func begin(_ address: String, weight: Int = 1) -> Bool {
    counts.withLock { counts in
      let current = counts[address, default: 0]
      guard current == 0 || current + weight <= maximum else { return false }
      counts[address] = current + weight
      return true
    }
  }

  func end(_ address: String, weight: Int = 1) {
    counts.withLock { counts in
      counts[address, default: 0] -= weight
      if counts[address] == 0 { counts[address] = nil }
    }
  }
}
#endif

#if Server
import HTTPTypes
import Synchronization

/// A limit on concurrent work or open connections. What exceeds the limit is rejected immediately
/// instead of waiting.
///
/// A client that is counted by its address has at most a share of the limit, unless it has only one
/// request. With a quarter of a limit of four or more, it cannot use up the shares of others by
/// sending slowly.
final class PendingLimit: Sendable {
  private let maximum: Int
  /// The maximum for one client.
  private let share: Int
  private let unit: String
  /// The current work, also of each client that has any.
  private let counts = Mutex<(all: Int, clients: [String: Int])>((0, [:]))
  /// The maximum weight of each part of work that a client does part by part: half of its share, so
  /// that its other work has room, too.
  let maximumWeight: Int

  /// - Parameters:
  ///   - unit: What the limit counts, for messages.
  ///   - share: The maximum for one client, or nil for a quarter of the limit.
  init(_ maximum: Int, of unit: String = "submissions", share: Int? = nil) {
    self.maximum = maximum
    self.unit = unit
    let share = share ?? max(1, maximum / 4)
    self.share = share
    maximumWeight = max(1, share / 2)
  }

  /// The amount of current work.
  var current: Int { counts.withLock { $0.all } }

  /// The number of clients with current work.
  var clientCount: Int { counts.withLock { $0.clients.count } }

  /// Performs work that counts `weight` units.
  ///
  /// - Throws: A problem with status 503 if the limit is reached, and any error of the work.
  func perform<Result>(
    weight: Int = 1, for client: String? = nil, _ work: () async throws -> Result
  ) async throws -> Result {
    try begin(weight: weight, for: client)
    defer { end(weight: weight, for: client) }
    return try await work()
  }

  /// Counts work until `end`.
  ///
  /// - Throws: A problem with status 503 if the limit or the client's share is reached.
  func begin(weight: Int = 1, for client: String? = nil) throws(Problem) {
    guard beginIfPossible(weight: weight, for: client) else {
      throw .unavailable("too many \(unit) are waiting; try again")
    }
  }

  /// Counts work until `end`. Returns false if the limit or the client's share is reached.
  ///
  /// - Parameter client: The address of the client whose share of the limit the work counts for,
  ///   if any.
  func beginIfPossible(weight: Int = 1, for client: String? = nil) -> Bool {
    counts.withLock { counts in
      // Work that alone exceeds the limit or the share begins if there is no other.
      guard counts.all == 0 || counts.all + weight <= maximum else { return false }
      if let client {
        let current = counts.clients[client, default: 0]
        guard current == 0 || current + weight <= share else { return false }
        counts.clients[client] = current + weight
      }
      counts.all += weight
      return true
    }
  }

  func end(weight: Int = 1, for client: String? = nil) {
    counts.withLock { counts in
      counts.all -= weight
      guard let client else { return }
      counts.clients[client, default: 0] -= weight
      if counts.clients[client] == 0 { counts.clients[client] = nil }
    }
  }
}
#endif

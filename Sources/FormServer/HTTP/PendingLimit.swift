#if Server
import HTTPTypes
import Synchronization

/// A limit on concurrent work. Work beyond the limit is rejected immediately instead of waiting.
///
/// A client whose work is counted by its address has at most a quarter of the limit, unless it has
/// only one request. With a limit of four or more, it cannot use up the shares of others by sending
/// slowly.
final class PendingLimit: Sendable {
  private let maximum: Int
  private let unit: String
  private let count = Atomic(0)
  private let clients: ClientCounts
  /// The maximum weight of each part of work that a client does part by part: half of its share, so
  /// that its other work has room, too.
  let maximumWeight: Int

  /// - Parameter unit: What the limit counts, for messages.
  init(_ maximum: Int, of unit: String = "submissions") {
    self.maximum = maximum
    self.unit = unit
    let share = max(1, maximum / 4)
    clients = ClientCounts(maximum: share)
    maximumWeight = max(1, share / 2)
  }

  /// The amount of current work.
  var current: Int { count.load(ordering: .relaxed) }

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
  /// - Parameter client: The address of the client whose share of the limit the work counts for,
  ///   if any.
  /// - Throws: A problem with status 503 if the limit or the client's share is reached.
  func begin(weight: Int = 1, for client: String? = nil) throws(Problem) {
    let isWithinShare = client.map { clients.begin($0, weight: weight) } ?? true
    if isWithinShare, add(weight) { return }
    if isWithinShare, let client { clients.end(client, weight: weight) }
    throw .unavailable("too many \(unit) are waiting; try again")
  }

  /// Counts work. Returns false, and counts nothing, if the limit is reached.
  private func add(_ weight: Int) -> Bool {
    var (isAdded, current) = (false, self.current)
    while !isAdded {
      // Work that alone exceeds the limit begins if there is no other.
      guard current == 0 || current + weight <= maximum else { return false }
      (isAdded, current) = count.weakCompareExchange(
        expected: current, desired: current + weight, ordering: .relaxed)
    }
    return true
  }

  func end(weight: Int = 1, for client: String? = nil) {
    count.subtract(weight, ordering: .relaxed)
    if let client { clients.end(client, weight: weight) }
  }
}
#endif

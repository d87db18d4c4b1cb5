#if Server
/// Decides whether a server process that was killed is started again.
struct RestartPolicy {
  enum Action: Equatable {
    case stop
    case giveUp(circumstance: String)
    /// The pause is in microseconds.
    case restart(pause: UInt32)
  }

  /// The number of starts within the minute before a death after which the server is not started
  /// again.
  private static let maximumStarts = 5
  private var starts: [ContinuousClock.Instant] = []

  mutating func begin(at now: ContinuousClock.Instant) { starts.append(now) }

  /// - Parameters:
  ///   - now: The time at which the process was killed.
  ///   - hasListened: Whether this process or an earlier one listened on its port.
  ///   - isStopping: Whether a signal told the server to stop.
  mutating func action(
    at now: ContinuousClock.Instant, hasListened: Bool, isStopping: Bool
  ) -> Action {
    if isStopping { return .stop }
    if !hasListened { return .giveUp(circumstance: " before it listened") }
    starts.removeAll { now - $0 >= .seconds(60) }
    if starts.count >= Self.maximumStarts {
      return .giveUp(circumstance: ", the \(starts.count)th within a minute")
    }
    return .restart(pause: 100_000 << UInt32(max(starts.count - 1, 0)))
  }
}
#endif

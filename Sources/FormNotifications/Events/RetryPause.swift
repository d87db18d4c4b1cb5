/// The pause after a failure. It grows with consecutive failures, as recommended by Standard
/// Webhooks.
struct RetryPause {
  private static let seconds: [Int64] = [5, 300, 1800, 7200, 18_000, 36_000]
  /// The number of different pauses.
  static var count: Int { seconds.count }

  /// The duration in seconds of the pause after a failure.
  ///
  /// - Parameter failures: The number of failures before it.
  static func seconds(after failures: Int) -> Int64 { seconds[min(failures, seconds.count - 1)] }

  /// Whether the last attempt failed.
  var isAfterFailure: Bool { failures > 0 }
  private var failures = 0
  private var end: ContinuousClock.Instant?

  func isActive(at now: ContinuousClock.Instant) -> Bool { end.map { now < $0 } ?? false }

  /// Begins a pause after a failure.
  mutating func begin(at now: ContinuousClock.Instant) {
    end = now + .seconds(Self.seconds(after: failures))
    failures += 1
  }

  /// Forgets the failures after a success.
  mutating func reset() { failures = 0 }
}

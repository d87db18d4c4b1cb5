#if Server
import Dispatch
import FormRules

/// The clocks that the server reads for its limits, so that tests can set them.
struct ServerClock: Sendable {
  /// The time since an arbitrary point in the past, for periods within this process.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// The seconds since 1970, for periods that continue when the server restarts.
  var seconds: @Sendable () -> Int64 = { Instant.currentSecond.seconds }
  /// Waits for a duration.
  var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// Waits until a semaphore is signalled. Returns false if it is not signalled in time.
  var wait: @Sendable (DispatchSemaphore, Duration) -> Bool = { semaphore, duration in
    semaphore.wait(timeout: .now() + duration / .seconds(1)) == .success
  }
}
#endif

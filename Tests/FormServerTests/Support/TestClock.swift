#if Server
import Dispatch
import Synchronization

@testable import FormServer

/// A clock that only a test advances.
final class TestClock: Sendable {
  private let start = ContinuousClock.now
  private let elapsed = Mutex(Duration.zero)
  private let waited = Mutex<[Duration]>([])

  func advance(by duration: Duration) { elapsed.withLock { $0 += duration } }

  /// How long the server wanted to wait.
  var waits: [Duration] { waited.withLock(\.self) }

  /// A clock with which timeouts end after real time.
  var clock: ServerClock {
    ServerClock(
      now: { self.start + self.elapsed.withLock(\.self) },
      seconds: { 1_800_000_000 + self.elapsed.withLock(\.self).components.seconds })
  }

  /// A clock with which timeouts end at once. No time passes meanwhile.
  var expiringClock: ServerClock {
    ServerClock(
      now: clock.now, seconds: clock.seconds,
      sleep: { duration in self.waited.withLock { $0.append(duration) } },
      wait: { semaphore, duration in
        if semaphore.wait(timeout: .now()) == .success { return true }
        self.waited.withLock { $0.append(duration) }
        return false
      })
  }
}
#endif

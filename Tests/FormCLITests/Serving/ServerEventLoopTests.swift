#if Server
import Dispatch
import FormRecorder
import FormRules
import Testing

@testable import FormCLI
@testable import FormServer

@Suite struct ServerEventLoopTests {
  private final class Counter { var value = 0 }
  private static let request = AnsweredRequest(
    method: "GET", route: nil, form: nil, status: 200, seconds: 0, by: nil, client: "a")

  private func loop(
    _ log: RequestLog.Format? = nil, errors: Counter = Counter(), notifications: Counter = Counter()
  ) -> ServerEventLoop {
    let console = Console(
      out: { _ in false },
      err: { _ in
        errors.value += 1
        return true
      })
    return ServerEventLoop(
      console: console, host: "a", requestLog: log.map { RequestLog(format: $0, console: console) }
    ) { notifications.value += 1 }
  }

  /// At the beginning, every second, and soon after a commit.
  @Test func changesCauseNotifications() throws {
    let notifications = Counter()
    var loop = loop(notifications: notifications)
    let start = loop.notificationTime
    let times: [(ServerEventQueue.Event?, milliseconds: Int, next: Int, notifications: Int)] = [
      (nil, 0, 1000, 1), (.committed, 300, 400, 1), (.committed, 350, 400, 1), (nil, 399, 400, 1),
      (nil, 400, 1400, 2), (.committed, 1390, 1400, 2), (nil, 1400, 2400, 3),
    ]
    for (event, time, next, count) in times {
      let runs = try loop.handle(event, at: start + .milliseconds(time))
      #expect(runs)
      #expect(loop.notificationTime == start + .milliseconds(next), "\(time)")
      #expect(notifications.value == count, "\(time)")
    }
  }

  @Test func aFailingLogIsNotedOnce() throws {
    let errors = Counter()
    var loop = loop(.text, errors: errors)
    for _ in 0..<2 {
      _ = try loop.handle(.answered(Self.request, at: Instant(seconds: 0)), at: .now())
    }
    #expect(errors.value == 1)
  }

  /// Other threads make remarks, such as the reasons for missing answers of services.
  @Test func remarksAreShownWithTheNextEvent() throws {
    let errors = Counter()
    var loop = loop(errors: errors)
    loop.console.changes.add("no answer: a.example: timeout")
    for _ in 0..<2 {
      _ = try loop.handle(nil, at: .now())
      #expect(errors.value == 1)
    }
  }

  @Test func theEndIsNotedOrThrown() throws {
    let errors = Counter()
    var loop = loop(errors: errors)
    let runs = try loop.handle(.ended(nil), at: .now())
    #expect(!runs && errors.value == 1)
    #expect(throws: CancellationError.self) {
      _ = try loop.handle(.ended(CancellationError()), at: .now())
    }
  }

  @Test func theStartIsNoted() throws {
    let errors = Counter()
    var loop = loop(errors: errors)
    #expect(!loop.hasStarted)
    let runs = try loop.handle(.started(port: 1), at: .now())
    #expect(runs && loop.hasStarted && errors.value == 1)
  }

  @Test func recoveriesAreNoted() {
    let events = ServerEventQueue()
    events.report(.recovered)
    guard case .note("the database can be used again")? = events.next(until: .now()) else {
      Issue.record("no note")
      return
    }
  }

  /// Only requests are dropped if too many events wait.
  @Test func waitingRequestsAreLimited() {
    let events = ServerEventQueue()
    for _ in 0...ServerEventQueue.maximum { events.report(.answered(Self.request)) }
    events.report(.failed("a"))
    var count = 0
    while events.next(until: .now()) != nil { count += 1 }
    #expect(count == ServerEventQueue.maximum + 1)
  }
}
#endif

import Dispatch
import Synchronization
import Testing

@testable import FormNotifications
@testable import FormRecorder

@Suite(.timeLimit(.minutes(10))) struct NotificationThreadTests {
  /// A sender that is due once for each outcome, which is an error or nil.
  private final class ScriptedSender: NotificationSender {
    private var outcomes: [RecorderError?]
    private let sent, ended: DispatchSemaphore

    init(_ outcomes: [RecorderError?], sent: DispatchSemaphore, ended: DispatchSemaphore) {
      (self.outcomes, self.sent, self.ended) = (outcomes, sent, ended)
    }

    deinit { ended.signal() }

    var isDue: Bool { get throws(RecorderError) { !outcomes.isEmpty } }

    func sendDueEvents(shouldStop: () -> Bool) throws(RecorderError) -> Bool {
      defer { if outcomes.isEmpty { sent.signal() } }
      if let error = outcomes.removeFirst() { throw error }
      return true
    }
  }

  /// Runs a thread until the sender has had all outcomes and has ended. Returns the reported
  /// errors.
  private func reports(
    of outcomes: [RecorderError?], pause: DispatchTimeInterval
  ) -> [String] {
    let (sent, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let reports = Mutex<[String]>([])
    let thread = NotificationThread(
      pause: pause, { error in reports.withLock { $0.append(error.description) } },
      { ScriptedSender(outcomes, sent: sent, ended: ended) })
    #expect(sent.wait(timeout: .now() + 60) == .success)
    thread.end()
    #expect(ended.wait(timeout: .now() + 60) == .success)
    return reports.withLock(\.self)
  }

  @Test func anErrorThatLastsIsReportedOnce() {
    let (a, b) = (RecorderError(.storage, "a"), RecorderError(.storage, "b"))
    let busy = RecorderError(.busy(process: nil), "busy")
    let outcomes = [busy, a, a, busy, a, nil, a, b, nil]
    #expect(reports(of: outcomes, pause: .milliseconds(1)) == ["a", "a", "b"])
  }

  @Test func theEndInterruptsThePause() {
    #expect(reports(of: [nil], pause: .seconds(3600)) == [])
  }
}

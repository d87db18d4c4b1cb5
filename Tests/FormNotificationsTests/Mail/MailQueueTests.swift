import FormRules
import Testing

@testable import FormNotifications
@testable import FormRecorder

@Suite struct MailQueueTests {
  private func queue(_ states: [QueuedMail.State]) -> MailQueue {
    MailQueue(
      through: 9,
      messages: states.enumerated().map {
        MailQueue.Message(event: Int64($0 + 1), to: "a", state: $1, failures: 1, at: 100)
      })
  }

  @Test func anEventIsAddedOnce() {
    var queue = MailQueue(through: 3)
    queue.add(4, to: ["a", "b"])
    queue.add(4, to: ["a", "b"])
    queue.add(3, to: ["c"])
    #expect(queue.through == 4)
    #expect(queue.messages.map(\.to) == ["a", "b"])
  }

  /// A message is reserved once, whoever asks.
  @Test func onlyDueMessagesAreReserved() {
    for state in [QueuedMail.State.due, .sending, .unknown, .refused] {
      var queue = queue([state])
      let isReserved = queue.change(1, to: "a", from: .due) { $0.changed(to: .sending, at: 200) }
      #expect(isReserved == (state == .due))
      #expect(!queue.change(1, to: "a", from: .due) { $0 })
      #expect(!queue.change(1, to: "b", from: .sending) { $0 })
    }
  }

  @Test(
    arguments: [
      (QueuedMail.State.due, 10_000, false), (.sending, 1_600, false), (.sending, 1_601, true),
      (.unknown, 100, true), (.refused, 100, true),
    ] as [(QueuedMail.State, Int64, Bool)])
  func onlyFailedMessagesAreRequeued(state: QueuedMail.State, now: Int64, isRequeued: Bool) {
    var queue = queue([state])
    #expect(queue.requeue(1, at: now) == (isRequeued ? 1 : 0))
    #expect((queue.messages == [MailQueue.Message(event: 1, to: "a")]) == isRequeued)
    #expect(queue.requeue(2, at: now) == 0)
  }

  /// Sending and leaving the server may each take the longest timeout.
  @Test func anAttemptEndsBeforeItsMessageIsRequeued() {
    #expect(MailServer.longestAttempt > 2 * MailServer.timeouts.upperBound)
  }

  /// The 21st failed message replaces the first one. Messages that are not failed are not counted.
  @Test func theLastFailedMessagesAreKept() {
    var queue = queue(Array(repeating: .due, count: 30))
    func fail(_ events: ClosedRange<Int64>, _ state: QueuedMail.State) {
      for event in events {
        _ = queue.change(event, to: "a", from: .due) { $0.changed(to: state, at: 200) }
      }
    }
    fail(2...20, .refused)
    fail(21...21, .unknown)
    #expect(queue.messages.map { Int($0.event) } == Array(1...30))
    fail(22...22, .refused)
    #expect(queue.messages.map { Int($0.event) } == [1] + Array(3...30))
    fail(23...30, .refused)
    #expect(queue.messages.map { Int($0.event) } == [1] + Array(11...30))
  }

  @Test func itIsReadBack() {
    let change = MailChange(mail: queue([.due, .sending, .unknown, .refused]), outcome: "sent")
    #expect(JSONReader.decode(MailChange.self, from: change.json.text) == change)
  }
}

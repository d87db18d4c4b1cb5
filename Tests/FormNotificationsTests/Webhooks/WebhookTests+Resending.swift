import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

@testable import FormNotifications
@testable import FormRecorder

/// Events that are sent again, or after a pause: because a receiver refused one, because a sender
/// was stopped, or because somebody asked for them.
extension WebhookTests {
  @Test func failedRequestIsRepeatedBeforeLaterOnes() throws {
    let store = try store()
    _ = try store.recorder.addWebhook("https://example.com/hook")
    try submit(store, [1, 2])
    let receiver = Receiver()
    receiver.statuses = [299, 300]
    let first = sender(store, receiver)
    #expect(try !first.sendDueEvents())
    // The sender waits before it tries again.
    #expect(try !first.sendDueEvents())
    #expect(receiver.received.count == 2)
    #expect(try store.recorder.webhooks().first?.failure == "status 300")
    receiver.statuses = [0]
    #expect(try !sender(store, receiver).sendDueEvents())
    #expect(try sender(store, receiver).sendDueEvents())
    let ids = receiver.received.map(\.id)
    #expect(ids.count == 3)
    #expect(ids[1] == ids[2] && ids[0] != ids[1])
    #expect(try store.recorder.webhooks().first?.failure == nil)
  }

  /// A running sender follows the changed position, also during the pause after a failure.
  @Test func aRunningSenderSendsEventsAgain() throws {
    let store = try store()
    let webhook = try store.recorder.addWebhook("https://example.com/hook").webhook
    let receiver = Receiver()
    let sender = sender(store, receiver)
    try submit(store, [1, 2])
    try sender.sendDueEvents()
    for (statuses, isEqual) in [([], false), ([500], false), ([500], true)] {
      receiver.statuses = statuses
      try submit(store, [3])
      try sender.sendDueEvents()
      let position = try isEqual ? store.recorder.webhooks()[0].sentThrough : webhook.sentThrough
      try store.recorder.resendEvents(toWebhook: webhook.id, after: position)
      receiver.received = []
      #expect(try sender.isDue)
      #expect(try sender.sendDueEvents())
      if !isEqual { #expect(receiver.received.map(\.id).prefix(2) == ["event_7", "event_8"]) }
      #expect(!receiver.received.isEmpty)
    }
  }

  /// The position is changed while the first of many events is sent, also to the same one.
  @Test(arguments: [0, 1] as [Int64])
  func aPositionThatChangesMeanwhileIsFollowed(_ distance: Int64) throws {
    let store = try store()
    let webhook = try store.recorder.addWebhook("https://example.com/hook").webhook
    let receiver = Receiver()
    try submit(store, [1])
    try sender(store, receiver).sendDueEvents()
    let position = try store.recorder.webhooks()[0].sentThrough
    _ = try store.recorder.submit(
      (1...150).map { SubmissionRequest(json: Array("{\"id\": \($0)}".utf8)) })
    receiver.received = []
    let changing = WebhookSender(store.recorder) { (request, headers) throws(ServiceError) in
      do throws(RecorderError) {
        if receiver.received.isEmpty {
          try store.recorder.resendEvents(toWebhook: webhook.id, after: position - distance)
        }
      } catch {
        Issue.record(error)
      }
      return try receiver.receive(request, headers)
    }
    #expect(try changing.sendDueEvents())
    // The batch during which the position changed is sent again.
    #expect(receiver.received.count == 100 + 150 + Int(distance))
    let last = try #require(receiver.received.last?.id)
    #expect(try last == "event_\(store.recorder.webhooks()[0].sentThrough)")
  }

  /// Only consecutive failures make the pauses longer.
  @Test func anEventThatIsAcceptedEndsTheFailures() throws {
    let store = try store()
    _ = try store.recorder.addWebhook("https://example.com/hook")
    let receiver = Receiver()
    var now = ContinuousClock.now
    let sender = WebhookSender(store.recorder, webhook: nil, now: { now }) {
      (request, headers) throws(ServiceError) in try receiver.receive(request, headers)
    }
    try submit(store, [1, 2])
    receiver.statuses = [500, 500, 500, 204, 500]
    // The last pause follows an event that was accepted.
    for (pause, requests) in [(5, 1), (300, 2), (1800, 3), (5, 5)] {
      for elapsed in [0, pause - 1] {
        now += .seconds(elapsed)
        #expect(try !sender.sendDueEvents())
        #expect(receiver.received.count == requests)
      }
      #expect(try !sender.isDue)
      now += .seconds(1)
      #expect(try sender.isDue)
    }
    #expect(try sender.sendDueEvents())
    #expect(receiver.received.count == 6)
  }

  /// Events whose sending could not be recorded, because the store was busy, are not sent again.
  @Test func eventsAreRecordedWhenTheStoreIsNoLongerBusy() throws {
    let store = try store()
    store.recorder = Recorder(database: store.recorder.database, lockTimeout: 0)
    _ = try store.recorder.addWebhook("https://example.com/hook")
    let receiver = Receiver()
    let sender = sender(store, receiver)
    try submit(store, [1])
    let lock = try WriterLock(database: store.recorder.database)
    try lock.acquire(wait: 0)
    let error = #expect(throws: RecorderError.self) { try sender.sendDueEvents() }
    guard case .busy? = error?.reason else { throw try #require(error) }
    lock.release()
    try submit(store, [2])
    #expect(try sender.sendDueEvents())
    #expect(receiver.received.count == 2)
    var last = ""
    try store.recorder.forEachEvent { last = $0.action }
    #expect(last.hasSuffix(": 2 sent"), "\(last)")
  }

  /// The pause after a failure does not apply to another store, even if it has the same events.
  @Test func aReplacedStoreIsReadAgain() throws {
    let stores = [try store(), try store()]
    let receiver = Receiver()
    let senders = try stores.map { store in
      _ = try store.recorder.addWebhook("https://example.com/hook")
      try submit(store, [1])
      receiver.statuses = [500]
      let sender = sender(store, receiver)
      #expect(try !sender.sendDueEvents())
      return sender
    }
    let (path, other) = (stores[0].recorder.database, stores[1].recorder.database)
    for suffix in ["-shm", "-wal", ""] { try FileManager.default.removeItem(atPath: path + suffix) }
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: other + suffix, toPath: path + suffix)
    }
    #expect(try senders[0].sendDueEvents())
    #expect(receiver.received.count == 3)
  }

  /// More events than one batch has, with a stop between them.
  @Test func aStoppedSenderContinues() throws {
    let store = try store()
    _ = try store.recorder.addWebhook("https://example.com/hook")
    let requests = (1...110).map { id in
      SubmissionRequest(json: Array("{\"id\": \(id)}".utf8))
    }
    _ = try store.recorder.submit(requests)
    let receiver = Receiver()
    let sender = sender(store, receiver)
    #expect(try !sender.sendDueEvents { true })
    #expect(try sender.isDue)
    #expect(try !sender.sendDueEvents { receiver.received.count == 3 })
    #expect(try sender.isDue)
    #expect(try store.recorder.webhooks()[0].sentThrough == 9)
    // A stop after the last event leaves nothing to send.
    #expect(try sender.sendDueEvents { receiver.received.count == 110 })
    #expect(receiver.received.count == 110)
    #expect(try sender.sendDueEvents { true })
    #expect(try !sender.isDue)
  }

  @Test func eventsAreSentAgain() throws {
    let store = try store()
    let webhook = try store.recorder.addWebhook("https://example.com/hook").webhook
    try submit(store, [1, 2])
    let receiver = Receiver()
    try sender(store, receiver).sendDueEvents()
    try store.recorder.resendEvents(toWebhook: webhook.id, after: webhook.sentThrough)
    try sender(store, receiver, by: "ana").sendDueEvents()
    #expect(receiver.received.count == 4)
    var log: [String] = []
    try store.recorder.forEachEvent {
      if $0.kind == .activity { log.append("\($0.by ?? ""): \($0.action)") }
    }
    // Events 7 and 8 are the submissions.
    #expect(
      log.dropFirst() == [
        ": sent events up to 8 to https://example.com/hook: 2 sent",
        ": marked the events after 4 to send to https://example.com/hook again",
        "ana: sent events up to 8 to https://example.com/hook: 2 sent",
      ])
    expectError("there is no event 1000000") {
      try store.recorder.resendEvents(toWebhook: webhook.id, after: 1_000_000)
    }
  }
}

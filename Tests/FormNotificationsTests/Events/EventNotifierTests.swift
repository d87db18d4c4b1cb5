import Dispatch
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Synchronization
import Testing

@testable import FormNotifications
@testable import FormRecorder

/// The threads of webhooks and mail.
@Suite(.timeLimit(.minutes(10))) struct EventNotifierTests {
  private let store: TemporaryStore

  init() throws {
    store = try TemporaryStore(
      "form: people\nfields: [{name: id, type: integer}]\n---\nrules: people\nform: people\n")
  }

  @Test func aReceiverThatDoesNotAnswerDelaysNoOther() throws {
    let slow = try store.recorder.addWebhook("https://slow.example/hook").webhook
    _ = try store.recorder.addWebhook("https://example.com/hook")
    let (answer, received) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    defer { answer.signal() }
    let notifier = EventNotifier(store.recorder) { [recorder = store.recorder] webhook in
      WebhookSender(recorder, webhook: webhook) { (request, _) throws(ServiceError) in
        if request.url.contains("slow") { answer.wait() } else { received.signal() }
        return 204
      }
    } report: { _ in
    }
    for id in 1...3 {
      _ = try store.recorder.submit(SubmissionRequest(json: Array("{\"id\": \(id)}".utf8)))
      notifier.update()
      received.wait()
    }
    #expect(try store.recorder.webhooks()[0].sentThrough == slow.sentThrough)
  }

  /// The sender of a removed webhook ends, and all others with the notifier.
  @Test func sendersEnd() async throws {
    let removed = try store.recorder.addWebhook("https://example.com/hook").webhook
    _ = try store.recorder.addWebhook("https://example.com/hook")
    let senders = Mutex<[WeakSender]>([])
    var notifier: EventNotifier? = EventNotifier(store.recorder) {
      [recorder = store.recorder] webhook in
      let sender = WebhookSender(recorder, webhook: webhook) { (_, _) throws(ServiceError) in
        204
      }
      senders.withLock { $0.append(WeakSender(sender)) }
      return sender
    } makeMailSender: { [recorder = store.recorder] in
      let sender = MailSender(recorder, Self.mailSettings) { _, _ in .accepted }
      senders.withLock { $0.append(WeakSender(sender)) }
      return sender
    } report: { _ in
    }
    func wait(forLiving count: Int) async throws {
      while senders.withLock({ $0.count(where: \.isAlive) }) != count {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    notifier?.update()
    try await wait(forLiving: 3)
    try store.recorder.removeWebhook(removed.id)
    notifier?.update()
    try await wait(forLiving: 2)
    notifier = nil
    try await wait(forLiving: 0)
  }

  /// The thread of mail does not look for changes by itself in the time of the test. While it sends
  /// the first message, it may find the second one, too.
  @Test func updateWakesTheThreadOfMail() throws {
    let store = try TemporaryStore(
      """
      form: people
      mail: {to: mail}
      fields: [{name: id, type: integer}, {name: mail, type: text}]
      ---
      rules: people
      form: people
      """)
    // Messages are about events after this call.
    _ = try MailSender(store.recorder, Self.mailSettings) { _, _ in .accepted }.sendDueEvents()
    let sent = DispatchSemaphore(value: 0)
    let notifier = EventNotifier(store.recorder, pause: .seconds(3600)) {
      [recorder = store.recorder] webhook in
      WebhookSender(recorder, webhook: webhook) { (_, _) throws(ServiceError) in 204 }
    } makeMailSender: { [recorder = store.recorder] in
      MailSender(recorder, Self.mailSettings) { _, willSubmit in
        guard willSubmit() else { return .cancelled }
        sent.signal()
        return .accepted
      }
    } report: { _ in
      // The store is deleted while the last pass ends. Other errors leave a message unsent.
    }
    for id in 1...4 {
      _ = try store.recorder.submit(
        SubmissionRequest(fields: [("id", "\(id)"), ("mail", "ana@example.com")]))
      notifier.update()
      try #require(sent.wait(timeout: .now() + 60) == .success)
    }
  }

  private static let mailSettings = MailSettings(
    server: MailServer("mail.example.com")!, from: MailAddress("forms@example.com")!)

  private struct WeakSender: @unchecked Sendable {
    private weak let sender: (any NotificationSender)?

    init(_ sender: any NotificationSender) { self.sender = sender }

    var isAlive: Bool { sender != nil }
  }
}

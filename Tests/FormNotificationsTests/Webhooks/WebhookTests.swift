import FormHashing
import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

@testable import FormNotifications
@testable import FormRecorder

/// Events are sent at least once and in order, starting where the last process stopped.
@Suite(.timeLimit(.minutes(10))) struct WebhookTests {
  final class Receiver {
    var received: [(id: String, type: String, headers: [String: String], body: [UInt8])] = []
    /// The statuses of the next responses. All later responses have status 204.
    var statuses: [Int] = []

    func receive(
      _ request: ServiceRequest, _ headers: [(String, String)]
    ) throws(ServiceError) -> Int {
      let fields = Dictionary(uniqueKeysWithValues: headers)
      let object = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      let type = object?["type"] as? String
      let status = statuses.isEmpty ? 204 : statuses.removeFirst()
      if status == 0 { throw .timeout(host: "example.com") }
      received.append((fields["webhook-id"] ?? "", type ?? "", fields, request.body))
      return status
    }
  }

  func store() throws -> TemporaryStore {
    try TemporaryStore(
      """
      form: people
      fields:
        - {name: id, type: integer, required: true}
      ---
      rules: people
      form: people
      """)
  }

  func submit(_ store: TemporaryStore, _ ids: [Int?]) throws {
    for id in ids {
      _ = try store.recorder.submit(
        SubmissionRequest(json: Array(#"{"id": \#(id.map(String.init) ?? "null")}"#.utf8)))
    }
  }

  func sender(
    _ store: TemporaryStore, _ receiver: Receiver, by: String? = nil
  ) -> WebhookSender {
    WebhookSender(store.recorder, by: by) { (request, headers) throws(ServiceError) in
      try receiver.receive(request, headers)
    }
  }

  @Test func aMissingDatabaseHasNoEvents() throws {
    let folder = try TemporaryFolder()
    let sender = WebhookSender(Recorder(database: folder.path("none.sqlite"))) {
      (_, _) throws(ServiceError) in 204
    }
    #expect(try !sender.isDue)
    #expect(try sender.sendDueEvents())
  }

  @Test func eventsAreSentOnceAndInOrder() throws {
    let store = try store()
    try submit(store, [1])
    _ = try store.recorder.addWebhook("https://example.com/hook")
    let receiver = Receiver()
    try submit(store, [2, nil, 3])
    #expect(try sender(store, receiver).sendDueEvents())
    #expect(
      receiver.received.map(\.type) == [
        "submission.accepted", "submission.rejected", "submission.accepted",
      ])
    // Another process does not send the events again.
    #expect(try sender(store, receiver).sendDueEvents())
    #expect(receiver.received.count == 3)
    try store.recorder.expectValid()
  }

  /// The page lists all kinds of events.
  @Test func everyKindOfEventIsDocumented() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/server.md"), encoding: .utf8)
    for event in NotificationEvent.allCases {
      #expect(page.contains("`\(event.rawValue)`"), "\(event)")
    }
  }

  @Test func aWebhookOfAFormGetsItsEventsOnly() throws {
    let store = try store()
    try store.apply(
      "form: others\nfields: [{name: id, type: integer}]\n---\nrules: others\nform: others\n")
    _ = try store.recorder.addWebhook("https://example.com/hook", form: "others")
    for form in ["people", "others", "people"] {
      var request = SubmissionRequest(json: Array(#"{"id": 1}"#.utf8))
      request.form = VersionReference(form)
      _ = try store.recorder.submit(request)
    }
    let receiver = Receiver()
    #expect(try sender(store, receiver).sendDueEvents())
    #expect(receiver.received.map(\.type) == ["submission.accepted"])
  }

  @Test func everyKindOfEventIsSent() throws {
    let store = try store()
    _ = try store.recorder.addWebhook("https://example.com/hook")
    try submit(store, [1, nil])
    try store.add("id\n2\n")
    try store.write("_submission,id\n2,4\n", to: "corrections.csv")
    let corrections = try store.recorder.importCorrections(
      CorrectionRequest(path: store.path("corrections.csv")))
    _ = try store.recorder.replay(ReplayRequest())
    var retraction = RetractionRequest(
      importID: try #require(corrections.importID), by: "ana", reason: "wrong")
    _ = try store.recorder.retract(retraction)
    retraction.isUndo = true
    _ = try store.recorder.retract(retraction)
    let receiver = Receiver()
    try sender(store, receiver).sendDueEvents()
    #expect(
      receiver.received.map(\.type) == [
        "submission.accepted", "submission.rejected", "import.finished", "submission.corrected",
        "run.finished", "import.retracted", "import.reinstated",
      ])
    #expect(Set(receiver.received.map(\.type)) == Set(NotificationEvent.allCases.map(\.rawValue)))
  }

  @Test func itIsDueAfterChangesOfAnyProcess() throws {
    let store = try store()
    let receiver = Receiver()
    let sender = sender(store, receiver)
    #expect(try sender.isDue)
    try sender.sendDueEvents()
    #expect(try !sender.isDue)
    _ = try store.recorder.addWebhook("https://example.com/hook")
    #expect(try sender.isDue)
    try sender.sendDueEvents()
    #expect(try !sender.isDue)
    // Like another process, another recorder has a connection of its own.
    _ = try Recorder(database: store.recorder.database).submit(
      SubmissionRequest(json: Array(#"{"id": 1}"#.utf8)))
    #expect(try sender.isDue)
    // Sending is recorded, which is a change too.
    while try sender.isDue { try sender.sendDueEvents() }
    #expect(receiver.received.count == 1)
    // After a failure it is not due before the pause has ended.
    receiver.statuses = [500]
    try submit(store, [2])
    while try sender.isDue { #expect(try !sender.sendDueEvents()) }
    #expect(receiver.received.count == 2)
    // A webhook that was removed is no reason to try again.
    _ = try store.recorder.removeWebhook(store.recorder.webhooks()[0].id)
    while try sender.isDue { #expect(try sender.sendDueEvents()) }
  }

  @Test func signaturesFollowStandardWebhooks() throws {
    let store = try store()
    let secret = try store.recorder.addWebhook("https://example.com/hook").secret
    try submit(store, [1])
    let receiver = Receiver()
    try sender(store, receiver).sendDueEvents()
    let message = try #require(receiver.received.first)
    let key = try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count))))
    let content =
      Array("\(message.id).\(message.headers["webhook-timestamp"] ?? "").".utf8) + message.body
    let code = Data(HMACSHA256(key: Array(key)).code(of: content))
    #expect(message.headers["webhook-signature"] == "v1," + code.base64EncodedString())
  }

  @Test func onlySelectedEventsAreSent() throws {
    let store = try store()
    _ = try store.recorder.addWebhook(
      "https://example.com/hook", events: [.submissionRejected], form: "people")
    try submit(store, [1])
    var request = SubmissionRequest(json: Array(#"{"id": null}"#.utf8))
    (request.by, request.reason) = ("ana", "secret reason")
    _ = try store.recorder.submit(request)
    let receiver = Receiver()
    try sender(store, receiver).sendDueEvents()
    #expect(receiver.received.map(\.type) == ["submission.rejected"])
    let body = String(decoding: receiver.received[0].body, as: UTF8.self)
    #expect(!body.contains("\"by\"") && !body.contains("secret reason"))
    #expect(body.contains(#""submission":2"#))
    expectError("unknown form 'nobody'") {
      try store.recorder.addWebhook("https://example.com/hook", form: "nobody")
    }
  }

  /// Another sender does not read all events again that none has sent.
  @Test(arguments: [999, 1_000])
  func skippedEventsAreRecorded(_ count: Int) throws {
    let store = try store()
    let webhook = try store.recorder.addWebhook(
      "https://example.com/hook", events: [.submissionRejected]
    ).webhook
    _ = try store.recorder.submit(
      (1...count).map { SubmissionRequest(json: Array("{\"id\": \($0)}".utf8)) })
    let receiver = Receiver()
    let sender = sender(store, receiver)
    for _ in 0..<2 { #expect(try sender.sendDueEvents()) }
    let position = try store.recorder.webhooks()[0].sentThrough
    // Other events, such as that of the plan, are between them.
    #expect(
      count == 999
        ? position == webhook.sentThrough : position >= webhook.sentThrough + Int64(count))
    #expect(receiver.received.isEmpty)
  }

  @Test func removedWebhookReceivesNothing() throws {
    let store = try store()
    let webhook = try store.recorder.addWebhook("https://example.com/hook").webhook
    try store.recorder.removeWebhook(webhook.id)
    try submit(store, [1])
    let receiver = Receiver()
    try sender(store, receiver).sendDueEvents()
    #expect(receiver.received.isEmpty)
    #expect(try store.recorder.webhooks().isEmpty)
  }

  @Test(arguments: ["", "ftp://example.com", "https://u:p@example.com/", "https://exa mple.com"])
  func invalidURLsAreRejected(url: String) throws {
    let store = try store()
    let recorder = store.recorder
    expectError("the URL must be") { try recorder.addWebhook(url) }
  }
}

import FormPages
import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import GRDB
import Testing

@testable import FormNotifications
@testable import FormRecorder

/// Which messages are sent, and what the queue contains afterwards.
@Suite struct MailSenderTests {
  let store: TemporaryStore
  let server = ScriptedMailServer()
  let time = TestTime()

  init() throws {
    store = try TemporaryStore(
      """
      form: people
      title: People
      title.de: Leute
      mail: {to: mail}
      fields:
        - {name: id, type: integer, required: true}
        - {name: mail, type: text, trim: true}
      ---
      rules: people
      form: people
      """)
  }

  func settings(_ change: (inout MailSettings.Operator) -> Void = { _ in }) -> MailSettings {
    var person = MailSettings.Operator(MailAddress("Ana <ana@example.com>")!)
    change(&person)
    var settings = MailSettings(
      server: MailServer("mail.example.com")!, from: MailAddress("forms@example.com")!)
    settings.operators = [person]
    settings.site = "https://forms.example.com"
    return settings
  }

  func sender(_ settings: MailSettings? = nil) throws -> MailSender {
    var recorder = store.recorder
    recorder.settings.clock = { [time] in Instant(seconds: time.seconds) }
    return MailSender(
      recorder, settings ?? self.settings(), pauseClock: { [time] in time.instant },
      send: { [server] in server.send($0, $1) })
  }

  /// Whether the sender becomes due exactly when this time has passed. Does not send then.
  func isDue(_ sender: MailSender, after seconds: Int64) throws -> Bool {
    // Recording the outcome is a change too.
    if try sender.isDue { _ = try sender.sendDueEvents() }
    time.seconds += seconds - 1
    if try sender.isDue { return false }
    time.seconds += 1
    return try sender.isDue
  }

  /// The sender after the queue began.
  func begunSender(_ settings: MailSettings? = nil) throws -> MailSender {
    let sender = try sender(settings)
    #expect(try sender.sendDueEvents())
    return sender
  }

  func submit(_ id: String, mail: String) throws {
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", id), ("mail", mail)]))
  }

  func queued() throws -> [String] {
    try store.recorder.queuedMail().map { "\($0.to) \($0.state.rawValue)" }
  }

  @Test func messagesAboutLaterEventsAreSentOnce() throws {
    try store.add("id,mail\nx,\n", as: "before.csv")
    let sender = try begunSender()
    try store.add("id,mail\n1,\nx,\n", as: "a.csv")
    try store.add("id,mail\n2,\n", as: "good.csv")
    try submit("3", mail: " bo@example.com ")
    try submit("x", mail: "bo@example.com")
    try submit("4", mail: "<cy@example.com>")
    #expect(try sender.isDue)
    #expect(try sender.sendDueEvents())
    #expect(server.messages.map(\.to.address) == ["ana@example.com", "bo@example.com"])
    #expect(
      server.messages.map(\.subject) == [
        "People: 1 rejected (a.csv)", "People: Your entries were received.",
      ])
    // Neither this process nor another one sends them again.
    while try sender.isDue { #expect(try sender.sendDueEvents()) }
    #expect(try self.sender().sendDueEvents())
    #expect(server.messages.count == 2)
    #expect(try queued() == [])
    try store.recorder.expectValid()
  }

  /// Another store may have another form with the same name and version.
  @Test func formsOfAReplacedStoreAreReadAgain() throws {
    let sender = try begunSender()
    try submit("1", mail: "bo@example.com")
    #expect(try sender.sendDueEvents())
    let other = try TemporaryStore(
      """
      form: people
      mail: {to: id}
      fields:
        - {name: id, type: text}
        - {name: mail, type: text}
      ---
      rules: people
      form: people
      """)
    let path = store.recorder.database
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.copyItem(atPath: other.recorder.database, toPath: path)
    #expect(try sender.sendDueEvents())
    // Blanks around an address are not part of it.
    for text in ["\u{A0}dee@example.com", "dee@example.com ", "cy@example.com"] {
      _ = try Recorder(database: path).submit(
        SubmissionRequest(fields: [("id", text), ("mail", "x")]))
    }
    #expect(try sender.sendDueEvents())
    let addresses = ["bo@example.com", "dee@example.com", "dee@example.com", "cy@example.com"]
    #expect(server.messages.map(\.to.address) == addresses)
  }

  @Test func reportsAndConfirmationsContainNoValues() throws {
    let sender = try begunSender(settings { $0.language = "de" })
    try store.add("id,mail\nsecret,v1\n", as: "a.csv")
    try submit("3", mail: "bo@example.com")
    #expect(try sender.sendDueEvents())
    let report = try #require(server.messages.first)
    #expect(report.subject == "Leute: abgelehnt: 1 (a.csv)")
    #expect(report.text.contains("Datei: a.csv\n"))
    #expect(report.text.contains("https://forms.example.com/audit/imports/1\n"))
    for message in server.messages {
      for text in [message.text, message.html.text, message.subject] {
        #expect(!text.contains("secret") && !text.contains("v1") && !text.contains("bo@"))
      }
    }
  }

  @Test(arguments: [
    ("", true), ("not an address", true), ("Bo <bo@example.com>", true),
    ("bo@example.com\r\nBcc: eve@example.com", true), ("bo@example.com", false),
  ])
  func confirmationsNeedAnAddress(mail: String, isEmpty: Bool) throws {
    let sender = try begunSender()
    try submit("1", mail: mail)
    #expect(try sender.sendDueEvents())
    #expect(server.messages.isEmpty == isEmpty)
    #expect(try queued() == [])
  }

  @Test func purgedSendersReceiveNothing() throws {
    let sender = try begunSender()
    try submit("1", mail: "bo@example.com")
    _ = try store.recorder.purge(PurgeRequest(.submissions([1]), by: "ana", reason: "erasure"))
    #expect(try sender.sendDueEvents())
    #expect(server.messages.isEmpty)
    #expect(try queued() == [])
  }

  @Test func operatorsSelectEvents() throws {
    let sender = try begunSender(
      settings {
        $0.events = [.submissionRejected]
        $0.form = "people"
      })
    try store.add("id,mail\nx,\n", as: "a.csv")
    try submit("x", mail: "bo@example.com")
    #expect(try sender.sendDueEvents())
    #expect(server.messages.map(\.subject) == ["People: submission 2, rejected"])
    let other = try self.sender(
      settings {
        $0.events = [.submissionRejected]
        $0.form = "other"
      })
    try submit("x", mail: "")
    #expect(try other.sendDueEvents())
    #expect(server.messages.count == 1)
  }

  @Test func aWorkbookIsAttachedUnlessAValueIsMasked() throws {
    let workbook = settings { $0.receivesWorkbook = true }
    let sender = try begunSender(workbook)
    try store.add("id,mail\nx,v1\n1,\n", as: "a.csv")
    #expect(try sender.sendDueEvents())
    let attached = try #require(server.messages.first)
    #expect(attached.attachment?.content.starts(with: Array("PK".utf8)) == true)
    #expect(attached.text.contains("are attached"))
    _ = try store.recorder.apply(
      DefinitionSet(
        yaml: """
          form: people
          fields:
            - {name: id, type: integer, required: true}
            - {name: mail, type: text, trim: true, sensitive: true}
          """))
    try store.add("id,mail\nx,v2\n", as: "b.csv")
    #expect(try sender.sendDueEvents())
    let plain = try #require(server.messages.last)
    #expect(server.messages.count == 2)
    #expect(plain.attachment == nil)
    #expect(plain.text.contains("No workbook is attached"))
  }
}

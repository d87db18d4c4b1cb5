import FormPages
import FormRules
import FormStore
import Foundation
import GRDB
import Testing

@testable import FormDelivery
@testable import FormRecorder
@testable import FormRecorderTests

/// Which messages are sent, and what the queue contains afterwards.
@Suite struct MailSenderTests {
  private let store: TemporaryStore
  private let server = ScriptedMailServer()
  private let time = TestTime()

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

  private func settings(_ change: (inout MailSettings.Operator) -> Void = { _ in }) -> MailSettings
  {
    var person = MailSettings.Operator(MailAddress("Ana <ana@example.com>")!)
    change(&person)
    var settings = MailSettings(
      server: MailServer("mail.example.com")!, from: MailAddress("forms@example.com")!)
    settings.operators = [person]
    settings.site = "https://forms.example.com"
    return settings
  }

  private func sender(_ settings: MailSettings? = nil) throws -> MailSender {
    var recorder = store.recorder
    recorder.settings.clock = { [time] in Instant(seconds: time.seconds) }
    let sender = MailSender(recorder, settings ?? self.settings(), in: .english) { [server] in
      server.send($0, $1)
    }
    sender.pauseClock = { [time] in time.instant }
    return sender
  }

  /// Whether the sender becomes due exactly when this time has passed. Does not send then.
  private func isDue(_ sender: MailSender, after seconds: Int64) throws -> Bool {
    // Recording the outcome is a change too.
    if try sender.isDue { _ = try sender.sendDueEvents() }
    time.seconds += seconds - 1
    if try sender.isDue { return false }
    time.seconds += 1
    return try sender.isDue
  }

  /// The sender after the queue began.
  private func begunSender(_ settings: MailSettings? = nil) throws -> MailSender {
    let sender = try sender(settings)
    #expect(try sender.sendDueEvents())
    return sender
  }

  private func submit(_ id: String, mail: String) throws {
    _ = try store.recorder.submit(SubmitRequest(fields: [("id", id), ("mail", mail)]))
  }

  private func queued() throws -> [String] {
    try store.recorder.queuedMail().map { "\($0.to) \($0.state.rawValue)" }
  }

  @Test func messagesAboutLaterEventsAreSentOnce() throws {
    try store.add("id,mail\nx,\n", as: "before.csv")
    let sender = try begunSender()
    try store.add("id,mail\n1,\nx,\n", as: "a.csv")
    try store.add("id,mail\n2,\n", as: "good.csv")
    try submit("3", mail: " bo@example.com ")
    try submit("x", mail: "bo@example.com")
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
    _ = try Recorder(database: path).submit(
      SubmitRequest(fields: [("id", "cy@example.com"), ("mail", "x")]))
    #expect(try sender.sendDueEvents())
    #expect(server.messages.map(\.to.address) == ["bo@example.com", "cy@example.com"])
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
    _ = try store.recorder.purge(PurgeRequest(.submissions([1]), reason: "erasure", by: "ana"))
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

  /// The states after each kind of failure, and what is sent afterwards.
  @Test(
    arguments: [
      (MailOutcome.unavailable("down"), false, ["ana@example.com due"], 5, 1),
      (.unavailable("down"), true, ["ana@example.com due"], 5, 1),
      (.refused(step: "RCPT", status: 499), false, ["ana@example.com due"], 5, 1),
      (.refused(step: "RCPT", status: 500), false, ["ana@example.com refused"], 100_000, 0),
      (.refused(step: "DATA", status: 554), true, ["ana@example.com refused"], 100_000, 0),
      (.unknown("timeout"), true, ["ana@example.com unknown"], 100_000, 0),
    ] as [(MailOutcome, Bool, [String], Int64, Int)])
  func failures(
    outcome: MailOutcome, claims: Bool, states: [String], later: Int64, sent: Int
  ) throws {
    let sender = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    server.outcomes = [(outcome, claims)]
    #expect(try !sender.sendDueEvents())
    #expect(try queued() == states)
    #expect(server.messages.isEmpty)
    #expect(try isDue(sender, after: later) == (sent > 0))
    #expect(try sender.sendDueEvents())
    #expect(server.messages.count == sent)
    try store.recorder.expectValid()
  }

  /// A connection that ends within a message may do so because of the message.
  @Test func aMessageThatBreaksTheConnectionDelaysNoOther() throws {
    _ = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    try store.add("id,mail\ny,\n", as: "b.csv")
    server.outcomes = [(.unavailable("cut"), claims: true)]
    #expect(try !sender().sendDueEvents())
    #expect(try !sender().sendDueEvents())
    #expect(server.messages.map(\.subject) == ["People: 1 rejected (b.csv)"])
    #expect(try queued() == ["ana@example.com due"])
  }

  /// The outcome is recorded as soon as the store is no longer busy.
  @Test func theOutcomeOutlivesABusyStore() throws {
    store.recorder = Recorder(database: store.recorder.database, wait: 0)
    let sender = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: store.recorder.database, configuration: configuration)
    server.outcomes = [(.refused(step: "RCPT", status: 450), claims: true)]
    server.whileSending = { try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") } }
    #expect(throws: RecorderError.self) { try sender.sendDueEvents() }
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    #expect(try !sender.sendDueEvents())
    #expect(try queued() == ["ana@example.com due"])
  }

  @Test func aRefusedRecipientDelaysNoOther() throws {
    let sender = try begunSender(settings { $0.events = [.submissionAccepted] })
    server.outcomes = [(.refused(step: "RCPT", status: 550), claims: false)]
    try submit("1", mail: "bo@example.com")
    #expect(try !sender.sendDueEvents())
    #expect(server.messages.map(\.to.address) == ["bo@example.com"])
    #expect(try queued() == ["ana@example.com refused"])
  }

  /// Further messages stay in the log until the server accepts some that wait.
  @Test func atMostAHundredMessagesWait() throws {
    let sender = try begunSender()
    for number in 1...101 { try store.add("id,mail\nx\(number),\n", as: "\(number).csv") }
    server.outcomes = Array(
      repeating: (.refused(step: "RCPT", status: 450), claims: false), count: 101)
    #expect(try !sender.sendDueEvents())
    #expect(try queued().count == 100 && server.outcomes.count == 1)
  }

  @Test func deferredMessagesEnd() throws {
    let sender = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    for pause in [5, 300, 1800, 7200, 18_000, nil] as [Int64?] {
      server.outcomes = [(.refused(step: "RCPT", status: 450), claims: false)]
      #expect(try !sender.sendDueEvents())
      #expect(try queued() == [pause == nil ? "ana@example.com refused" : "ana@example.com due"])
      #expect(try isDue(sender, after: pause ?? 36_000) == (pause != nil))
    }
    #expect(try sender.sendDueEvents())
    #expect(server.messages.isEmpty)
  }

  /// Another process, which runs while a message is sent, does not send it too.
  @Test func twoProcessesSendAMessageOnce() throws {
    let (first, second) = (try begunSender(), try sender())
    try store.add("id,mail\nx,\n", as: "a.csv")
    var states: [String] = []
    server.whileSending = { [self] in
      server.whileSending = {}
      states = try queued()
      _ = try second.sendDueEvents()
      states.append("\(server.messages.count) sent")
    }
    #expect(try first.sendDueEvents())
    #expect(states == ["ana@example.com sending", "0 sent"])
    #expect(server.messages.count == 1)
    #expect(try queued() == [])
  }

  /// A process that ends while it sends leaves a message that only a person can have sent again.
  @Test func anInterruptedMessageIsNotSentAgain() throws {
    _ = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    var identifiers: [String] = []
    let copy = store.path("copy.sqlite")
    server.whileSending = {
      try FileManager.default.copyItem(atPath: store.recorder.database, toPath: copy)
      try FileManager.default.copyItem(
        atPath: store.recorder.database + "-wal", toPath: copy + "-wal")
    }
    #expect(try sender().sendDueEvents())
    identifiers.append(try #require(server.messages.first).identifier.text)
    server.whileSending = {}
    // The copy is the store of a process that was killed.
    var recorder = Recorder(database: copy)
    recorder.settings.clock = { [time] in Instant(seconds: time.seconds) }
    let sender = MailSender(recorder, settings(), in: .english) { [server] in server.send($0, $1) }
    #expect(try sender.sendDueEvents())
    #expect(server.messages.count == 1)
    let message = try #require(try recorder.queuedMail().first)
    #expect(message.state == .sending)
    #expect(throws: RecorderError.self) { try recorder.resendMail(about: message.event) }
    time.seconds += 901
    try recorder.resendMail(about: message.event, by: "ana", reason: "no copy arrived")
    #expect(try sender.sendDueEvents())
    #expect(server.messages.map(\.identifier.text) == identifiers + identifiers)
    try recorder.expectValid()
  }

  @Test func eachSendingIsLoggedWithoutTheAddressOfTheSender() throws {
    let sender = try begunSender(settings { $0.events = [.submissionAccepted] })
    server.outcomes = [
      (.accepted, true), (.refused(step: "RCPT", status: 550), false),
      (.unavailable("down"), false),
    ]
    try submit("1", mail: "bo@example.com")
    _ = try sender.sendDueEvents()
    var actions: [String] = []
    try store.recorder.log { if $0.kind == .activity { actions.append($0.action) } }
    let number = try #require(try store.recorder.queuedMail().first?.event)
    #expect(
      actions == [
        "began to send mail about later events",
        "sends the message about event \(number) to ana@example.com",
        "sent the message about event \(number) to ana@example.com",
        "could not send the message, RCPT failed with 550, about event \(number) to sender",
      ])
  }

  @Test func aLastingFailureOfTheServerIsLoggedOnce() throws {
    let sender = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    for pause in [5, 300, 1800] as [Int64] {
      server.outcomes = [(.unavailable("down"), claims: false)]
      // The second call is within the pause.
      for _ in 1...2 { #expect(try !sender.sendDueEvents()) }
      #expect(try isDue(sender, after: pause))
    }
    var count = 0
    try store.recorder.log { if $0.kind == .activity { count += 1 } }
    #expect(count == 2)
    #expect(try sender.sendDueEvents())
    try store.add("id,mail\ny,\n", as: "b.csv")
    server.outcomes = [(.unavailable("down"), claims: false)]
    #expect(try !sender.sendDueEvents())
    #expect(try isDue(sender, after: 5))
  }

  /// The events before a message can be more than one batch.
  @Test func messagesAreFoundAfterManyEvents() throws {
    try store.apply(
      """
      form: people
      fields:
        - {name: id, type: integer, required: true}
        - {name: mail, type: text}
      """)
    let sender = try begunSender()
    _ = try store.recorder.submit(
      (1...101).map { SubmitRequest(fields: [("id", String($0)), ("mail", "")]) })
    try store.add("id,mail\nx,\n", as: "a.csv")
    #expect(try !sender.sendDueEvents { true })
    #expect(try sender.isDue)
    #expect(try sender.sendDueEvents())
    #expect(server.messages.map(\.subject) == ["people: 1 rejected (a.csv)"])
  }

  // MARK: - Workbooks

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

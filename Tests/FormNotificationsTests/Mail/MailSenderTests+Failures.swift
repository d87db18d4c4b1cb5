import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import GRDB
import Testing

@testable import FormNotifications
@testable import FormRecorder

/// What happens to messages that the server refuses or does not answer, and to those of a process
/// that ends.
extension MailSenderTests {
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
    outcome: MailOutcome, reserves: Bool, states: [String], later: Int64, sent: Int
  ) throws {
    let sender = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    server.outcomes = [(outcome, reserves)]
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
    server.outcomes = [(.unavailable("cut"), reserves: true)]
    #expect(try !sender().sendDueEvents())
    #expect(try !sender().sendDueEvents())
    #expect(server.messages.map(\.subject) == ["People: 1 rejected (b.csv)"])
    #expect(try queued() == ["ana@example.com due"])
  }

  /// The outcome is recorded as soon as the store is no longer busy.
  @Test func theOutcomeOutlivesABusyStore() throws {
    store.recorder = Recorder(database: store.recorder.database, lockTimeout: 0)
    let sender = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: store.recorder.database, configuration: configuration)
    server.outcomes = [(.refused(step: "RCPT", status: 450), reserves: true)]
    server.whileSending = { try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") } }
    #expect(throws: RecorderError.self) { try sender.sendDueEvents() }
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    #expect(try !sender.sendDueEvents())
    #expect(try queued() == ["ana@example.com due"])
  }

  @Test func aRefusedRecipientDelaysNoOther() throws {
    let sender = try begunSender(settings { $0.events = [.submissionAccepted] })
    server.outcomes = [(.refused(step: "RCPT", status: 550), reserves: false)]
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
      repeating: (.refused(step: "RCPT", status: 450), reserves: false), count: 101)
    #expect(try !sender.sendDueEvents())
    #expect(try queued().count == 100 && server.outcomes.count == 1)
  }

  @Test func deferredMessagesEnd() throws {
    let sender = try begunSender()
    try store.add("id,mail\nx,\n", as: "a.csv")
    for pause in [5, 300, 1800, 7200, 18_000, nil] as [Int64?] {
      server.outcomes = [(.refused(step: "RCPT", status: 450), reserves: false)]
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
    let sender = MailSender(recorder, settings()) { [server] in server.send($0, $1) }
    #expect(try sender.sendDueEvents())
    #expect(server.messages.count == 1)
    let message = try #require(try recorder.queuedMail().first)
    #expect(message.state == .sending)
    #expect(throws: RecorderError.self) { try recorder.resendMail(about: message.event) }
    time.seconds += Int64(MailServer.longestAttempt) + 1
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
    try store.recorder.forEachEvent { if $0.kind == .activity { actions.append($0.action) } }
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
      server.outcomes = [(.unavailable("down"), reserves: false)]
      // The second call is within the pause.
      for _ in 1...2 { #expect(try !sender.sendDueEvents()) }
      #expect(try isDue(sender, after: pause))
    }
    var count = 0
    try store.recorder.forEachEvent { if $0.kind == .activity { count += 1 } }
    #expect(count == 2)
    #expect(try sender.sendDueEvents())
    try store.add("id,mail\ny,\n", as: "b.csv")
    server.outcomes = [(.unavailable("down"), reserves: false)]
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
      (1...101).map { SubmissionRequest(fields: [("id", String($0)), ("mail", "")]) })
    try store.add("id,mail\nx,\n", as: "a.csv")
    #expect(try !sender.sendDueEvents { true })
    #expect(try sender.isDue)
    #expect(try sender.sendDueEvents())
    #expect(server.messages.map(\.subject) == ["people: 1 rejected (a.csv)"])
  }
}

import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// Mail over SMTP to a server that fails at each step, and the state of the queue afterwards.
@Suite struct MailCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      """
      form: people
      mail: {to: mail}
      fields:
        - {name: id, type: integer, required: true}
        - {name: mail, type: text, required: true}
      ---
      rules: people
      form: people
      """, to: "people.yaml")
    _ = try folder.write("secret", to: "password")
    try setMode(0o600, of: "password")
  }

  private func setMode(_ mode: Int, of file: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.path(file))
  }

  private func settings(_ server: String, _ rest: String = "") throws -> String {
    try folder.write(
      """
      server: \(server)
      from: Forms <forms@example.com>
      operators:
        - {to: ana@example.com, events: [submission.accepted]}
      \(rest)
      """, to: "mail.yaml")
    return folder.path("mail.yaml")
  }

  private func formrec(_ arguments: String...) -> CommandRun {
    CommandRun(arguments + ["--db", folder.path("store.sqlite")])
  }

  /// Submits a record, about which an operator and its sender receive a message.
  private func begin(_ settings: String) throws {
    #expect(formrec("apply", folder.path("people.yaml")).code == 0)
    #expect(formrec("mail", "--mail-config", settings).code == 0)
    #expect(formrec("submit", "id=1", "mail=bo@example.com").code == 0)
  }

  struct Failure {
    var line: String
    var answer: LoopbackMailServer.Answer
    /// The states of the messages afterwards, and the messages that were accepted.
    var states: [String]
    var accepted: [String] = []
    /// The messages that are accepted when the server works again.
    var later: [String]
  }

  private static let (ana, bo) = ("<ana@example.com>", "<bo@example.com>")
  private static let unsent = ["ana@example.com due", "sender due"]
  private static let lateFailures: [Failure] = [
    Failure(
      line: "RCPT TO:<ana@", answer: .reply("550 no"), states: ["ana@example.com refused"],
      accepted: [bo], later: []),
    Failure(
      line: "RCPT TO:<bo@", answer: .reply("550 bo@example.com is unknown"),
      states: ["sender refused"], accepted: [ana], later: []),
    Failure(
      line: "RCPT TO:<ana@", answer: .reply("450 later"), states: ["ana@example.com due"],
      accepted: [bo], later: []),
    Failure(
      line: "DATA", answer: .reply("554 no"),
      states: ["ana@example.com refused", "sender refused"],
      later: []),
    Failure(
      line: ".", answer: .reply("554 spam"),
      states: ["ana@example.com refused", "sender refused"], later: []),
    Failure(
      line: ".", answer: .reply("451 later"), states: unsent, later: []),
    Failure(
      line: ".", answer: .close, states: ["ana@example.com unknown", "sender unknown"], later: []),
    Failure(
      line: ".", answer: .silence, states: ["ana@example.com unknown", "sender unknown"], later: []),
    Failure(
      line: "MAIL", answer: .reply("552 too large"),
      states: ["ana@example.com refused", "sender refused"], later: []),
  ]
  /// At these steps, the server accepts no message at all.
  private static let earlyFailures: [Failure] =
    ([
      ("CONNECT", .reply("554 no")), ("CONNECT", .close), ("CONNECT", .silence),
      ("EHLO", .close), ("EHLO", .silence),
      ("AUTH", .reply("535 no")), ("AUTH", .close), ("MAIL", .reply("550 no")),
      ("MAIL", .reply("421 later")), ("MAIL", .close), ("RCPT", .close), ("RCPT", .silence),
      ("DATA", .close), ("DATA", .silence),
    ] as [(String, LoopbackMailServer.Answer)]).map {
      Failure(line: $0, answer: $1, states: unsent, later: [ana, bo])
    }

  @Test(arguments: earlyFailures + lateFailures)
  func failuresOfTheServer(failure: Failure) throws {
    let server = try LoopbackMailServer([failure.line: failure.answer])
    let settings = try settings(
      "smtp://127.0.0.1:\(server.port)", "timeout: 1\nuser: forms\npasswordFile: password")
    try begin(settings)
    let run = formrec("mail", "--mail-config", settings, "--format", "json")
    #expect(run.code == 1)
    #expect(try states(run) == failure.states)
    #expect(server.messages.map(\.to) == failure.accepted)
    server.recover()
    _ = formrec("mail", "--mail-config", settings)
    #expect(server.messages.map(\.to) == failure.accepted + failure.later)
    let log = formrec("log", "--kind", "activity").out
    #expect(!log.contains("bo@") && !log.contains("secret"))
    #expect(formrec("verify").code == 0)
  }

  /// The status of the message is that of the command before QUIT.
  @Test func aRefusedRecipientBeforeAReplyToQUITInTwoLines() throws {
    let server = try LoopbackMailServer([
      "RCPT TO:<ana@": .reply("550 no"), "QUIT": .reply("221-good\r\n221 bye"),
    ])
    let settings = try settings("smtp://127.0.0.1:\(server.port)")
    try begin(settings)
    let run = formrec("mail", "--mail-config", settings, "--format", "json")
    #expect(try states(run) == ["ana@example.com refused"])
    #expect(server.messages.map(\.to) == [Self.bo])
  }

  private func states(_ run: CommandRun) throws -> [String] {
    struct Message: Decodable {
      var to: String
      var state: String
    }
    return try JSONDecoder().decode([Message].self, from: Data(run.out.utf8)).map {
      "\($0.to) \($0.state)"
    }
  }

  @Test func nothingIsSentWithoutTLSUnlessTheSchemeSaysSo() throws {
    let server = try LoopbackMailServer()
    for address in ["127.0.0.1:\(server.port)", "smtps://127.0.0.1:\(server.port)"] {
      let settings = try settings(address, "timeout: 1")
      let run = formrec("mail", "--mail-config", settings, "--test", "ana@example.com")
      #expect(run.code == 2)
    }
    #expect(server.messages.isEmpty)
    #expect(!server.lines.contains { $0.hasPrefix("MAIL") || $0.hasPrefix("AUTH") })
    let plain = try settings("smtp://127.0.0.1:\(server.port)")
    #expect(formrec("mail", "--mail-config", plain, "--test", "ana@example.com").code == 0)
    #expect(server.messages.map(\.to) == [Self.ana])
  }

  @Test func theDialogueContainsNoPassword() throws {
    let server = try LoopbackMailServer()
    let settings = try settings(
      "smtp://127.0.0.1:\(server.port)", "user: forms\npasswordFile: password")
    let run = formrec("mail", "--mail-config", settings, "--test", "ana@example.com")
    #expect(
      run.out == """
        < 220 ready
        > EHLO
        < 250-localhost
        < 250 AUTH PLAIN
        > AUTH
        < 334 \("")
        > …
        < 235 ok
        > MAIL
        < 250 ok
        > RCPT
        < 250 ok
        > DATA
        < 354 go
        < 250 ok
        > QUIT
        < 221 bye

        """)
    #expect(server.lines.contains(Data("\0forms\0secret".utf8).base64EncodedString()))
  }

  @Test func aPersonHasAMessageSentAgain() throws {
    let server = try LoopbackMailServer([".": .close])
    let settings = try settings("smtp://127.0.0.1:\(server.port)")
    try begin(settings)
    let run = formrec("mail", "--mail-config", settings)
    #expect(run.code == 1)
    #expect(run.out.contains("unknown"))
    server.recover()
    let event = try #require(run.out.split(separator: "\n").last?.split(separator: " ").first)
    #expect(formrec("mail", "--mail-config", settings, "--resend", "1").code == 2)
    let again = formrec("mail", "--mail-config", settings, "--resend", String(event))
    #expect(again.code == 0)
    #expect(again.out == "")
    #expect(server.messages.map(\.to) == [Self.ana, Self.bo])
  }

  @Test(arguments: [
    ("server: mail.example.com", "from is missing"),
    ("server: mail.example.com/x\nfrom: a@example.com", "server must be HOST or HOST:PORT"),
    ("server: \"a.example\\nb\"\nfrom: a@example.com", "server must be HOST or HOST:PORT"),
    (
      "server: mail.example.com\nfrom: \"a@example.com\\r\\nBcc: b@example.com\"", "from must be an"
    ),
    ("server: mail.example.com\nfrom: a@example.com\nuser: x", "require each other"),
    (
      "server: smtp://mail.example.com\nfrom: a@example.com\nuser: x\npasswordFile: password",
      "only with TLS"
    ),
    (
      "server: mail.example.com\nfrom: a@example.com\nuser: x\npasswordFile: open",
      "everyone can read the password"
    ),
    (
      "server: mail.example.com\nfrom: a@example.com\nuser: x\npasswordFile: missing",
      "cannot be read"
    ),
    ("server: mail.example.com\nfrom: a@example.com\nsite: forms", "site must be an http"),
    ("server: mail.example.com\nfrom: a@example.com\noperators: [ana]", "an operator must be"),
    (
      "server: mail.example.com\nfrom: a@example.com\noperators: [{to: a@b.c, events: [x]}]",
      "unknown event"
    ),
    ("server: mail.example.com\nfrom: a@example.com\ntimeout: 0", "timeout must be"),
    (
      "server: mail.example.com\nfrom: a@example.com\ncontacts: {link: {days: 3}}",
      "link requires site"
    ),
    (
      "server: mail.example.com\nfrom: a@example.com\ncontacts: {link: {days: 0, rights: all}}",
      "days must be"
    ),
    (
      "server: mail.example.com\nfrom: a@example.com\ncontacts: {link: {rights: all}}",
      "unknown rights"
    ),
  ])
  func invalidSettings(text: String, message: String) throws {
    _ = try folder.write("secret", to: "open")
    try setMode(0o644, of: "open")
    let file = folder.path("invalid.yaml")
    _ = try folder.write(text, to: "invalid.yaml")
    let run = formrec("mail", "--mail-config", file)
    #expect(run.code != 0)
    #expect(run.transcript.contains(message), "\(run.transcript)")
  }
}

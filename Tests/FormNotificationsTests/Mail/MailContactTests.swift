import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import Synchronization
import Testing

@testable import FormNotifications
@testable import FormRecorder

/// Mail to the contacts of sources: late deliveries, and imports with failures.
@Suite struct MailContactTests {
  private let store: TemporaryStore
  private let server = ScriptedMailServer()

  init() throws {
    store = try TemporaryStore()
    store.recorder.settings.clock = { Instant(text: "2026-11-27T00:00:00Z")! }
    try store.apply(
      SignupDefinitions.yaml
        + "\n" + """
          ---
          source: south
          title: Branch South
          contact: [ana@example.com, it@south.example, ana@example.com, "not supported@x"]
          language: de
          forms:
            signups:
              expect: {every: week, by: Monday 12:00}
          """)
  }

  private func settings(_ change: (inout MailSettings) -> Void = { _ in }) -> MailSettings {
    var settings = MailSettings(
      server: MailServer("mail.example.com")!, from: MailAddress("forms@example.com")!)
    settings.site = "https://forms.example.com"
    settings.contacts = .init()
    settings.contacts?.link = .init(days: 3)
    change(&settings)
    return settings
  }

  private func sender(_ settings: MailSettings? = nil, at time: String) -> MailSender {
    var recorder = store.recorder
    let instant = Instant(text: time)!
    recorder.settings.clock = { instant }
    return MailSender(recorder, settings ?? self.settings()) { [server] in
      server.send($0, $1)
    }
  }

  private func deliver(_ text: String, source: String? = "south") throws {
    try store.write(text, to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.form = VersionReference("signups")
    request.source = source
    request.allowsReimport = true
    _ = try store.recorder.importFile(request)
  }

  private static let bad = "id,email,country\n1,a@x.de,XX\nx,b@x.de,DE\n"

  private func actions(_ prefix: String) throws -> [String] {
    var actions: [String] = []
    try store.recorder.forEachEvent { if $0.action.hasPrefix(prefix) { actions.append($0.action) } }
    return actions
  }

  // MARK: - Imports

  @Test func contactsReceiveALinkInTheirLanguage() throws {
    #expect(try sender(at: "2026-11-27T00:00:00Z").sendDueEvents())
    try deliver(Self.bad)
    try deliver("id,email,country\n7,a@x.de,XX\n", source: nil)
    try deliver("id,email\n8,a@x.de\n")
    #expect(try sender(at: "2026-11-27T01:00:00Z").sendDueEvents())
    #expect(server.messages.map(\.to.address) == ["ana@example.com", "it@south.example"])
    let message = try #require(server.messages.first)
    #expect(message.subject == "signups: abgelehnt: 2 (a.csv)")
    #expect(message.text.contains("wurden nicht angenommen"))
    #expect(message.text.contains("2026-11-30"))
    let grants = try store.recorder.accessGrants()
    #expect(grants.map(\.importID) == [1, 1] && grants.map(\.form) == ["signups", "signups"])
    #expect(grants.map(\.role) == [.correct, .correct])
    #expect(grants[0].name == "south <ana@example.com>, import 1, 2026-11-27T01:00:00Z")
    #expect(grants[0].expiresAt == "2026-11-30T01:00:00Z")
    // Each has a link of its own, and only its digest is stored.
    let secrets = try server.messages.map {
      String(
        try #require($0.text.firstMatch(of: /https:\/\/forms.example.com\/link\?key=([^\s]+)/)?.1))
    }
    let list = try store.recorder.accessList()
    #expect(secrets.map { list.grant(link: $0)?.id } == grants.map(\.id))
    #expect(try !store.dump().contains(secrets[0]))
    // Neither this process nor another one sends them again.
    #expect(try sender(at: "2026-11-27T02:00:00Z").sendDueEvents())
    #expect(server.messages.count == 2)
    #expect(
      try actions("sent").map { $0.split(separator: " to ").last } == [
        "contact ana@example.com", "contact it@south.example",
      ])
    try store.recorder.expectValid()
  }

  /// A message that is not sent grants nothing.
  @Test(
    arguments: [
      (MailOutcome.unavailable("down"), false, 0), (.unavailable("down"), true, 0),
      (.refused(step: "RCPT", status: 550), false, 0),
      (.refused(step: "DATA", status: 554), true, 0),
      (.unknown("timeout"), true, 1),
    ] as [(MailOutcome, Bool, Int)])
  func unsentMessagesGrantNothing(outcome: MailOutcome, reserves: Bool, links: Int) throws {
    #expect(try sender(at: "2026-11-27T00:00:00Z").sendDueEvents())
    try deliver(Self.bad)
    server.outcomes = [(outcome, reserves), (outcome, reserves)]
    _ = try sender(settings { $0.operators = [] }, at: "2026-11-27T01:00:00Z").sendDueEvents()
    #expect(server.messages.isEmpty)
    #expect(try store.recorder.accessGrants().count == links * 2)
  }

  /// A link that cannot be granted delays only its own message.
  @Test func aMessageWithoutItsLinkIsDueAgain() throws {
    #expect(try sender(at: "2026-11-27T00:00:00Z").sendDueEvents())
    try deliver(Self.bad)
    let tooLong = settings { $0.contacts?.link = .init(days: 367) }
    #expect(try !sender(tooLong, at: "2026-11-27T01:00:00Z").sendDueEvents())
    #expect(server.messages.isEmpty)
    #expect(try store.recorder.queuedMail().map(\.state) == [.due, .due])
    #expect(try !sender(tooLong, at: "2026-11-27T01:00:04Z").sendDueEvents())
    #expect(try sender(at: "2026-11-27T01:00:05Z").sendDueEvents())
    #expect(server.messages.count == 2)
  }

  @Test func nothingIsSentAboutRepairedImports() throws {
    try store.apply(
      """
      source: south
      contact: ana@example.com
      forms:
        signups:
          repairs:
            - country: {XX: DE}
      """)
    #expect(try sender(at: "2026-11-27T00:00:00Z").sendDueEvents())
    try deliver("id,email,country\n1,a@x.de,XX\n")
    #expect(try sender(at: "2026-11-27T01:00:00Z").sendDueEvents())
    #expect(server.messages.isEmpty)
    #expect(try store.recorder.queuedMail().isEmpty)
  }

  @Test func contactsReceiveNothingUnlessTheSettingsSaySo() throws {
    let plain = settings { $0.contacts = nil }
    #expect(try sender(plain, at: "2026-11-27T00:00:00Z").sendDueEvents())
    try deliver(Self.bad)
    #expect(try sender(plain, at: "2026-12-07T00:00:00Z").sendDueEvents())
    #expect(server.messages.isEmpty)
    #expect(try actions("noted").isEmpty)
  }

  @Test func aReaderOnlyReadsAndGetsTheWorkbook() throws {
    let settings = settings {
      $0.contacts?.link?.role = .read
      $0.contacts?.receivesWorkbook = true
    }
    #expect(try sender(settings, at: "2026-11-27T00:00:00Z").sendDueEvents())
    try deliver(Self.bad)
    #expect(try sender(settings, at: "2026-11-27T01:00:00Z").sendDueEvents())
    #expect(server.messages.first?.attachment != nil)
    #expect(try store.recorder.accessGrants().map(\.role) == [.read, .read])
  }

  // MARK: - Late deliveries

  @Test func aLateDeliveryIsReportedOnce() throws {
    var person = MailSettings.Operator(MailAddress("ana@example.com")!)
    person.receivesLateDeliveries = true
    let settings = settings { $0.operators = [person] }
    #expect(try sender(settings, at: "2026-11-27T00:00:00Z").sendDueEvents())
    let running = sender(settings, at: "2026-11-30T12:00:00Z")
    #expect(try running.isDue)
    #expect(try running.sendDueEvents())
    let reported = [
      // The source north has no contact.
      "ana@example.com signups: An expected delivery has not arrived.",
      "ana@example.com signups: An expected delivery has not arrived.",
      "ana@example.com signups: Eine erwartete Lieferung ist nicht eingetroffen.",
      "it@south.example signups: Eine erwartete Lieferung ist nicht eingetroffen.",
    ]
    #expect(server.messages.map { "\($0.to.address) \($0.subject)" } == reported)
    let text = try #require(server.messages.last?.text)
    #expect(text.contains("Branch South") && text.contains("2026-11-30T12:00:00Z"))
    #expect(
      try actions("noted")
        == ["north", "south"].map {
          "noted that the delivery of \($0) for form signups that was due at 2026-11-30T12:00:00Z has "
            + "not arrived"
        })
    while try running.isDue { #expect(try running.sendDueEvents()) }
    #expect(try sender(settings, at: "2026-12-02T12:00:00Z").sendDueEvents())
    #expect(server.messages.count == 4)
    // The next one that is late.
    #expect(try sender(settings, at: "2026-12-07T12:00:00Z").sendDueEvents())
    #expect(server.messages.count == 8)
    try store.recorder.expectValid()
  }

  /// Late deliveries are looked for once a minute, and at once if the clock was set back.
  @Test func lateDeliveriesAreLookedForAgain() throws {
    let time = Mutex(Int64(1_800_000_000))
    var recorder = store.recorder
    recorder.settings.clock = { Instant(seconds: time.withLock(\.self)) }
    var search = LateDeliverySearch(recorder, settings())
    func isDue(after seconds: Int64) -> Bool {
      time.withLock { $0 += seconds }
      return search.isDue
    }
    #expect(isDue(after: 0))
    try search.run(.none)
    #expect(!isDue(after: 0) && !isDue(after: 59) && isDue(after: 1))
    try search.run(.none)
    #expect(isDue(after: -1))
  }

  /// Two processes record a late delivery at the same time.
  @Test func severalProcessesRecordADeliveryOnce() throws {
    _ = try sender(at: "2026-11-27T00:00:00Z").sendDueEvents()
    let senders = (1...3).map { _ in sender(at: "2026-11-30T12:00:00Z") }
    for sender in senders { #expect(try sender.sendDueEvents()) }
    #expect(server.messages.count == 2)
    #expect(try actions("noted").count == 2)
  }

  @Test func aDeliveryThatArrivedMeanwhileIsNotReported() throws {
    _ = try sender(at: "2026-11-27T00:00:00Z").sendDueEvents()
    server.outcomes = [(.unavailable("down"), false)]
    #expect(try !sender(at: "2026-11-30T12:00:00Z").sendDueEvents())
    store.recorder.settings.clock = { Instant(text: "2026-11-30T13:00:00Z")! }
    try deliver("id,email\n1,a@x.de\n")
    #expect(try sender(at: "2026-11-30T14:00:00Z").sendDueEvents())
    #expect(server.messages.isEmpty)
    #expect(try store.recorder.queuedMail().isEmpty)
  }

  /// The first run reports no delivery that is late already.
  @Test func theFirstRunBeginsWithLaterDeliveries() throws {
    #expect(try sender(at: "2026-12-01T00:00:00Z").sendDueEvents())
    #expect(try sender(at: "2026-12-01T01:00:00Z").sendDueEvents())
    #expect(server.messages.isEmpty)
  }
}

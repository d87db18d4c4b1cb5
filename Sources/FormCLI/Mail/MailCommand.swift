import ArgumentParser
import FormNotifications
import FormRecorder
import FormRules

struct MailCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail", abstract: "Send due mail about imports and submissions, and exit.",
    discussion: """
      Operators receive a message after each import with rejected records, and people who sent a \
      record a confirmation if the form names the field of their address (mail: {to: FIELD}). \
      'formrec serve --mail-config FILE' sends them too. The first run begins with later events. No \
      message is sent twice: a message that the server may have received without an answer is \
      listed as unknown, and --resend sends it again. The exit code is 1 if a message was not sent.

      formrec mail --mail-config mail.yaml --test ana@example.com
      formrec mail --mail-config mail.yaml
      formrec mail --mail-config mail.yaml --resend 340
      """)

  @Option(
    help: ArgumentHelp(
      "Send only a test message to this address, and print the dialogue with the server.",
      valueName: "address"))
  var test: String?
  @Option(
    help: ArgumentHelp(
      """
      First mark the messages about the event with this number as due again that were refused, or \
      that the server may have accepted.
      """, valueName: "event"))
  var resend: Int64?
  @OptionGroup var mail: MailOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var change: ChangeOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if let test, MailAddress(test) == nil {
      throw ValidationError("--test requires an address such as ana@example.com")
    }
    if test != nil, resend != nil {
      throw ValidationError("--test and --resend exclude each other")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    guard let settings = try mail.settings(messages) else {
      throw ValidationError("the settings of mail are required: set --mail-config FILE")
    }
    if let address = test.flatMap({ MailAddress($0) }) {
      return try sendTest(to: address, settings, console)
    }
    StopSignals.install()
    // A server's sender waits for a database that is created later.
    try store.recorder.requireDatabase()
    let recorder = try change.recorder(store, console)
    if let resend {
      try recorder.resendMail(about: resend, by: change.by, reason: change.reason)
    }
    let sender = try MailSender(overCurl: recorder, settings, by: change.by, reason: change.reason)
    let isComplete = try sender.sendDueEvents(shouldStop: StopSignals.shouldStop)
    if let failure = sender.failure { console.note("no mail was accepted: \(failure)") }
    if !isComplete { try StopSignals.requireNone() }
    let queued = try recorder.queuedMail()
    if !queued.isEmpty || output.format == .json {
      try console.printReport(output.format, queued, lines: lines(queued))
    }
    return isComplete ? .success : .rejected
  }

  private func lines(_ queued: [QueuedMail]) -> [String] {
    TextTable.lines(
      ["event", "to", "state"],
      queued.map { [.text(String($0.event)), .text($0.to), .text($0.state.rawValue)] })
  }

  private func sendTest(
    to address: MailAddress, _ settings: MailSettings, _ console: Console
  ) throws -> ExitCode {
    let message = MailMessage.test(
      from: settings.from, to: address, at: Clock.current(), in: settings.localization)
    let (outcome, dialogue) = settings.server.send(message) { true }
    for line in dialogue { try console.print(line.displayText) }
    guard outcome == .accepted else { throw RecorderError(.refused, outcome.description) }
    console.note("the server accepted the message")
    return .success
  }
}

extension MailOutcome {
  /// The outcome in words.
  fileprivate var description: String {
    switch self {
    case .accepted: "the server accepted the message"
    case .refused(let step, let status): "\(step) failed with status \(status)"
    case .failed(let reason), .unavailable(let reason): reason
    case .unknown(let reason): "it is unknown whether the server accepted the message: \(reason)"
    case .cancelled: "another process sends the message"
    }
  }
}

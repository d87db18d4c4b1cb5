import ArgumentParser
import FormRecorder
import FormRules

struct Audit: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Report what stands rejected: by which rules, from where, since when.",
    discussion: """
      Counts the verdicts that hold: of each submission that of its last finished run. With \
      --rule only the failures of that rule are counted, among all submissions.

      formrec audit
      formrec audit --form contacts --since 2026-09-01 --top 5
      formrec audit --rule email.email --format json | jq '.byDay'
      """)

  @OptionGroup var selection: SelectionOptions
  @Option(
    help: ArgumentHelp(
      "At most so many lines of each kind; 10 in text, all in JSON, unless said.", valueName: "n"))
  var top: Int?
  @OptionGroup var messages: MessageOptions
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if let top, top < 1 { throw ValidationError("--top must be 1 or more") }
  }

  func run(_ console: Console) throws -> ExitCode {
    let report = try store.recorder.audit(
      selection.selection, top: top ?? (format == .text ? 10 : nil),
      in: messages.localization())
    switch format {
    case .json: try console.out(report.json.text)
    case .text: for line in AuditText.lines(report) { try console.out(line) }
    }
    return .success
  }
}

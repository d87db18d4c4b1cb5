import ArgumentParser
import FormPages
import FormRecorder
import FormRules

struct AuditCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Report valid, open and rejected records by rule, source and time.",
    discussion: """
      The report begins with the delivered records: how many are valid, open or waived, and how \
      many submissions were replaced by corrections and later deliveries. Submissions are then \
      counted by their current verdicts, which are those of the last finished run. --open counts \
      only open failures: those of rejected submissions that are neither waived nor replaced. \
      --rule counts only failures of that rule.

      formrec audit
      formrec audit --open --source north
      formrec audit --form contacts --since 2026-09-01 --top 5
      formrec audit --rule email.email --format json | jq '.byDay'
      formrec audit --trend --pairs --samples 3

      --compare shows what changed between two imports (by number), two batches (by name) or two \
      weeks (such as 2026-W35, by the UTC date on which an import began). If a name is \
      ambiguous, prefix it with import:, batch: or week:.

      formrec audit --compare 3 4
      formrec audit --compare 2026-W34 2026-W35 --format json

      --drift compares the last import of each source with the one before it: which columns are filled \
      less, have values of another type or new values, and which rules fail more often. Differences \
      that may be due to chance are omitted.

      formrec audit --drift --form contacts

      --late lists the deliveries that the definitions of sources expect and that have not arrived. \
      The exit code is 1 if there are any.

      formrec audit --late

      --html writes a self-contained HTML page with charts and samples, which makes no network \
      requests. As in 'formrec history', sensitive fields are masked in samples; --samples 0 \
      omits the samples.

      formrec audit --html audit.html --form contacts
      """)

  @OptionGroup var selection: SelectionOptions
  @Flag(help: "Count only open failures and their submissions.") var open = false
  @Option(
    help: ArgumentHelp(
      "The maximum number of lines per table. Default: 10 in text, otherwise all.", valueName: "n")
  )
  var top: Int?
  @Flag(help: "Show the number of failures per rule and import.") var trend = false
  @Flag(help: "Show which rules fail together.") var pairs = false
  @Option(
    help: ArgumentHelp(
      "The number of recent submissions to show per failed rule. Default with --html: 3.",
      valueName: "n"))
  var samples: Int?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Show the changes between two imports, batches or weeks.", valueName: "a b"))
  var compare: [String] = []
  @Flag(help: "Compare the last import of each source with the one before it.")
  var drift = false
  @Flag(help: "List the deliveries of sources that are due and have not arrived.")
  var late = false
  @Option(help: ArgumentHelp("Write an HTML page; - is standard output.", valueName: "file"))
  var html: String?
  @Flag(help: "Replace an existing file.") var force = false
  @OptionGroup var messages: MessageOptions
  @Option(name: .customLong("format"), help: "The output format. Default: text.")
  var formatOption: Format?
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  enum Format: String, OutputFormat { case text, json, csv, ndjson }

  private var format: Format { formatOption ?? .text }
  /// The format of a comparison, for which `validate` refuses the others.
  var reportFormat: ReportFormat { format == .json ? .json : .text }

  func validate() throws {
    try require("--top", top, in: 1...(.max))
    try require("--samples", samples, in: 0...100)
    if html != nil { try exclude(["--format": formatOption != nil], with: "--html") }
    if html == nil { try require("--html", for: ["--force": force]) }
    if open, selection.run != nil {
      throw ValidationError("--open applies to current verdicts and cannot be combined with --run")
    }
    if !compare.isEmpty { try validateComparison() }
    if late || drift { try validateSources(with: late ? "--late" : "--drift") }
  }

  private func validateComparison() throws {
    guard compare.count == 2 else { throw ValidationError("--compare requires two names") }
    for name in compare where AuditSubset(name) == nil {
      throw ValidationError(
        "--compare requires an import's number, a batch, or a week such as 2026-W35, not "
          + "'\(name.displayText)'")
    }
    try excludeReportOptions(with: "--compare")
  }

  /// Throws if an option is specified that reports on sources do not have.
  private func validateSources(with option: String) throws {
    try excludeReportOptions(with: option)
    try exclude(
      [
        "--top": top != nil, "--run": selection.run != nil, "--drift": late && drift,
        "--batch": selection.origin.batch != nil,
        "--source": late && selection.origin.source != nil,
        "--since": selection.since != nil, "--assigned": selection.assigned != nil,
        "--compare": !compare.isEmpty,
      ], with: option)
  }

  /// Throws if an option is specified that only the report of all submissions has.
  private func excludeReportOptions(with other: String) throws {
    try exclude(
      [
        "--html": html != nil, "--open": open, "--trend": trend, "--pairs": pairs,
        "--samples": samples != nil, "--rule": selection.rule != nil,
        "--format csv": format == .csv, "--format ndjson": format == .ndjson,
      ], with: other)
  }

  func run(_ console: Console) throws -> ExitCode {
    try OutputFile.check(html, isNoneOf: messages.files)
    let localization = try messages.localization()
    if let html {
      try writePage(html, localization, on: console)
    } else if late {
      return try printLate(console)
    } else if drift {
      try printDrift(localization, console)
    } else if compare.count == 2, let before = AuditSubset(compare[0]),
      let after = AuditSubset(compare[1])
    {
      let comparison = try store.reader(console).compare(
        before, after, of: selection.selection, top: maximumLines, in: localization)
      try console.printReport(
        reportFormat, comparison,
        lines: ComparisonText.lines(comparison, in: localization, width: console.textWidth))
    } else {
      try printReport(localization, console)
    }
    return .success
  }

  private func printLate(_ console: Console) throws -> ExitCode {
    let late = try store.reader(console).lateDeliveries(form: selection.origin.form)
    try console.printReport(
      reportFormat, late,
      lines: TextTable.lines(
        ["source", "form", "due", "last delivery"],
        late.map {
          [
            .text($0.source), .text($0.form), .text($0.due.description),
            .text($0.last?.description),
          ]
        }))
    return late.isEmpty ? .success : .rejected
  }

  private var maximumLines: Int? { top ?? (format == .text ? 10 : nil) }

  private func printReport(_ localization: Localization, _ console: Console) throws {
    var details = AuditDetails()
    details.samples = samples ?? 0
    details.hasPairs = pairs
    details.hasTrend = trend
    details.isOnlyOpen = open
    let report = try store.reader(console).audit(
      selection.selection, top: maximumLines, in: localization, details: details)
    switch format {
    case .text:
      for line in AuditText(report, in: localization, width: console.textWidth).lines {
        // Rows are indented, titles are not.
        if line.first == " " {
          try console.print(line)
        } else {
          try console.print(line, highlighting: .title(line))
        }
      }
    case .json: try console.print(report.json.text)
    case .csv: try console.write(report.csv)
    case .ndjson: for row in report.rows { try console.print(JSON.object(row).text) }
    }
  }

  private func writePage(
    _ path: String, _ localization: Localization, on console: Console
  ) throws {
    let page = try store.reader(console).auditPage(
      selection.selection, top: top, samples: samples ?? 3, onlyOpen: open, in: localization)
    try console.write(Array(page.utf8), to: path) {
      try store.recorder.write(page: page, to: path, replacing: force)
    }
  }
}

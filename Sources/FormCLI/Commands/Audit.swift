import ArgumentParser
import FormRecorder
import FormRules

struct Audit: NotingCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Report what is valid, open and rejected: by which rules, from where, since when.",
    discussion: """
      Begins with the records that were delivered: how many are valid now, open or waived, and how many \
      submissions were replaced by corrections and later deliveries. Then it counts submissions by the \
      verdicts that hold: of each that of its last finished run. With --open only open failures are \
      counted: those that reject and are not waived, of submissions that nothing has replaced. With \
      --rule only the failures of that rule are counted.

      formrec audit
      formrec audit --open --source north
      formrec audit --form contacts --since 2026-09-01 --top 5
      formrec audit --rule email.email --format json | jq '.byDay'
      formrec audit --trend --pairs --samples 3

      --compare says what changed between two imports (by number), two batches (by name) or two weeks \
      (such as 2026-W35, by the day on which imports began, in UTC); import:, batch: and week: in front \
      say which is meant where a name could be either.

      formrec audit --compare 3 4
      formrec audit --compare 2026-W34 2026-W35 --format json

      --drift compares the last import of each source with the one before it: which columns are filled \
      less, hold values of another type or values that did not occur before, and which rules fail more \
      often. Differences that may be chance are left out.

      formrec audit --drift --form contacts

      --html writes one page for a browser, with plots and samples, that asks no network for anything. \
      Its samples show records as 'formrec history' does, so sensitive fields are masked; --samples 0 \
      leaves them out.

      formrec audit --html audit.html --form contacts
      """)

  @OptionGroup var selection: SelectionOptions
  @Flag(help: "Only open failures, and the submissions that have them.") var open = false
  @Option(
    help: ArgumentHelp(
      "At most so many lines of each kind; 10 in text, all otherwise, unless said.", valueName: "n")
  )
  var top: Int?
  @Flag(help: "How often each rule failed in each import.") var trend = false
  @Flag(help: "Which rules fail together.") var pairs = false
  @Option(
    help: ArgumentHelp(
      "The last submissions that fail each rule, so many; 3 with --html unless said.",
      valueName: "n"))
  var samples: Int?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("What changed from one to the other.", valueName: "a b"))
  var compare: [String] = []
  @Flag(help: "What changed from the import before the last one of each source to the last one.")
  var drift = false
  @Option(help: ArgumentHelp("Write a page for browsers; - is the output.", valueName: "file"))
  var html: String?
  @Flag(help: "Replace the file if it is there.") var force = false
  @OptionGroup var messages: MessageOptions
  @Option(help: "text, json, csv or ndjson.") var format: Format?
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, csv, ndjson }

  func validate() throws {
    if let top, top < 1 { throw ValidationError("--top must be 1 or more") }
    if let samples, !(0...100).contains(samples) {
      throw ValidationError("--samples must be 0 to 100")
    }
    if html != nil, format != nil { throw ValidationError("--html and --format contradict") }
    if html == nil, force { throw ValidationError("--force is for --html") }
    if open, selection.run != nil {
      throw ValidationError("--open is about the verdicts that hold; leave --run out")
    }
    try validateComparison()
    try validateDrift()
  }

  private func validateDrift() throws {
    guard drift else { return }
    for (option, isGiven) in [
      ("--html", html != nil), ("--open", open), ("--trend", trend), ("--pairs", pairs),
      ("--samples", samples != nil), ("--rule", selection.rule != nil), ("--top", top != nil),
      ("--run", selection.run != nil), ("--batch", selection.batch != nil),
      ("--since", selection.since != nil), ("--compare", !compare.isEmpty),
      ("--format csv", format == .csv), ("--format ndjson", format == .ndjson),
    ] where isGiven {
      throw ValidationError("--drift and \(option) contradict")
    }
  }

  private func validateComparison() throws {
    guard !compare.isEmpty else { return }
    guard compare.count == 2 else { throw ValidationError("--compare takes two names") }
    for name in compare where AuditSide(name) == nil {
      throw ValidationError(
        "--compare takes an import's number, a batch, or a week such as 2026-W35, not "
          + "'\(name.shown)'")
    }
    for (option, isGiven) in [
      ("--html", html != nil), ("--open", open), ("--trend", trend), ("--pairs", pairs),
      ("--samples", samples != nil), ("--rule", selection.rule != nil),
      ("--format csv", format == .csv), ("--format ndjson", format == .ndjson),
    ] where isGiven {
      throw ValidationError("--compare and \(option) contradict")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let localization = try messages.localization()
    if let html { return try writePage(html, localization, console) }
    if drift {
      let drifts = try store.recorder.drift(selection.selection, in: localization)
      if format == .json {
        try console.out(JSON.object(["drift": .array(drifts.map(\.json))]).text)
      } else if drifts.isEmpty {
        try console.out("no source has two finished imports")
      } else {
        for line in DriftText.lines(drifts).dropFirst() { try console.out(line) }
      }
      return .success
    }
    let lines = top ?? ((format ?? .text) == .text ? 10 : nil)
    if compare.count == 2, let before = AuditSide(compare[0]), let after = AuditSide(compare[1]) {
      let comparison = try store.recorder.compare(
        before, after, of: selection.selection, top: lines, in: localization)
      if format == .json {
        try console.out(comparison.json.text)
      } else {
        for line in ComparisonText.lines(comparison, in: localization, width: console.textWidth) {
          try console.out(line)
        }
      }
      return .success
    }
    var details = AuditDetails()
    details.samples = samples ?? 0
    details.hasPairs = pairs
    details.hasTrend = trend
    details.isOnlyOpen = open
    let report = try store.recorder.audit(
      selection.selection, top: lines, in: localization, details: details)
    switch format ?? .text {
    case .json: try console.out(report.json.text)
    case .csv: try console.out(report.csv)
    case .ndjson: for row in report.rows { try console.out(JSON.object(row).text) }
    case .text:
      for line in AuditText(report, in: localization, width: console.textWidth).lines {
        // Rows are indented, titles are not.
        if line.first == " " { try console.out(line) } else { try console.out(line, .title(line)) }
      }
    }
    return .success
  }

  private func writePage(
    _ path: String, _ localization: Localization, _ console: Console
  ) throws -> ExitCode {
    let page = try store.recorder.auditPage(
      selection.selection, top: top, samples: samples ?? 3, onlyOpen: open, in: localization)
    if path == "-" {
      try console.out(Array(page.utf8))
    } else {
      try store.recorder.write(page: page, to: path, replacing: force)
      console.note("\(path): written")
    }
    return .success
  }
}

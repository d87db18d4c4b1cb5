public import ArgumentParser
public import FormRecorder
import FormRules
import Foundation

struct LogCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show all changes of the database with time, operator and reason.",
    discussion: """
      Events are shown in their order with number, time, operator, reason and receipt. They \
      contain no submitted values. --form and --import show the events of a form or an import: \
      definitions, beginning and end, and the decisions, purges and replays that affected its \
      submissions.

      formrec log
      formrec log --since 2026-09-01 --by ana --kind decision --kind purge
      formrec log --import 12 --format ndjson | jq -r .action
      formrec log --limit 10 --follow

      --follow also prints the changes that other processes make, until Ctrl-C. A receipt that \
      you keep elsewhere later proves that no event up to it was altered: 'formrec verify \
      --against RECEIPT'.
      """)

  @Option(
    help: ArgumentHelp("Only events since this day (UTC) or time.", valueName: "date"),
    transform: OptionParser.timeOrStartOfDay)
  var since: Instant?
  @Option(
    help: ArgumentHelp(
      "Only events up to the end of this day (UTC), or up to this time.", valueName: "date"),
    transform: OptionParser.timeOrEndOfDay)
  var until: Instant?
  @Option(
    name: .customLong("by"), help: ArgumentHelp("Only changes by this operator.", valueName: "name")
  )
  var operatorName: String?
  @Option(
    help: ArgumentHelp(
      "Only events of this kind; may be repeated. "
        + EventKind.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "kind"))
  var kind: [EventKind] = []
  @Option(help: "Only events of this form.") var form: String?
  @Option(
    name: .customLong("import"),
    help: ArgumentHelp("Only events of this import.", valueName: "n"))
  var importID: Int64?
  @Option(help: ArgumentHelp("Only the last N events.", valueName: "n")) var limit: Int?
  @Flag(help: "Continue with new events until Ctrl-C.") var follow = false
  @OptionGroup var output: FormatOptions<Format>
  @OptionGroup var store: StoreOptions

  enum Format: String, OutputFormat { case text, json, ndjson, csv }

  private var format: Format { output.format }

  /// The polling interval of --follow in milliseconds.
  private static let pause: Int32 = 200

  func validate() throws {
    try require("--limit", limit, in: 1...(.max))
    if follow, format == .json {
      throw ValidationError("--follow cannot be combined with --format json; use ndjson")
    }
  }

  private var filter: LogFilter {
    var filter = LogFilter()
    filter.since = since
    filter.through = until
    filter.by = operatorName
    filter.kinds = Set(kind)
    filter.form = form
    filter.importID = importID
    return filter
  }

  func run(_ console: Console) throws -> ExitCode {
    StopSignals.install()
    var item: String?
    func show(_ event: LoggedEvent) throws {
      switch format {
      case .text: try console.print(LogText.lines(event))
      case .ndjson: try console.print(JSON.object(event.members).text)
      case .json:
        // The separator after an item depends on whether another one follows.
        if let item { try console.print(item + ",") }
        item = (item == nil ? "[" : "") + JSON.object(event.members).text
      case .csv: try console.write(event.csv)
      }
    }
    if format == .csv { try console.write(LoggedEvent.csvHeader) }
    let recorder = try store.reader(console)
    if follow, recorder.database != store.recorder.database {
      throw RecorderError(
        .refused,
        "--follow requires a database of this version: 'formrec upgrade' upgrades it")
    }
    var last = try recorder.forEachEvent(filter, last: limit, show)
    if format == .json { try console.print((item ?? "[") + "]") }
    while follow, !StopSignals.shouldStop() {
      try console.flush()
      try console.wait(milliseconds: Self.pause)
      do {
        last = try recorder.forEachEvent(filter, after: last, show)
      } catch let error as RecorderError {
        guard case .busy = error.reason else { throw error }
        // A purge is rewriting the file. The next read will succeed.
      }
    }
    return .success
  }
}

extension EventKind: ExpressibleByArgument {}

/// Formats an event of the log as text.
private enum LogText {
  static func lines(_ event: LoggedEvent) -> [String] {
    var lines = [
      "event \(event.number)  \(event.at)" + (event.by.map { "  by \($0.displayText)" } ?? ""),
      "  \(event.action)",
    ]
    if let reason = event.reason { lines.append("  reason: \(reason.escapedForTerminal)") }
    lines.append("  receipt: \(event.head)")
    return lines
  }
}

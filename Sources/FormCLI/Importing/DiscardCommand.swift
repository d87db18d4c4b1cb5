import ArgumentParser
import FormBytes
import FormRecorder

struct DiscardCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Discard an unfinished import.",
    discussion: """
      Its records stay in the database, sealed, but are no longer shown. Keys that it claimed \
      under 'unique: ever' rules become available again. A finished import cannot be discarded.

      formrec discard 12 --by ana --reason 'wrong file'
      """)

  @Argument(help: "The import's number.") var number: Int64
  @OptionGroup var change: ChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let report = try change.recorder(store, console).discard(
      number, by: try change.by, reason: change.reason)
    try console.printReport(
      output.format, report,
      lines: [
        "import \(number): discarded, with \(report.records.counted("record"))",
        "  receipt: \(report.head)",
      ])
    return .success
  }
}

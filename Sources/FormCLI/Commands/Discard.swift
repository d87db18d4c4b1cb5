import ArgumentParser
import FormRecorder
import FormRules

struct Discard: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Give up an unfinished import.",
    discussion: """
      Its records stay in the database, sealed, and are shown nowhere; keys that it claimed under rules \
      'unique: ever' are free again. A finished import can't be discarded.

      formrec discard 12 --by ana --reason 'wrong file'
      """)

  @Argument(help: "The import's number.") var number: Int64
  @OptionGroup var change: ChangeOptions
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let report = try change.recorder(store, console).discard(
      number, by: try change.by, reason: change.reason)
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      try console.out("import \(number): discarded, with \(report.records.counted("record"))")
      try console.out("  receipt: \(report.head)")
    }
    return .success
  }
}

import ArgumentParser
import FormRecorder

struct UpgradeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade", abstract: "Upgrade the database of an older formrec.",
    discussion: """
      The first command that writes does the same. The content before is copied to a file next to \
      the database, which you may delete when you no longer need it. Commands that only read leave \
      the database as it is, and read a temporary copy.

      formrec upgrade --by ana --reason 'formrec 0.2'
      """)

  @OptionGroup var change: ChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let recorder = try change.recorder(store, console)
    let report = try recorder.upgrade(by: change.by, reason: change.reason)
    let line =
      report.backup == nil
      ? "\(recorder.database): is up to date, with schema \(report.to)"
      : "\(recorder.database): upgraded from schema \(report.from) to \(report.to)"
    try console.printReport(output.format, report, lines: [line])
    return .success
  }
}

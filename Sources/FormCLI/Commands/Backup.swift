import ArgumentParser
import FormRecorder
import FormRules

struct Backup: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the database to a file, and check the copy.",
    discussion: """
      Works beside a running import; what that has not committed yet is left out. The file appears \
      only when it is whole. To copy the database by other means while it is used loses records.

      formrec backup /backups/formrec-2026-09-01.sqlite
      """)

  @Argument(help: "The file to make.") var file: String
  @Flag(help: "Replace the file if it is there already.") var force = false
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let report = try store.recorder.backUp(to: file, replacing: force)
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      try console.out("\(file.escapedForTerminal): \(report.size.grouped) bytes, checked")
      try console.out(
        "  submissions: \(report.submissions.grouped), imports: \(report.imports.grouped), "
          + "runs: \(report.runs.grouped), forms: \(report.forms), rule sets: \(report.ruleSets)")
      if let head = report.head { try console.out("  last receipt: \(head)") }
    }
    return .success
  }
}

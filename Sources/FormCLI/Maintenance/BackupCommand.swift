import ArgumentParser
import FormBytes
import FormRecorder
import FormRules

struct BackupCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the database to a file and verify the copy.",
    discussion: """
      A backup can be made while an import is running; uncommitted records are not copied. The \
      file is created only when the copy is complete. Copying the database by other means while \
      it is in use can lose records. Files that people uploaded with forms are copied to \
      FILE-files. The log contains each backup, because purges do not reach it.

      formrec backup /backups/formrec-2026-09-01.sqlite
      """)

  @Argument(help: "The file to create.") var file: String
  @Flag(help: "Replace an existing file.") var force = false
  @OptionGroup var copy: CopyOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if file == "-" {
      throw ValidationError(
        "a backup requires a file, not standard output; for a file with this name write './-'")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let report = try store.recorder.backUp(
      to: file, replacing: force, isRecorded: true, by: copy.by, reason: copy.reason)
    CopyOptions.note(report.isRecorded, console)
    try console.printReport(output.format, report, lines: lines(report))
    return .success
  }

  private func lines(_ report: BackupReport) -> [String] {
    let file = file.escapedForTerminal
    var lines = [
      "\(file): \(report.size.grouped) bytes, verified",
      "  submissions: \(report.submissions.grouped), imports: \(report.imports.grouped), "
        + "runs: \(report.runs.grouped), forms: \(report.forms), rule sets: \(report.ruleSets)",
    ]
    if report.files > 0 {
      lines.append("  uploaded files: \(report.files.grouped), in \(file)-files")
    }
    if let head = report.head { lines.append("  last receipt: \(head)") }
    return lines
  }
}

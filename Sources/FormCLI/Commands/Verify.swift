import ArgumentParser
import FormRecorder
import FormRules

struct Verify: NotingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that nothing in the database was damaged or altered.",
    discussion: """
      Has SQLite check the file, then recomputes all that is sealed: definitions, imports, \
      submissions and their errors, runs, what was discarded, and the chain over them; compares the \
      schema with formrec's own; and derives anew which verdicts hold. A receipt that a command \
      printed shows that nothing was cut off since. --compare names the rows that differ from those of \
      a backup.

      formrec verify
      formrec verify --against 5b3c… --format json
      formrec verify --compare backups/2026-09-01.sqlite
      """)

  @Option(help: ArgumentHelp("A receipt (head) that was printed before.", valueName: "digest"))
  var against: String?
  @Option(help: ArgumentHelp("A backup to compare with, row by row.", valueName: "file"))
  var compare: String?
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    if let compare { return try self.compare(with: compare, console) }
    let report = try store.recorder.verify(
      against: against, progress: ProgressLine(console, unit: "submissions").show)
    console.clearProgress()
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      if let problem = report.words {
        try console.out("not ok: \(problem)", .bad("not ok"))
      } else {
        try console.out(
          "ok: \(report.events.grouped) events, \(report.submissions.grouped) submissions judged",
          .good("ok"))
        if !report.judgedImports.isEmpty {
          try console.out(
            "of the imports \(report.judgedImports.map(String.init).joined(separator: ", ")) only "
              + "what a job rejected is here and verified; what it accepted is not")
        }
        try console.out("head: \(report.head)")
      }
    }
    return report.isOK ? .success : .failure
  }

  private func compare(with backup: String, _ console: Console) throws -> ExitCode {
    let report = try store.recorder.compare(with: backup)
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      for line in report.lines { try console.out(line) }
      try console.out(
        report.isOK
          ? "equal: nothing that the backup holds was altered"
          : "not equal: rows of the backup were altered or deleted")
      if report.newRows > 0 { try console.out("\(report.newRows.grouped) rows came after it") }
    }
    return report.isOK ? .success : .failure
  }

  func validate() throws {
    if against != nil, compare != nil {
      throw ValidationError("--against and --compare are two questions: ask one at a time")
    }
  }
}

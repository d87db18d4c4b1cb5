import ArgumentParser
import FormRecorder
import FormRules
import Foundation

struct Verify: NotingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that nothing in the database was damaged or altered.",
    discussion: """
      Has SQLite check the file, then recomputes all that is sealed: definitions, imports, \
      submissions and their errors, runs, what was discarded, and the chain over them; compares the \
      schema with formrec's own; and derives anew which verdicts hold. A receipt that a command \
      printed, or a file to which --receipts appended some, shows that nothing was cut off or sealed anew \
      since. --compare names the rows that differ from those of \
      a backup.

      formrec verify
      formrec verify --against 5b3c… --format json
      formrec verify --against /mnt/safe/receipts.jsonl
      formrec verify --compare backups/2026-09-01.sqlite
      """)

  @Option(
    help: ArgumentHelp(
      "A receipt (head) that was printed before, or a file of receipts.",
      valueName: "receipt or file"))
  var against: String?
  @Option(help: ArgumentHelp("A backup to compare with, row by row.", valueName: "file"))
  var compare: String?
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    if let compare { return try self.compare(with: compare, console) }
    let report = try store.recorder.verify(
      against: against.flatMap { Receipt.isHead($0) ? $0 : nil },
      receiptsIn: against.flatMap { Receipt.isHead($0) ? nil : $0 },
      progress: ProgressLine(console, unit: "submissions").show)
    console.clearProgress()
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      if let problem = report.words {
        try console.out("not ok: \(problem)", .bad("not ok"))
      } else {
        try console.out(
          "ok: \(report.events.counted("event")), \(report.submissions.counted("submission")) judged",
          .good("ok"))
        if !report.judgedImports.isEmpty {
          try console.out(
            "of the imports \(report.judgedImports.map(String.init).joined(separator: ", ")) only "
              + "what a job rejected is here and verified; what it accepted is not")
        }
        try console.out("head: \(report.head)")
      }
      if let receipts = report.receipts { try console.out(Self.words(receipts, report)) }
    }
    return report.isOK ? .success : .failure
  }

  /// The confirmed receipts of a file.
  private static func words(
    _ receipts: ReceiptComparison, _ report: VerificationReport
  ) -> String {
    var parts = ["\(receipts.confirmed.counted("receipt")) confirmed"]
    if let last = receipts.lastConfirmed {
      parts[0] += ", the last one of event \(last) of \(report.events.grouped)"
    }
    if receipts.failed > 0 { parts.append("\(receipts.failed.grouped) not confirmed") }
    if receipts.ofOtherStores > 0 {
      parts.append("\(receipts.ofOtherStores.grouped) of other databases")
    }
    if let line = receipts.unreadableLines.first {
      parts.append(
        "no receipt in line \(line)" + (receipts.unreadableLines.count > 1 ? " and others" : ""))
    }
    return "\(receipts.file.shown): \(parts.joined(separator: "; "))"
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
      if report.newRows > 0 { try console.out("\(report.newRows.counted("row")) came after it") }
    }
    return report.isOK ? .success : .failure
  }

  func validate() throws {
    if let against, !Receipt.isHead(against), !FileManager.default.fileExists(atPath: against) {
      throw ValidationError(
        "--against takes a whole receipt of 64 hexadecimal digits, or a file of receipts; "
          + "'\(against.shown)' is neither")
    }
    if against != nil, compare != nil {
      throw ValidationError("--against and --compare are two questions: ask one at a time")
    }
  }
}

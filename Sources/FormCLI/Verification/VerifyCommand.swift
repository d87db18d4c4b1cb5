import ArgumentParser
import FormBytes
import FormRecorder
import FormRules
import Foundation

struct VerifyCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that the database was not damaged or altered.",
    discussion: """
      Runs SQLite's integrity check; recomputes the hashes of definitions, imports, submissions \
      and errors, runs and discarded records, and the chain of events; compares the schema with \
      that of formrec; and derives the current verdicts again. A receipt that a command printed \
      or appended to a file of --receipts proves that no later change removed events or replaced \
      the seal. --compare lists the rows that differ from a backup.

      --proof verifies a proof that 'formrec prove' wrote, and prints what it shows. It needs no \
      database.

      formrec verify
      formrec verify --against 5b3c… --format json
      formrec verify --against /mnt/safe/receipts.jsonl
      formrec verify --compare backups/2026-09-01.sqlite
      formrec verify --proof proof.txt --against /mnt/safe/receipts.jsonl
      """)

  @Option(
    help: ArgumentHelp(
      "A receipt (head), or a file of receipts, to compare with.",
      valueName: "receipt or file"))
  var against: String?
  @Option(help: ArgumentHelp("A backup to compare with row by row.", valueName: "file"))
  var compare: String?
  @Option(help: ArgumentHelp("A proof to verify.", valueName: "file")) var proof: String?
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    if let proof { return try verify(proof, console) }
    if let compare { return try self.compare(with: compare, console) }
    let report = try verify(console)
    console.clearProgress()
    switch output.format {
    case .json: try console.print(report.json.text)
    case .text:
      if let problem = report.problemDescription {
        try console.print("not ok: \(problem)", highlighting: .bad("not ok"))
      } else {
        try console.print(
          "ok: \(report.events.counted("event")), \(report.submissions.counted("submission")) judged",
          highlighting: .good("ok"))
        if !report.externalRunImports.isEmpty {
          try console.print(
            "of imports \(report.externalRunImports.map(String.init).joined(separator: ", ")), only "
              + "the records that an external run rejected are stored and verified")
        }
        try console.print("head: \(report.head)")
      }
      if let receipts = report.receipts {
        try console.print(Self.text(receipts, report))
        for restoration in receipts.restorations {
          try console.print("\(restoration.text); \(restoration.declaration)")
        }
      }
    }
    return report.isOK ? .success : .rejected
  }

  private func verify(_ console: Console) throws -> VerificationReport {
    do {
      return try store.reader(console).verify(
        against: against.flatMap { Receipt.isHead($0) ? $0 : nil },
        receiptsIn: against.flatMap { Receipt.isHead($0) ? nil : $0 },
        progress: ProgressLine(console, unit: "submissions").show)
    } catch let error as RecorderError {
      // The reader opens the database first.
      guard let report = VerificationReport(damage: error) else { throw error }
      return report
    }
  }

  /// The confirmed receipts of a file.
  private static func text(
    _ receipts: ReceiptComparison, _ report: VerificationReport
  ) -> String {
    var parts = ["\(receipts.confirmed.counted("receipt")) confirmed"]
    if let last = receipts.lastConfirmed {
      parts[0] += ", the latest of event \(last) of \(report.events.grouped)"
    }
    if receipts.failed > 0 { parts.append("\(receipts.failed.grouped) not confirmed") }
    if receipts.ofOtherStores > 0 {
      parts.append("\(receipts.ofOtherStores.grouped) of other databases")
    }
    if let line = receipts.unreadableLines.first {
      parts.append(
        "no receipt in line \(line)" + (receipts.unreadableLines.count > 1 ? " and others" : ""))
    }
    return "\(receipts.file.displayText): \(parts.joined(separator: "; "))"
  }

  private func verify(_ path: String, _ console: Console) throws -> ExitCode {
    let read = Result { () throws(RecorderError) in
      try ProofReport(file: path, against: against)
    }
    if case .failure(let error) = read, error.reason == .damaged {
      let json = JSON.object(["ok": .bool(false), "problem": .string(error.description)])
      try console.printReport(output.format, json, lines: [error.description])
      return .rejected
    }
    let report = try read.get()
    let lines = report.lines.map(\.escapedForTerminal)
    let result =
      switch report.isConfirmed {
      case true: "valid, and confirmed by a receipt"
      case false: "not confirmed: no receipt has this head"
      case nil: "valid; a receipt that was kept elsewhere must confirm its head"
      }
    try console.printReport(output.format, report, lines: lines + [result])
    return report.isConfirmed == false ? .rejected : .success
  }

  private func compare(with backup: String, _ console: Console) throws -> ExitCode {
    let report = try store.recorder.compareRows(withCopy: backup)
    var lines = report.lines
    lines.append(
      report.isOK
        ? "equal: no row of the backup was altered"
        : "not equal: rows of the backup were altered or deleted")
    if report.newRows > 0 { lines.append("\(report.newRows.counted("row")) were added since") }
    try console.printReport(output.format, report, lines: lines)
    return report.isOK ? .success : .rejected
  }

  func validate() throws {
    // Other texts name files, whose errors are not those of usage.
    if let against, against.allSatisfy(\.isHexDigit), !Receipt.isHead(against),
      !FileManager.default.fileExists(atPath: against)
    {
      throw ValidationError(
        "--against requires a receipt of 64 hexadecimal digits or a file of receipts; "
          + "'\(against.displayText)' is neither")
    }
    if proof != nil { try exclude(["--compare": compare != nil], with: "--proof") }
    if against != nil { try exclude(["--compare": compare != nil], with: "--against") }
  }
}

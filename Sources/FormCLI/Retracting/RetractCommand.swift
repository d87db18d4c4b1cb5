import ArgumentParser
import FormBytes
import FormRecorder

struct RetractCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "retract", abstract: "Withdraw a finished import.",
    discussion: """
      For a wrong file, or wrong corrections. The records stay in the database, sealed, but are no \
      longer shown and have no verdict. Submissions that they superseded or corrected are in effect \
      again, and their keys are released. The same file can be imported again. If records of the \
      import were corrected, --with-dependents retracts those corrections, too. --dry-run prints \
      what would be in effect again. --undo reverses a retraction.

      formrec retract import 12 --reason 'wrong month' --by ana --dry-run
      formrec retract import 12 --reason 'wrong month' --by ana
      formrec retract import 12 --undo --reason 'it was the right month' --by ana
      formrec retract correction 55 --reason 'edited the wrong export' --by ana
      """)

  enum Subject: String, ExpressibleByArgument, CaseIterable { case `import`, correction }

  @Argument(help: "What to retract: an import of a file, or one of corrections.")
  var subject: Subject
  @Argument(help: "The import's number.") var number: Int64
  @Flag(help: "Also retract the corrections of its records.") var withDependents = false
  @Flag(help: "Undo the retraction, with those of its corrections.") var undo = false
  @Flag(help: "Print what would change without storing anything.") var dryRun = false
  @OptionGroup var change: ChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws { _ = try change.requiredAttribution() }

  func run(_ console: Console) throws -> ExitCode {
    let (by, reason) = try change.requiredAttribution()
    var request = RetractionRequest(importID: number, by: by, reason: reason)
    request.isCorrection = subject == .correction
    request.includesDependents = withDependents
    request.isUndo = undo
    request.isDryRun = dryRun
    let report = try change.recorder(store, console, isDryRun: dryRun).retract(request)
    try console.printReport(output.format, report, lines: lines(report))
    return .success
  }

  private func lines(_ report: RetractionReport) -> [String] {
    let imports = report.imports.sorted().map(String.init).joined(separator: ", ")
    let change = undo ? "in effect again" : "retracted"
    var lines = [
      "\("import".inflected(for: report.imports.count)) \(imports): "
        + "\(dryRun ? "would be \(change)" : change), with \(report.submissions.counted("record"))"
    ]
    if !report.replaced.isEmpty {
      lines.append("  \(report.replaced.count.counted("submission")) no longer in effect")
    }
    if !report.restored.isEmpty {
      lines.append(
        "  \(report.restored.count.counted("submission")) in effect again"
          + (report.open > 0 ? ", \(report.open.grouped) open" : ""))
    }
    if report.carried > 0 {
      lines.append("  \(report.carried.counted("correction")) carried again")
    }
    if !report.rejectedByKeys.isEmpty {
      let shown = report.rejectedByKeys.prefix(10).map(String.init).joined(separator: ", ")
      lines.append(
        "  rejected only by 'unique: ever': \(shown)\(report.rejectedByKeys.count > 10 ? ", …" : ""); "
          + "'formrec replay' judges them by the released keys")
    }
    if let head = report.head { lines.append("  receipt: \(head)") }
    return lines
  }
}

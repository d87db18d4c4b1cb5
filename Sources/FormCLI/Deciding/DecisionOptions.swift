import ArgumentParser
import FormBytes
import FormRecorder

/// The options of a decision about failures.
struct DecisionOptions: ParsableArguments {
  @Argument(help: "The submissions by number, instead of options that select them.")
  var submissions: [Int64] = []
  @OptionGroup var change: ChangeOptions
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws { _ = try change.requiredAttribution() }

  /// Records the decision and prints the result.
  func run(_ kind: DecisionKind, _ console: Console) throws -> ExitCode {
    let selection = try selection.failures(of: submissions, for: "decisions", by: "--rule")
    let (by, reason) = try change.requiredAttribution()
    let report = try change.recorder(store, console).decide(
      kind, selection, by: by, reason: reason)
    let line =
      "\(report.failures.counted("failure")) of \(report.submissions.counted("submission")) "
      + (kind == .waive ? "waived" : "reopened")
    try console.printReport(
      output.format, report,
      lines: [line].withReceipt(of: "decision", report.decisionID, report.head))
    return .success
  }
}

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
  ///
  /// - Parameter participle: The decision, as in "2 failures of 1 submission waived".
  func run(
    _ participle: String, _ console: Console,
    decide:
      (Recorder, SubmissionSelection, _ by: String, _ reason: String) throws -> DecisionReport
  ) throws -> ExitCode {
    let selection = try selection.failures(of: submissions, for: "decisions", by: "--rule")
    let (by, reason) = try change.requiredAttribution()
    let report = try decide(try change.recorder(store, console), selection, by, reason)
    var lines = [
      "\(report.failures.counted("failure")) of \(report.submissions.counted("submission")) "
        + participle
    ]
    if let head = report.head, let decision = report.decisionID {
      lines.append("  receipt: decision \(decision), \(head)")
    }
    try console.printReport(output.format, report, lines: lines)
    return .success
  }
}

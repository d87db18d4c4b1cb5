import ArgumentParser
import FormRecorder
import FormRules

/// The options of a decision about failures.
struct DecisionOptions: ParsableArguments {
  @Argument(help: "Submissions by number; else those that the options choose.")
  var submissions: [Int64] = []
  @OptionGroup var change: ChangeOptions

  func validate() throws { _ = try change.requiredAttribution() }

  /// Records the decision and prints the result.
  func run(
    _ selection: SubmissionSelection, _ word: String, _ format: ReportFormat,
    _ store: StoreOptions, _ console: Console,
    decide:
      (Recorder, SubmissionSelection, _ reason: String, _ by: String) throws -> DecisionReport
  ) throws -> ExitCode {
    guard selection.run == nil else {
      throw ValidationError("decisions are about the verdicts that hold; --run cannot be given")
    }
    guard !submissions.isEmpty || selection.isNarrowed else {
      throw ValidationError(
        "say which failures: submissions by number, or --rule, --import, --source, --batch, --since"
      )
    }
    var selection = selection
    if !submissions.isEmpty { selection.submissions = submissions }
    let (by, reason) = try change.requiredAttribution()
    let report = try decide(try change.recorder(store, console), selection, reason, by)
    switch format {
    case .json: try console.out(report.json.text)
    case .text:
      try console.out(
        "\(report.failures.counted("failure")) of \(report.submissions.counted("submission")) \(word)"
      )
      if let head = report.head, let decision = report.decision {
        try console.out("  receipt: decision \(decision), \(head)")
      }
    }
    return .success
  }
}

extension SubmissionSelection {
  /// Whether the selection is restricted by more than a form.
  fileprivate var isNarrowed: Bool {
    rule != nil || importID != nil || source != nil || batch != nil || since != nil
  }
}

import ArgumentParser
import FormRecorder
import FormRules

/// The options of a decision about failures.
struct DecisionOptions: ParsableArguments {
  @Argument(help: "The submissions by number, instead of options that select them.")
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
      throw ValidationError("decisions apply to current verdicts; --run is not supported")
    }
    guard !submissions.isEmpty || selection.isNarrowed else {
      throw ValidationError(
        "specify the failures by submission numbers, --rule, --import, --source, --batch or --since"
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
  /// Whether the selection has a restriction other than the form.
  fileprivate var isNarrowed: Bool {
    rule != nil || importID != nil || source != nil || batch != nil || since != nil
  }
}

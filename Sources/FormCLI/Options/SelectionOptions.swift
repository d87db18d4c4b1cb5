import ArgumentParser
import FormRecorder
import FormRules

/// The submissions that a report or export covers.
struct SelectionOptions: ParsableArguments {
  @OptionGroup var origin: OriginOptions
  @Option(
    help: ArgumentHelp(
      "Only submissions of imports that began on or after this day (UTC) or time.",
      valueName: "date"),
    transform: OptionParser.timeOrStartOfDay)
  var since: Instant?
  @Option(help: ArgumentHelp("Only failures of this rule.", valueName: "id")) var rule: String?
  @Option(help: ArgumentHelp("Only submissions assigned to this operator.", valueName: "name"))
  var assigned: String?
  @Option(
    help: ArgumentHelp("Use the verdicts of this run instead of the current ones.", valueName: "n"))
  var run: Int64?

  var selection: SubmissionSelection {
    var selection = origin.selection
    (selection.since, selection.rule, selection.runID) = (since, rule, run)
    selection.assignee = assigned
    return selection
  }

  /// The submissions whose failures a command changes: those with the numbers, or those that the
  /// options select.
  ///
  /// - Parameters:
  ///   - changes: What the command makes, in messages.
  ///   - isNarrowed: Whether an option that is not one of these restricts the selection, too.
  ///   - first: The first options that messages name.
  func failures(
    of submissions: [Int64], for changes: String, isNarrowed: Bool = false, by first: String
  ) throws -> SubmissionSelection {
    var selection = selection
    guard run == nil else {
      throw ValidationError("\(changes) apply to current verdicts; --run is not supported")
    }
    guard !submissions.isEmpty || isNarrowed || selection.isNarrowed else {
      throw ValidationError(
        "specify the failures by submission numbers, \(first), --import, --source, --batch, "
          + "--since or --assigned")
    }
    if !submissions.isEmpty { selection.submissions = submissions }
    return selection
  }
}

extension SubmissionSelection {
  /// Whether the selection has a restriction other than the form.
  fileprivate var isNarrowed: Bool {
    rule != nil || importID != nil || source != nil || batchLabel != nil || since != nil
      || assignee != nil
  }
}

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
}

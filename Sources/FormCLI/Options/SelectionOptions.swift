import ArgumentParser
import FormRecorder
import FormRules

/// The submissions that a report or export covers.
struct SelectionOptions: ParsableArguments {
  @Option(help: "Only submissions of this form.") var form: String?
  @Option(
    name: .customLong("import"),
    help: ArgumentHelp("Only submissions of this import.", valueName: "n"))
  var importID: Int64?
  @Option(help: "Only submissions of this source.") var source: String?
  @Option(help: "Only submissions of this batch.") var batch: String?
  @Option(
    help: ArgumentHelp(
      "Only submissions of imports that began on or after this day (UTC) or time.",
      valueName: "date"))
  var since: String?
  @Option(help: ArgumentHelp("Only failures of this rule.", valueName: "id")) var rule: String?
  @Option(
    help: ArgumentHelp("Use the verdicts of this run instead of the current ones.", valueName: "n"))
  var run: Int64?

  func validate() throws {
    if let since, Self.instant(since) == nil {
      throw ValidationError("--since must be written 2026-01-31 or 2026-01-31T09:30:00Z")
    }
  }

  var selection: SubmissionSelection {
    var selection = SubmissionSelection.all
    selection.form = form
    selection.importID = importID
    selection.source = source
    selection.batch = batch
    selection.since = since.flatMap(Self.instant)
    selection.rule = rule
    selection.run = run
    return selection
  }

  static func instant(_ text: String) -> Instant? {
    Instant(text: text) ?? Instant(text: "\(text)T00:00:00Z")
  }
}

import ArgumentParser
import FormRecorder
import FormRules

/// The submissions that a report or export covers.
struct SelectionOptions: ParsableArguments {
  @Option(help: "Only submissions of that form.") var form: String?
  @Option(name: .customLong("import"), help: ArgumentHelp("Only of that import.", valueName: "n"))
  var importID: Int64?
  @Option(help: "Only of that source.") var source: String?
  @Option(help: "Only of that batch.") var batch: String?
  @Option(
    help: ArgumentHelp(
      "Only of imports that began on that day (UTC) or at that time, or later.",
      valueName: "date"))
  var since: String?
  @Option(help: ArgumentHelp("Only failures of that rule.", valueName: "id")) var rule: String?
  @Option(help: ArgumentHelp("By the verdicts of that run, not the last ones.", valueName: "n"))
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

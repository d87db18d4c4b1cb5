import ArgumentParser
import FormRecorder
import FormRules

struct ApplyCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Store changed forms and rule sets as new versions.",
    discussion: """
      Unchanged definitions are not stored again. A rule set is not stored if one of its \
      examples fails. Each change is classified without data: stricter, looser, neither or \
      unknown, as by diff. With --dry-run, the exit code is 1 if --fail-on names the class of a \
      change, or with --impact if a verdict would change.

      formrec apply contacts.yaml
      formrec apply forms/*.yaml --dry-run
      formrec apply contacts.yaml --dry-run --impact
      formrec apply contacts.yaml --dry-run --fail-on stricter
      formrec apply contacts.yaml --by ana --reason 'phone is no longer required'
      """)

  @Argument(help: "The definition files (YAML or JSON).") var files: [String]
  @Flag(help: "Show the changes without storing anything.") var dryRun = false
  @Flag(
    help: "With --dry-run: validate stored submissions and show which verdicts would change.")
  var impact = false
  @OptionGroup var failOn: FailOnChangeOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if !dryRun {
      try require("--dry-run", for: ["--impact": impact, "--fail-on": failOn.failOn != nil])
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let set = try DefinitionSet(files: files)
    let applied = try change.recorder(store, console, isDryRun: dryRun).apply(
      set, isDryRun: dryRun, by: try change.by, reason: change.reason)
    let reports =
      impact
      ? try store.recorder.impact(
        of: set, progress: ProgressLine(console, unit: "submissions").show) : []
    console.clearProgress()
    try console.printReport(
      output.format,
      impact ? JSON.object(["definitions": applied.json, "impact": reports.json]) : applied.json,
      lines: DefinitionReport.lines(applied, isDryRun: dryRun) + reports.flatMap(ReplayText.lines))
    let isChanged = reports.contains { $0.newlyAccepted + $0.newlyRejected > 0 }
    let fails = applied.contains { $0.acceptanceChangesByPart.contains(where: failOn.includes) }
    return isChanged || fails ? .rejected : .success
  }
}

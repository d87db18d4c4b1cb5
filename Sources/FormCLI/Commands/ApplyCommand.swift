import ArgumentParser
import FormRecorder
import FormRules

struct ApplyCommand: VerboseCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Store changed forms and rule sets as new versions.",
    discussion: """
      Unchanged definitions are not stored again. A rule set is not stored if one of its \
      examples fails. With --dry-run --impact, the exit code is 1 if a verdict would change.

      formrec apply contacts.yaml
      formrec apply forms/*.yaml --dry-run
      formrec apply contacts.yaml --dry-run --impact
      formrec apply contacts.yaml --by ana --reason 'phone is no longer required'
      """)

  @Argument(help: "The definition files (YAML or JSON).") var files: [String]
  @Flag(help: "Show the changes without storing anything.") var dryRun = false
  @Flag(
    help: "With --dry-run: validate stored submissions and show which verdicts would change.")
  var impact = false
  @OptionGroup var change: ChangeOptions
  @Option(help: "The output format.") var format = ReportFormat.text
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if !dryRun { try require("--dry-run", for: ["--impact": impact]) }
  }

  func run(_ console: Console) throws -> ExitCode {
    let set = try DefinitionSet(files: files)
    let applied = try change.recorder(store, console, isDryRun: dryRun).apply(
      set, dryRun: dryRun, by: try change.by, reason: change.reason)
    let reports =
      impact
      ? try store.recorder.impact(
        of: set, progress: ProgressLine(console, unit: "submissions").show) : []
    console.clearProgress()
    switch format {
    case .json where impact:
      try console.out(
        "{\"definitions\":\(DefinitionReport.json(applied)),"
          + "\"impact\":\(JSON.array(reports.map(\.json)).text)}")
    case .json: try console.out(DefinitionReport.json(applied))
    case .text:
      for line in DefinitionReport.lines(applied, dryRun: dryRun) { try console.out(line) }
      for report in reports { for line in ReplayText.lines(report) { try console.out(line) } }
    }
    let isChanged = reports.contains { $0.newlyAccepted + $0.newlyRejected > 0 }
    return isChanged ? .failure : .success
  }
}

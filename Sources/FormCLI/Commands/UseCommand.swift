import ArgumentParser
import FormRecorder

struct UseCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Restore an older version of a form or rule set.",
    discussion: """
      The content of the older version becomes the next version. Existing verdicts do not change \
      until a replay.

      formrec use contacts@3 --only-rules --by ana --reason 'the new limit was wrong'
      """)

  @Argument(help: ArgumentHelp("The version to restore.", valueName: "name@version"))
  var version: VersionReference
  @Flag(help: "Restore the form but not the rule set with this name.") var onlyForm = false
  @Flag(help: "Restore the rule set but not the form with this name.") var onlyRules = false
  @OptionGroup var change: ChangeOptions
  @Option(help: "The output format.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if onlyForm { try exclude(["--only-rules": onlyRules], with: "--only-form") }
  }

  func run(_ console: Console) throws -> ExitCode {
    let applied = try change.recorder(store, console).makeCurrent(
      version, isForm: onlyForm ? true : onlyRules ? false : nil, by: try change.by,
      reason: change.reason)
    switch format {
    case .json: try console.out(DefinitionReport.json(applied))
    case .text:
      for line in DefinitionReport.lines(applied, dryRun: false) { try console.out(line) }
    }
    return .success
  }
}

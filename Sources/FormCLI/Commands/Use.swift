import ArgumentParser
import FormRecorder

struct Use: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Make an older version of a form or rule set current again.",
    discussion: """
      Its content becomes the next version, so that versions only ever follow one another. What was judged keeps its verdicts until a replay.

      formrec use contacts@3 --only-rules --by ana --reason 'the new limit was wrong'
      """)

  @Argument(help: ArgumentHelp("The version.", valueName: "name@version"))
  var version: VersionReference
  @Flag(help: "The form of that name, not the rule set.") var onlyForm = false
  @Flag(help: "The rule set of that name, not the form.") var onlyRules = false
  @OptionGroup var change: ChangeOptions
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func validate() throws {
    if onlyForm, onlyRules {
      throw ValidationError("--only-form and --only-rules exclude each other")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let applied = try change.recorder(store, console).use(
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

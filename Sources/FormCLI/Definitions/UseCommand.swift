import ArgumentParser
import FormRecorder

struct UseCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Restore an older version of a form or rule set.",
    discussion: """
      The content of the older version becomes the next version. Existing verdicts do not change \
      until a replay.

      formrec use contacts@3 --kind rules --by ana --reason 'the new limit was wrong'
      """)

  @Argument(help: ArgumentHelp("The version to restore.", valueName: "name@version"))
  var version: VersionReference
  @OptionGroup var choice: DefinitionKindOptions
  @OptionGroup var change: ChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let applied = try change.recorder(store, console).makeCurrent(
      version, kind: choice.kind, by: try change.by,
      reason: change.reason)
    try console.printReport(
      output.format, applied,
      lines: DefinitionReport.lines(applied, isDryRun: false))
    return .success
  }
}

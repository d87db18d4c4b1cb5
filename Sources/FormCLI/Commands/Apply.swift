import ArgumentParser
import FormRecorder

struct Apply: ConsoleCommand {
  static let configuration = CommandConfiguration(
    abstract: "Store forms and rule sets as new versions where they changed.",
    discussion: """
      Running it again changes nothing. A rule set whose own examples do not come out is not stored.

      formrec apply contacts.yaml
      formrec apply forms/*.yaml --dry-run
      """)

  @Argument(help: "Definition files, YAML or JSON.") var files: [String]
  @Flag(help: "Say what would change, and store nothing.") var dryRun = false
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let applied = try store.recorder.apply(DefinitionSet(files: files), dryRun: dryRun)
    switch format {
    case .json: try console.out(DefinitionReport.json(applied))
    case .text:
      for line in DefinitionReport.lines(applied, dryRun: dryRun) { try console.out(line) }
    }
    return .success
  }
}

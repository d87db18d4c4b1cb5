import ArgumentParser
import FormDefinitions
import FormRecorder
import FormRules

struct Diff: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Say in words what differs between two versions.",
    discussion: """
      Compares forms with forms and rule sets with rule sets; either side may be a definition file. \
      The exit code is 1 when they differ.

      formrec diff contacts@1 contacts@2
      formrec diff contacts contacts.yaml --kind rules
      """)

  @Argument(help: ArgumentHelp("The older one.", valueName: "name[@version]")) var old: String
  @Argument(help: ArgumentHelp("The newer one.", valueName: "name[@version]")) var new: String
  @Option(help: "Only the form, or only the rules.") var kind: DefinitionChoice?
  @Option(help: "text or json.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let compared = try store.recorder.diff(
      from: old, to: new, isForm: kind.map { $0 == .form })
    let differs = compared.contains { !$0.diff.changes.isEmpty }
    switch format {
    case .json:
      try console.out(
        JSON.object([
          "differs": .bool(differs), "comparisons": .array(compared.map(\.json)),
        ]).text)
    case .text:
      for item in compared {
        let title = "\(item.old.title) → \(item.new.title)"
        try console.out(
          "\(title): \(item.diff.changes.isEmpty ? "no difference" : "differs")", .title(title))
        for line in item.diff.lines { try console.out("  \(line)") }
      }
    }
    return differs ? .failure : .success
  }
}

import ArgumentParser
import FormDefinitions
import FormRecorder
import FormRules

struct DiffCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Describe the differences between two versions.",
    discussion: """
      Compares forms with forms and rule sets with rule sets. Either side may be a definition \
      file. The exit code is 1 if they differ.

      formrec diff contacts@1 contacts@2
      formrec diff contacts contacts.yaml --kind rules
      """)

  @Argument(help: ArgumentHelp("The older version.", valueName: "name[@version]")) var old: String
  @Argument(help: ArgumentHelp("The newer version.", valueName: "name[@version]")) var new: String
  @OptionGroup var choice: DefinitionKindOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let compared = try store.reader(console).diff(
      from: old, to: new, kind: choice.kind)
    let differs = compared.contains { !$0.diff.changes.isEmpty }
    switch output.format {
    case .json:
      try console.print(
        JSON.object([
          "differs": .bool(differs), "comparisons": .array(compared.map(\.json)),
        ]).text)
    case .text:
      for item in compared {
        let title = "\(item.old.title) → \(item.new.title)"
        try console.print(
          "\(title): \(item.diff.changes.isEmpty ? "no difference" : "differs")",
          highlighting: .title(title))
        try console.print(item.diff.lines.map { "  \($0)" })
      }
    }
    return differs ? .rejected : .success
  }
}

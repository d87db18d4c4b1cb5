import ArgumentParser
import FormDefinitions
import FormRecorder
import FormRules

struct DiffCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Describe the differences between two versions.",
    discussion: """
      Compares forms with forms and rule sets with rule sets. Either side may be a definition \
      file. Each difference is classified without data: stricter, if the newer version accepts \
      no record that the older one rejects; looser, if it rejects no record that the older one \
      accepts; neither, if both accept the same records; or unknown. The exit code is 1 if they \
      differ or, with --fail-on, only if a difference is of one of the given classes.

      formrec diff contacts@1 contacts@2
      formrec diff contacts contacts.yaml --kind rules
      formrec diff contacts contacts.yaml --fail-on stricter,unknown
      """)

  @Argument(help: ArgumentHelp("The older version.", valueName: "name[@version]")) var old: String
  @Argument(help: ArgumentHelp("The newer version.", valueName: "name[@version]")) var new: String
  @OptionGroup var choice: DefinitionKindOptions
  @OptionGroup var failOn: FailOnChangeOptions
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func run(_ console: Console) throws -> ExitCode {
    let compared = try store.reader(console).diff(
      from: old, to: new, kind: choice.kind)
    let changes = compared.flatMap(\.diff.changes)
    let differs = !changes.isEmpty
    let acceptanceChanges = changes.reduce(into: Set<AcceptanceChange>()) {
      $0.formUnion($1.acceptanceChanges)
    }
    switch output.format {
    case .json:
      try console.print(
        JSON.object([
          "differs": .bool(differs),
          "class": .string(AcceptanceChange(combining: acceptanceChanges).rawValue),
          "comparisons": compared.json,
        ]).text)
    case .text:
      for item in compared {
        let title = "\(item.old.title) → \(item.new.title)"
        let isSame = item.diff.changes.isEmpty
        try console.print(
          "\(title): \(isSame ? "no difference" : "differs (\(item.diff.acceptanceChanges.words))")",
          highlighting: .title(title))
        try console.print(item.diff.lines.map { "  \($0)" })
      }
    }
    let fails =
      failOn.failOn == nil ? differs : changes.contains { failOn.includes($0.acceptanceChanges) }
    return fails ? .rejected : .success
  }
}

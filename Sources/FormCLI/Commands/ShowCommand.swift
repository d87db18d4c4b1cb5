import ArgumentParser
import FormDefinitions
import FormRecorder
import FormRules

struct ShowCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a form, a rule set, an import or a run.",
    discussion: """
      A form and a rule set with the same name are shown together. The text output is a valid \
      definition file. With --format json, the stored content is printed, one line per form or \
      rule set.

      formrec show contacts
      formrec show contacts@2 --kind rules --format json
      formrec show --import 3
      """)

  @Argument(help: ArgumentHelp("A form or rule set.", valueName: "name[@version]"))
  var name: VersionReference?
  @Option(help: "Show only the form or only the rules.") var kind: DefinitionChoice?
  @Option(name: .customLong("import"), help: ArgumentHelp("An import.", valueName: "number"))
  var importNumber: Int64?
  @Option(help: ArgumentHelp("A run.", valueName: "number")) var run: Int64?
  @Option(help: "The output format.") var format = ReportFormat.text
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard [name != nil, importNumber != nil, run != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("specify exactly one of NAME, --import NUMBER and --run NUMBER")
    }
    if kind != nil, name == nil {
      throw ValidationError("--kind requires the name of a form or rule set")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    if let name {
      let shown = try store.recorder.definitions(name, isForm: kind.map { $0 == .form })
      try show(shown, console)
    } else if let importNumber {
      let report = try store.recorder.importReport(importNumber)
      switch format {
      case .json: try console.out(report.json.text)
      case .text:
        for line in ImportText.lines(report) { try console.out(line, ImportText.highlight(report)) }
      }
    } else if let run {
      let run = try store.recorder.run(run)
      switch format {
      case .json: try console.out(run.json.text)
      case .text: for line in ListingText.lines(run) { try console.out(line) }
      }
    }
    return .success
  }

  private func show(_ shown: [DefinitionDetails], _ console: Console) throws {
    for (index, item) in shown.enumerated() {
      guard format == .text else {
        try console.out(item.definition.typedJSON.text)
        continue
      }
      if index > 0 { try console.out("---") }
      let versions = item.versions.map(String.init).joined(separator: ", ")
      try console.out("# \(item.title), since \(item.createdAt ?? ""); versions: \(versions)")
      if let by = item.by { try console.out("# by: \(by.escapedForTerminal)") }
      if let reason = item.reason { try console.out("# reason: \(reason.escapedForTerminal)") }
      try console.out(Array(item.definition.yaml.utf8))
    }
  }
}

/// Selects forms or rule sets if both have the same name.
enum DefinitionChoice: String, ExpressibleByArgument, CaseIterable {
  case form, rules
}

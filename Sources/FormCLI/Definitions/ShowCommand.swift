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
      formrec show --import 7 --patch
      """)

  @Argument(help: ArgumentHelp("A form or rule set.", valueName: "name[@version]"))
  var name: VersionReference?
  @OptionGroup var choice: DefinitionKindOptions
  @Option(name: .customLong("import"), help: ArgumentHelp("An import.", valueName: "number"))
  var importNumber: Int64?
  @Flag(help: "Show what each correction of the import changed.") var patch = false
  @Option(help: ArgumentHelp("A run.", valueName: "number")) var run: Int64?
  @OptionGroup var output: FormatOptions<ReportFormat>
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard [name != nil, importNumber != nil, run != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("specify exactly one of NAME, --import NUMBER and --run NUMBER")
    }
    if name == nil {
      try require("the name of a form or rule set", for: ["--kind": choice.kind != nil])
    }
    if importNumber == nil { try require("--import", for: ["--patch": patch]) }
  }

  func run(_ console: Console) throws -> ExitCode {
    let recorder = try store.reader(console)
    if let name {
      let shown = try recorder.definitions(name, kind: choice.kind)
      try show(shown, console)
    } else if let importNumber {
      var report = try recorder.importReport(importNumber)
      if patch { report.patches = try recorder.patches(ofImport: importNumber) }
      try console.printReport(
        output.format, report,
        lines: ImportText.lines(report)
          + (report.patches ?? []).map { "  \(CorrectionText.text($0))" },
        highlighting: ImportText.highlight(report))
    } else if let run {
      let run = try recorder.run(run)
      try console.printReport(output.format, run, lines: ListingText.lines(run))
    }
    return .success
  }

  private func show(_ shown: [DefinitionDetails], _ console: Console) throws {
    for (index, item) in shown.enumerated() {
      guard output.format == .text else {
        try console.print(item.definition.typedJSON.text)
        continue
      }
      if index > 0 { try console.print("---") }
      let versions = item.versions.map(String.init).joined(separator: ", ")
      try console.print("# \(item.title), since \(item.createdAt ?? ""); versions: \(versions)")
      if let by = item.by { try console.print("# by: \(by.escapedForTerminal)") }
      if let reason = item.reason { try console.print("# reason: \(reason.escapedForTerminal)") }
      try console.write(Array(item.definition.yaml.utf8))
    }
  }
}

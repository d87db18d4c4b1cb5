import ArgumentParser
import FormRecorder
import FormRules

struct Split: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Find where a file can be cut into parts that are judged apart.",
    discussion: """
      Prints JSON: the columns, and for each part its bytes with the numbers of its first record and \
      line. 'formrec check' judges a part with --columns, --range, --first-record and --first-line, \
      and all parts together have the verdicts of the whole, but for rules 'unique': see --unique. \
      The file is read from end to end, as it will be when it is judged, so quoted line breaks and \
      stray quotes are no matter.

      What is compressed, in another encoding than UTF-8, or JSON has no parts; 'whole' says why.

      formrec split contacts.csv --parts 8 --definitions contacts.yaml
      """)

  @Argument(help: "The file.") var file: String
  @Option(help: "How many parts there are to be, at most 100,000.") var parts: Int
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Definition files, YAML or JSON, if the form says how its files are written.",
      valueName: "file"))
  var definitions: [String] = []
  @Option(help: "The form, if the definitions have several.") var form: String?
  @Option(help: "The rule set, if the definitions have several.") var rules: String?
  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    guard (1...100_000).contains(parts) else {
      throw ValidationError("--parts must be 1 to 100000")
    }
    if definitions.isEmpty, form != nil || rules != nil {
      throw ValidationError("--form and --rules are names in --definitions")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    // Nothing is half-done when it is broken off.
    StopSignals.uninstall()
    let form: Form? =
      definitions.isEmpty
      ? nil : try DefinitionSet(files: definitions).bind(form: form, rules: rules).form
    let split = try FileSplit(file, into: parts, reading.input, form)
    try console.out(split.json(file: file).text)
    return .success
  }
}

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

      What is compressed, in another encoding than UTF-8, or a JSON array has no parts; 'whole' says why.

      formrec split contacts.csv --parts 8 --definitions contacts.yaml
      formrec split - --part-bytes 67108864 < contacts.csv
      """)

  @Argument(help: "The file; - is standard input.") var file: String
  @Option(help: "How many parts there are to be, at most 100,000.") var parts: Int?
  @Option(
    name: .customLong("part-bytes"),
    help: ArgumentHelp("How long a part is to be at least, in bytes.", valueName: "bytes"))
  var partBytes: Int?
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
    guard (parts == nil) != (partBytes == nil) else {
      throw ValidationError("give either --parts or --part-bytes")
    }
    if let parts, !(1...100_000).contains(parts) {
      throw ValidationError("--parts must be 1 to 100000")
    }
    if let partBytes, partBytes < 1 { throw ValidationError("--part-bytes must be 1 or more") }
    if file == "-", partBytes == nil {
      throw ValidationError("the length of standard input is not known; give --part-bytes")
    }
    if definitions.isEmpty, form != nil || rules != nil {
      throw ValidationError("--form and --rules are names in --definitions")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    let form: Form? =
      definitions.isEmpty
      ? nil : try DefinitionSet(files: definitions).bind(form: form, rules: rules).form
    let cut = partBytes.map(FileSplit.Cut.bytes) ?? .parts(parts ?? 1)
    let split = try FileSplit(file, cut, reading.input, form)
    try console.out(split.json(file: file).text)
    return .success
  }
}

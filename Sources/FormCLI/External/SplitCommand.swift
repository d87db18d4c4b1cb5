import ArgumentParser
import FormRecorder
import FormRules

struct SplitCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract:
      "Find the positions at which a file can be split into parts that are checked independently.",
    discussion: """
      Prints JSON with the columns, and for each part its byte range and the numbers of its \
      first record and line. 'formrec check' checks a part with --columns, --range, \
      --first-record and --first-line. All parts together have the verdicts of the whole file, \
      except for rules that compare records ('unique', 'depends', 'resembles'); see 'formrec \
      check'. The file is read completely and in the same way as by a check, so quoted line breaks \
      and stray quotes are handled.

      Compressed files, files in encodings other than UTF-8, and JSON arrays cannot be split; \
      'whole' contains the reason.

      formrec split contacts.csv --parts 8 --definitions contacts.yaml
      formrec split - --part-bytes 67108864 < contacts.csv
      """)

  @Argument(help: "The file to split; - is standard input.") var file: String
  @Option(help: "The number of parts, at most 100,000.") var parts: Int?
  @Option(help: ArgumentHelp("The minimum size of a part in bytes.", valueName: "bytes"))
  var partBytes: Int?
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The definition files (YAML or JSON), if the form specifies the format of its files.",
      valueName: "file"))
  var definitions: [String] = []
  @Option(help: "The form, if the definitions contain several.") var form: String?
  @Option(help: "The rule set, if the definitions contain several.") var rules: String?
  @Option(help: "The sender of the file. The settings of a defined source apply.")
  var source: String?
  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    guard (parts == nil) != (partBytes == nil) else {
      throw ValidationError("specify either --parts or --part-bytes")
    }
    try require("--parts", parts, in: 1...100_000)
    try require("--part-bytes", partBytes, in: 1...(.max))
    if file == "-", partBytes == nil {
      throw ValidationError("standard input has no known length; specify --part-bytes instead")
    }
    if definitions.isEmpty, form != nil || rules != nil || source != nil {
      throw ValidationError("--form, --rules and --source require --definitions")
    }
  }

  func run(_ console: Console) throws -> ExitCode {
    var input = reading.input
    var form: Form?
    if !definitions.isEmpty {
      let set = try DefinitionSet(files: definitions)
      let source = self.source.flatMap(set.source(named:))
      form = try set.bind(form: self.form ?? source?.onlyForm, rules: rules).form
      if let settings = form.flatMap({ source?.form(named: $0.name) }) { input.adopt(settings) }
    }
    let partSize = partBytes.map(FileSplit.PartSize.bytes) ?? .parts(parts ?? 1)
    let split = try FileSplit(file, partSize, input: input, form: form)
    try console.print(split.json(file: file).text)
    return .success
  }
}

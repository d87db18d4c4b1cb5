import ArgumentParser
import FormConversion
import FormRecorder

struct ConvertCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert between definitions and the schemas of other programs.",
    discussion: """
      Supported are Frictionless Table Schema (including the schemas of a data package), JSON \
      Schema of flat objects, CSV on the Web metadata, and rule sheets: CSV or xlsx tables with \
      a row per form, field or rule. Elements without an equivalent are listed on standard error \
      with their location. Rule sheets represent everything but sources.

      formrec convert datapackage.json -o contacts.yaml
      formrec convert contacts.yaml --to sheet -o contacts.xlsx
      formrec convert contacts.xlsx -o contacts.yaml --force
      formrec convert contacts.yaml --to json-schema
      """)

  @Argument(help: "The file to convert.") var file: String
  @Option(help: "The format of the file. Default: detected from its content.")
  var from: DefinitionConversion.Format?
  @Option(help: "The format to convert to. Default: yaml.") var to: DefinitionConversion.Format?
  @Option(help: "The name of the form, if the schema does not contain one.") var name: String?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write; .xlsx for a workbook. Default: standard output.", valueName: "path"))
  var output: String?
  @Flag(help: "Replace an existing file.") var force = false

  func validate() throws {
    if force, output == nil { throw ValidationError("--force requires -o") }
  }

  func run(_ console: Console) throws -> ExitCode {
    try OutputFile.check(output, isNoneOf: [file])
    let conversion = try DefinitionConversion(file, from: from, name: name)
    guard let to = try to ?? conversion.defaultFormat() else {
      let formats = DefinitionConversion.Format.allCases.filter { $0 != .yaml }.map(\.rawValue)
      throw RecorderError(
        .usage, "\(file): contains definitions; specify the format with --to \(formats.listed)")
    }
    let result = try conversion.converted(to: to)
    try console.write(
      DefinitionConversion.write(result, to: output == "-" ? nil : output, replacing: force))
    for note in result.notes { console.printError(note.line(file)) }
    for (text, kind) in [
      ("not converted", ConversionNote.Kind.loss), ("validated differently", .difference),
    ] {
      let count = result.notes.count { $0.kind == kind }
      if count > 0 { console.printError("\(text): \(count)") }
    }
    return .success
  }
}

extension DefinitionConversion.Format: ExpressibleByArgument {}

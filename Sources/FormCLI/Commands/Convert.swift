import ArgumentParser
import FormConversion
import FormRecorder

struct Convert: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Turn schemas of other programs into definitions, and definitions into these.",
    discussion: """
      Takes and makes Frictionless Table Schema (also the schemas of a data package), JSON Schema of flat \
      objects, CSV on the Web metadata, and rule sheets: a table, CSV or xlsx, with a row a form, field or \
      rule. What cannot be carried over is listed on the error stream with its place. A rule sheet carries \
      everything.

      formrec convert datapackage.json -o contacts.yaml
      formrec convert contacts.yaml --to sheet -o contacts.xlsx
      formrec convert contacts.xlsx -o contacts.yaml --force
      formrec convert contacts.yaml --to json-schema
      """)

  @Argument(help: "The file.") var file: String
  @Option(help: "yaml, table-schema, json-schema, csvw or sheet; by its content unless said.")
  var from: DefinitionConversion.Format?
  @Option(help: "The same; yaml unless said.") var to: DefinitionConversion.Format?
  @Option(help: "What the form is called, where the schema does not say.") var name: String?
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file; else the output. A workbook ends in .xlsx.", valueName: "path"))
  var output: String?
  @Flag(help: "Replace a file that is there already.") var force = false

  func validate() throws {
    if force, output == nil { throw ValidationError("--force is for -o") }
  }

  func run(_ console: Console) throws -> ExitCode {
    let conversion = try DefinitionConversion(file, from: from, name: name)
    guard let to = try to ?? conversion.defaultFormat() else {
      throw RecorderError(
        .usage,
        "\(file): holds definitions; say to what: --to table-schema, json-schema, csvw or sheet")
    }
    let result = try conversion.converted(to: to)
    try console.out(
      DefinitionConversion.write(result, to: output == "-" ? nil : output, replacing: force))
    for note in result.notes { console.err(note.line(file)) }
    for (words, kind) in [
      ("not carried over", ConversionNote.Kind.loss), ("judged differently", .difference),
    ] {
      let count = result.notes.count { $0.kind == kind }
      if count > 0 { console.err("\(words): \(count)") }
    }
    return .success
  }
}

extension DefinitionConversion.Format: ExpressibleByArgument {}

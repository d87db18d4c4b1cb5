import ArgumentParser
import FormRecorder

/// The format of a file of records.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The character between cells; tab or \\t is a tab.", valueName: "char"))
  var delimiter: String?

  @Option(help: ArgumentHelp("\(InputOptions.encodings.listed).", valueName: "name"))
  var encoding: String?

  @Option(
    help: ArgumentHelp(
      "The line of the header, or its row in a workbook, starting at 1.", valueName: "line"))
  var header: Int?

  @Flag(help: "The file has no header; columns are the fields in order.") var noHeader = false

  @Option(
    help: ArgumentHelp(
      "\(InputOptions.formats.listed). Default: by name and content.", valueName: "name"))
  var inputFormat: String?

  @Option(
    help: ArgumentHelp("The entry to read of a zip file with several entries.", valueName: "name"))
  var entry: String?

  @Option(
    help: ArgumentHelp(
      "The sheet of a workbook, by name or number. Default: the first.", valueName: "name or N"))
  var sheet: String?

  @Option(
    help: ArgumentHelp("Read a field from this column; may be repeated.", valueName: "column=field")
  )
  var map: [String] = []

  @Option(
    help: ArgumentHelp("The maximum size of a record in bytes. Default: 1 MiB.", valueName: "bytes")
  )
  var maxRecord: Int?

  func validate() throws {
    try require("--header", header, in: 1...(.max))
    if header != nil { try exclude(["--no-header": noHeader], with: "--header") }
    for entry in map where NameValue(entry, at: .last) == nil {
      throw ValidationError("--map '\(entry)' must be written COLUMN=FIELD")
    }
    try require("--max-record", maxRecord, in: InputOptions.recordBytes, unit: "bytes")
  }

  var input: InputOptions {
    InputOptions(
      delimiter: delimiter, encoding: encoding, header: noHeader ? 0 : header,
      format: inputFormat, entry: entry, sheet: sheet,
      map: map.compactMap { NameValue($0, at: .last) }.map { ($0.name, $0.value) },
      maximumRecordBytes: maxRecord)
  }
}

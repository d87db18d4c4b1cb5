import ArgumentParser
import FormRecorder

/// The format of a file of records, without the form's part in it.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The character between cells; tab or \\t is a tab.", valueName: "char"))
  var delimiter: String?

  @Option(
    help: ArgumentHelp(
      "utf-8, utf-16, or an encoding such as windows-1250, iso-8859-2 or shift_jis.",
      valueName: "name"))
  var encoding: String?

  @Option(
    help: ArgumentHelp(
      "The line of the header, or its row in a workbook, starting at 1.", valueName: "line"))
  var header: Int?

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
    help: ArgumentHelp("The maximum size of a record in bytes. Default: 1 MiB.", valueName: "bytes")
  )
  var maxRecord: Int?

  func validate() throws {
    try require("--header", header, in: 1...(.max))
    try require("--max-record", maxRecord, in: InputOptions.recordBytes, unit: "bytes")
  }

  var input: InputOptions {
    var input = InputOptions()
    (input.delimiter, input.encoding, input.header) = (delimiter, encoding, header)
    (input.format, input.entry, input.sheet) = (inputFormat, entry, sheet)
    input.maximumRecordBytes = maxRecord
    return input
  }
}

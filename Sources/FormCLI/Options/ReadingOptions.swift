import ArgumentParser
import FormRecorder
import FormRules

/// The format of a file of records.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The character between cells; tab or \\t is a tab.", valueName: "char"))
  var delimiter: String?

  @Option(
    help: ArgumentHelp(
      "A key of the form's file, such as quote=none, or standard; may be repeated. Replaces the form's.",
      valueName: "key=value"))
  var dialect: [String] = []

  @Option(
    help: ArgumentHelp(
      "utf-8, utf-16, or an encoding such as windows-1250, iso-8859-2 or shift_jis.",
      valueName: "name"))
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
    _ = try fileDialect()
  }

  /// The dialect, or nil if it is not given.
  private func fileDialect() throws -> FileDialect? {
    guard !dialect.isEmpty else { return nil }
    var result = FileDialect()
    for entry in dialect where entry != "standard" {
      guard let setting = NameValue(entry, at: .first) else {
        throw ValidationError("--dialect '\(entry)' must be written KEY=VALUE, or standard")
      }
      guard let key = FileDialect.Key(rawValue: setting.name) else {
        let known = FileDialect.Key.allCases.map(\.rawValue)
        throw ValidationError("--dialect: \(String.unknown("key", setting.name, known: known))")
      }
      if let fault = result.set(key, setting.value) {
        throw ValidationError("--dialect: \(fault)")
      }
    }
    if let conflict = result.conflict(delimiter: delimiter) {
      throw ValidationError("--dialect: \(conflict)")
    }
    return result
  }

  var input: InputOptions {
    // Nil if the options conflict, which `validate` reports.
    let dialect = try? fileDialect()
    return InputOptions(
      delimiter: delimiter, encoding: encoding, header: noHeader ? 0 : header,
      format: inputFormat, entry: entry, sheet: sheet,
      map: map.compactMap { NameValue($0, at: .last) }.map { ($0.name, $0.value) },
      maximumRecordBytes: maxRecord, dialect: dialect)
  }
}

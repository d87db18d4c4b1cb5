import ArgumentParser
import FormRecorder
import FormRules

/// The format of a file of records.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var file: FileOptions

  @Option(
    help: ArgumentHelp(
      "A key of the form's file, such as quote=none, or standard; may be repeated. Replaces the form's.",
      valueName: "key=value"))
  var dialect: [String] = []

  @Flag(help: "The file has no header; columns are the fields in order.") var noHeader = false

  @Option(
    help: ArgumentHelp("Read a field from this column; may be repeated.", valueName: "column=field")
  )
  var map: [String] = []

  func validate() throws {
    if file.header != nil { try exclude(["--no-header": noHeader], with: "--header") }
    var columns: Set<String> = []
    for entry in map {
      guard let assignment = NameValue(entry, at: .last) else {
        throw ValidationError("--map '\(entry)' must be written COLUMN=FIELD")
      }
      guard columns.insert(Field.headerKey(assignment.name)).inserted else {
        throw ValidationError("--map \(assignment.name) may be specified only once")
      }
    }
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
      if let problem = result.set(key, setting.value) {
        throw ValidationError("--dialect: \(problem)")
      }
    }
    if let conflict = result.conflict(delimiter: file.delimiter) {
      throw ValidationError("--dialect: \(conflict)")
    }
    return result
  }

  var input: InputOptions {
    var input = file.input
    if noHeader { input.header = 0 }
    input.map = map.compactMap { NameValue($0, at: .last) }.map { ($0.name, $0.value) }
    // Nil if the options conflict, which `validate` reports.
    input.dialect = try? fileDialect()
    return input
  }
}

import FormConversion
import FormDefinitions
import FormRecorder
import FormRules
import Foundation

/// Converts definitions to and from other formats.
struct DefinitionConversion: Sendable {
  /// A format of definitions.
  enum Format: Hashable, Sendable, CaseIterable, RawRepresentable {
    case yaml
    case schema(SchemaFormat)
    /// A rule sheet: a workbook if the file name has its extension, otherwise CSV.
    case sheet

    static let allCases = [.yaml] + SchemaFormat.allCases.map(Format.schema) + [.sheet]

    init?(rawValue: String) {
      guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = format
    }

    /// The name on the command line.
    var rawValue: String {
      switch self {
      case .yaml: "yaml"
      case .schema(let format): format.rawValue
      case .sheet: "sheet"
      }
    }
  }

  /// The result of a conversion.
  struct Output: Sendable {
    /// The text, or nil for a workbook.
    var text: String?
    /// The rows of a rule sheet.
    var rows: [[String]] = []
    var notes: [ConversionNote] = []
  }

  private let path: String
  private let from: Format
  private let text: String
  private let name: String

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - from: The format of the file, or nil to detect it from the content.
  ///   - name: The name of the form if the file does not specify it, or nil for the name of the
  ///     file.
  init(_ path: String, from: Format?, name: String?) throws(RecorderError) {
    self.path = path
    self.name =
      name ?? URL(fileURLWithPath: path).lastPathComponent.split(separator: ".").first
      .map(String.init) ?? "converted"
    let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
    if from == .sheet || from == nil && ["csv", "tsv", "xlsx"].contains(suffix) {
      self.from = .sheet
      text = try Self.definitions(ofSheet: path)
      return
    }
    let found = try DefinitionSet.read([path]) { bytes, _ in [bytes] }.first ?? []
    let text = String(decoding: found, as: UTF8.self)
    self.text = text
    self.from =
      from ?? SchemaConversion.format(of: text).map(Format.schema) ?? .yaml
  }

  /// The default target format: definitions, from which all other formats are generated, or nil if
  /// the file already contains definitions.
  ///
  /// - Throws: `RecorderError` if the file has none of the formats.
  func defaultFormat() throws(RecorderError) -> Format? {
    if from == .yaml { _ = try definitions(text) }
    return from == .yaml ? nil : .yaml
  }

  private static func definitions(ofSheet path: String) throws(RecorderError) -> String {
    let table = try FileTable(reading: path)
    let header = table.header.map { $0.lowercased() }
    guard header.contains("what") else {
      throw RecorderError(
        .refused,
        "\(path): is not a rule sheet; a rule sheet has the columns \(RuleSheet.columns.joined(separator: ", "))"
      )
    }
    if let unknown = header.first(where: { !$0.isEmpty && !RuleSheet.columns.contains($0) }) {
      let message = String.unknown("column", unknown, known: RuleSheet.columns)
      throw RecorderError(.refused, "\(path): \(message)")
    }
    let rows = table.rows.map {
      (line: $0.line, cells: Dictionary(zip(header, $0.cells), uniquingKeysWith: { a, _ in a }))
    }
    return try mappingErrors { try RuleSheet.yaml(rows, columns: header, file: path) }
  }

  private func definitions(_ yaml: String) throws(RecorderError) -> [Definition] {
    try mappingErrors {
      try DefinitionFile.parse(yaml, file: path, knownRules: RuleRegistry.names)
    }
  }

  func converted(to: Format) throws(RecorderError) -> Output {
    try mappingErrors {
      var notes: [ConversionNote] = []
      var yaml = text
      if case .schema(let schema) = from {
        let converted = try SchemaConversion.definitions(text, schema, name: name, file: path)
        yaml = converted.text
        notes = converted.notes
      }
      if to == .yaml, from != .yaml { return Output(text: yaml, notes: notes) }
      let definitions = try definitions(yaml)
      if to == .sheet { return Output(rows: try RuleSheet.rows(definitions), notes: notes) }
      guard case .schema(let schema) = to else {
        return Output(text: definitions.map(\.yaml).joined(separator: "---\n"), notes: notes)
      }
      let converted = try SchemaConversion.schema(definitions, schema, file: path)
      return Output(text: converted.text, notes: notes + converted.notes)
    }
  }

  /// Writes the result to a file, which gets its name once it is complete.
  ///
  /// - Parameter output: The path of the file, or nil to return the bytes.
  static func write(_ result: Output, to output: String?, replacing: Bool)
    throws(RecorderError) -> [UInt8]
  {
    let table = FileTable(result.rows)
    guard let output else { return result.text.map { Array($0.utf8) } ?? table.csv }
    if let text = result.text {
      try OutputFile.write(text, to: output, replacing: replacing)
    } else {
      try table.write(to: output, sheet: "Rules", replacing: replacing)
    }
    return []
  }
}

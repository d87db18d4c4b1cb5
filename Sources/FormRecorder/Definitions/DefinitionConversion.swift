import FormCSV
import FormDefinitions
import FormRules
import Foundation

/// Turns definitions into other ways to write them, and back.
package struct DefinitionConversion: Sendable {
  /// What definitions can be written as.
  package enum Format: String, Sendable, CaseIterable {
    case yaml
    case tableSchema = "table-schema"
    case jsonSchema = "json-schema"
    case csvw
    /// A rule sheet: CSV, or a workbook where the file is called so.
    case sheet
  }

  /// What came of it.
  package struct Result: Sendable {
    /// The text; nil for a workbook.
    package var text: String?
    /// The rows of a rule sheet.
    package var rows: [[String]] = []
    package var notes: [String] = []
  }

  private let path: String
  private let from: Format
  private let text: String
  private let name: String

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - from: its format; nil: by its content.
  ///   - name: what the form is called where the file does not say; nil: as the file.
  package init(_ path: String, from: Format?, name: String?) throws(RecorderError) {
    self.path = path
    self.name =
      name ?? URL(fileURLWithPath: path).lastPathComponent.split(separator: ".").first
      .map(String.init) ?? "converted"
    let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
    if from == .sheet || from == nil && ["csv", "tsv", "xlsx"].contains(suffix) {
      self.from = .sheet
      text = try RuleSheetFile.yaml(path)
      return
    }
    let found = try DefinitionSet.read([path]) { bytes, _ in [bytes] }.first ?? []
    let text = String(decoding: found, as: UTF8.self)
    self.text = text
    self.from =
      from ?? SchemaConversion.format(of: text).flatMap { Format(rawValue: $0.rawValue) } ?? .yaml
  }

  /// What it is converted to unless somebody says: definitions, of which everything else is made; nil for
  /// definitions themselves.
  ///
  /// - Throws: when it is none of the formats.
  package func usualFormat() throws(RecorderError) -> Format? {
    if from == .yaml { _ = try definitions(text) }
    return from == .yaml ? nil : .yaml
  }

  private func definitions(_ yaml: String) throws(RecorderError) -> [Definition] {
    do {
      return try DefinitionFile.parse(yaml, file: path, knownRules: RuleRegistry.names)
    } catch {
      throw RecorderError(error)
    }
  }

  package func converted(to: Format) throws(RecorderError) -> Result {
    do {
      var notes: [String] = []
      var yaml = text
      if let schema = SchemaFormat(rawValue: from.rawValue) {
        let converted = try SchemaConversion.definitions(text, schema, name: name, file: path)
        yaml = converted.text
        notes = converted.notes.map { $0.line(path) }
      }
      if to == .yaml, from != .yaml { return Result(text: yaml, notes: notes) }
      let definitions = try definitions(yaml)
      if to == .sheet { return Result(rows: RuleSheet.rows(definitions), notes: notes) }
      guard let schema = SchemaFormat(rawValue: to.rawValue) else {
        return Result(text: definitions.map(\.yaml).joined(separator: "---\n"), notes: notes)
      }
      let converted = try SchemaConversion.schema(definitions, schema)
      return Result(
        text: converted.text, notes: notes + converted.notes.map { $0.line(path) })
    } catch {
      throw RecorderError(error)
    }
  }

  /// Writes what came of it: the file appears when it is whole.
  ///
  /// - Parameter output: the file; nil gives the bytes back.
  package static func write(_ result: Result, to output: String?, replacing: Bool)
    throws(RecorderError) -> [UInt8]
  {
    func bytes() -> [UInt8] {
      result.text.map { Array($0.utf8) } ?? RuleSheetFile.csv(result.rows)
    }
    guard let output else { return bytes() }
    do {
      let file = try OutputFile(path: output, replacing: replacing, protecting: nil)
      if result.text == nil, output.lowercased().hasSuffix(".xlsx") {
        try RuleSheetFile.writeWorkbook(result.rows, to: file)
      } else {
        try file.write(bytes())
      }
      try file.seal()
      try file.publish()
      return []
    } catch {
      throw RecorderError(error)
    }
  }
}

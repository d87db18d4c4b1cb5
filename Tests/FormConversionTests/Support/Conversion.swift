import FormRules
import Testing

@testable import FormConversion
@testable import FormDefinitions

/// Returns the definitions in a YAML text.
func parseDefinitions(_ yaml: String) throws -> [Definition] {
  try DefinitionFile.parse(yaml, file: "x.yaml", knownRules: RuleRegistry.names)
}

/// Converts a schema, whose language is detected from its content.
func convertSchema(_ json: String) throws -> ConvertedSchema {
  let format = try #require(SchemaConversion.format(of: json))
  return try SchemaConversion.definitions(json, format, name: "my file", file: "x.json")
}

/// Expects that a schema is converted to definitions with certain parts, and that the rest is noted
/// with its location.
///
/// - Parameters:
///   - notes: The beginning of each note about a loss.
///   - parts: Texts that the definitions contain.
func expectLosses(
  of json: String, _ notes: [String], _ parts: [String],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let converted = try convertSchema(json)
  let lines = converted.notes.filter { $0.kind == .loss }.map { String($0.line("x").dropFirst(2)) }
  #expect(lines.count == notes.count, "\(lines)", sourceLocation: sourceLocation)
  for (line, note) in zip(lines, notes) {
    #expect(line.hasPrefix(note), sourceLocation: sourceLocation)
  }
  for part in parts {
    #expect(converted.text.contains(part), "\(converted.text)", sourceLocation: sourceLocation)
  }
}

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

/// Describes what a schema with one field `n` becomes: the lines of the definitions that describe
/// the file, the field and its rules, then the losses after `!`.
func describeReading(_ schema: String) throws -> String {
  let converted = try convertSchema(schema)
  let lines = converted.text.split(separator: "\n").map {
    $0.trimmingPrefix(while: { $0 == " " })
  }
  let parts = lines.filter { $0.hasPrefix("- ") || $0.hasPrefix("file: ") || $0.hasPrefix("key: ") }
  return
    (parts.map { String($0.hasPrefix("- ") ? $0.dropFirst(2) : $0) }
    + converted.losses.map { "! \($0)" }).joined(separator: "; ")
}

/// Describes what a field `n` with one rule becomes: the members of its schema after the name, then
/// the losses after `!`.
///
/// - Parameters:
///   - type: The type of the field, which may be followed by its options.
///   - rule: The rule with its properties, as the content of a flow mapping, or an empty text.
func describeWriting(_ type: String, _ rule: String, _ format: SchemaFormat) throws -> String {
  let rules = rule.isEmpty ? "" : "fields: {n: [{\(rule)}]}\n"
  let definitions = try parseDefinitions(
    "form: f\nfields:\n  - {name: n, type: \(type)}\n---\nrules: f\nform: f\n\(rules)")
  let schema = try SchemaConversion.schema(definitions, format)
  let text = schema.text.split(separator: "\n").map { $0.trimmingPrefix(while: { $0 == " " }) }
    .joined(separator: " ")
  let field = try #require(
    format == .jsonSchema
      ? text.firstMatch(of: /"n": \{ (.*?) \} \}, "required"/)?.1
      : text.firstMatch(of: /"name": "n", (?:"titles": "n", )?(.*?) \} \]/)?.1)
  return ([String(field)] + schema.losses.map { "! \($0)" }).joined(separator: "; ")
}

/// The differences, without their fields, between a form whose field `n` has one rule and its
/// schema.
func differences(_ type: String, _ rule: String, _ format: SchemaFormat) throws -> [String] {
  let rules = rule.isEmpty ? "" : "fields: {n: [{\(rule)}]}\n"
  let definitions = try parseDefinitions(
    "form: f\nfields:\n  - {name: n, type: \(type)}\n---\nrules: f\nform: f\n\(rules)")
  let notes = try SchemaConversion.schema(definitions, format).notes
  return notes.filter { $0.kind == .difference && $0.fields == ["n"] }.map(\.text)
}

extension ConvertedSchema {
  /// The texts of the notes about losses.
  var losses: [String] { notes.filter { $0.kind == .loss }.map(\.text) }
}

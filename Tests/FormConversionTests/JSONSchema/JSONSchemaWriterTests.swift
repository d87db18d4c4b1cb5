import FormRules
import Testing

@testable import FormConversion

/// Conversion to JSON Schema.
@Suite struct JSONSchemaWriterTests {
  /// Rules that JSON Schema cannot express are noted, including those with conditions.
  @Test(arguments: [
    ("pattern: x, when: a is blank", true), ("pattern: x, when: n > 1 and b = 'x'", true),
    ("pattern: x, when: n > b", false), ("pattern: x, when: sum(n) > 1", false),
    ("pattern: x, when: day > 2026-01-01", false), ("pattern: x, when: t = 'x'", false),
    ("pattern: x, when: b = 'x', severity: warning", false), ("pattern: x++, when: b = 'x'", false),
    ("any: [email, {pattern: x}]", true), ("not: [{pattern: x}]", true), ("not: email", false),
    ("any: [required, {pattern: x}]", false), ("any: [{length: {max: 2}}]", false),
    ("required: null, when: t is blank", false), ("blank: null, when: n = -1 or n < 2.5", true),
  ])
  func conditionsBecomeSchemas(_ rule: String, isTaken: Bool) throws {
    let definitions = try parseDefinitions(
      """
      form: f
      fields:
        - {name: a, type: text}
        - {name: b, type: text}
        - {name: n, type: integer}
        - {name: day, type: date}
        - {name: t, type: text, trim: true}
      ---
      rules: f
      form: f
      fields:
        a:
          - {\(rule)}
      """)
    let schema = try SchemaConversion.schema(definitions, .jsonSchema)
    let lost = schema.notes.filter { $0.text.hasPrefix("rule ") }
    #expect(lost.isEmpty == isTaken, "\(lost)")
    #expect(schema.text.contains("\"allOf\": [\n    {") == isTaken)
    let other = try SchemaConversion.schema(definitions, .tableSchema)
    #expect(other.notes.contains { $0.text.hasPrefix("rule ") })
  }
}

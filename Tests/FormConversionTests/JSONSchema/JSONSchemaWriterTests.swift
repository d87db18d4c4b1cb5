import FormRules
import Testing

@testable import FormConversion

/// Conversion to JSON Schema.
@Suite struct JSONSchemaWriterTests {
  /// Rules that JSON Schema cannot express are noted, including those with conditions.
  @Test(arguments: [
    ("pattern: x, when: a is blank", true), ("pattern: x, when: n > 1 and b = 'x'", true),
    ("pattern: x, when: n > n", false), ("pattern: x, when: sum(n) > 1", false),
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
    let lost = schema.notes.filter { $0.text.hasPrefix("rule ") && !$0.text.contains(" becomes ") }
    #expect(lost.isEmpty == isTaken, "\(lost)")
    #expect(schema.text.contains("\"allOf\": [\n    {") == isTaken)
    let other = try SchemaConversion.schema(definitions, .tableSchema)
    #expect(other.notes.contains { $0.text.hasPrefix("rule ") })
  }

  static let writings: [(type: String, rule: String, schema: String)] = [
    (
      "integer",
      "range: {min: 1, maxExclusive: 9}",
      #""type": [ "integer", "null" ], "minimum": 1, "exclusiveMaximum": 9"#
    ),
    ("decimal, scale: 2", "", #""type": [ "number", "null" ]; ! number format: not converted"#),
    (
      "text",
      "length: {min: 2, max: 5, unit: scalar}",
      #""type": [ "string", "null" ], "minLength": 2, "maxLength": 5"#
    ),
    (
      "text",
      "length: {min: 2, unit: utf8}",
      #""type": [ "string", "null" ]; ! rule 'length': not converted"#
    ),
    ("text", "email: null", #""type": [ "string", "null" ], "format": "email""#),
    ("text", "url: null", #""type": [ "string", "null" ], "format": "uri""#),
    ("text", "pattern: '[a-z]+'", #""type": [ "string", "null" ], "pattern": "^(?:[a-z]+)$""#),
    (
      "text",
      "pattern: {pattern: a, mode: search}",
      #""type": [ "string", "null" ], "pattern": "a""#
    ),
    ("text", "in: [a, b]", #""type": [ "string", "null" ], "enum": [ "a", "b", null ]"#),
    ("integer", "in: [1, 2]", #""type": [ "integer", "null" ], "enum": [ 1, 2, null ]"#),
    (
      "boolean, true: [Ja], false: [Nein]", "in: [Ja]",
      #""type": [ "boolean", "null" ], "enum": [ true, null ]; ! words for true and false: not converted"#
    ),
    (
      "boolean, true: [Ja], false: [Nein]", "in: [ja, Ja, NEIN]",
      #""type": [ "boolean", "null" ], "enum": [ true, false, null ]; ! words for true and false: not converted"#
    ),
    (
      "decimal", "in: [+02, '-.5']",
      #""type": [ "number", "null" ], "enum": [ 2, -0.5, null ]"#
    ),
    (
      "integer", "range: {min: '+007'}", #""type": [ "integer", "null" ], "minimum": 7"#
    ),
    ("text", "unique: null", #""type": [ "string", "null" ]; ! rule 'unique': not converted"#),
    ("integer", "multipleOf: 5", #""type": [ "integer", "null" ], "multipleOf": 5"#),
    ("number", "range: {minExclusive: 0}", #""type": [ "number", "null" ], "exclusiveMinimum": 0"#),
    (
      "date",
      "range: {min: 2026-01-01}",
      #""type": [ "string", "null" ], "format": "date"; ! rule 'range': 'minimum' of dates: not converted"#
    ),
    (
      "date, format: [dd.MM.yyyy]",
      "",
      #""type": [ "string", "null" ], "format": "date"; ! date formats: not converted"#
    ),
    ("time", "", #""type": [ "string", "null" ]; ! type 'time' becomes string"#),
    ("datetime", "", #""type": [ "string", "null" ], "format": "date-time""#),
    (
      "list",
      "length: {max: 3}",
      #""type": [ "array", "null" ], "maxItems": 3, "items": { "type": "string" }"#
    ),
    (
      "text, required: true", "in: [é, e\u{301}]",
      "\"type\": \"string\", \"minLength\": 1, \"enum\": [ \"é\", \"e\u{301}\" ]"
    ),
    ("list, required: true", "", #""type": "array", "minItems": 1, "items": { "type": "string" }"#),
    ("list", "each: [in: [a, b]]", #""type": [ "array", "null" ], "items": { "type": "string" }"#),
    ("file", "", #""type": [ "string", "null" ]; ! type 'file' becomes string"#),
    ("boolean", "", #""type": [ "boolean", "null" ]"#),
    (
      "boolean, true: [ja], false: [nein]", "",
      #""type": [ "boolean", "null" ]; ! words for true and false: not converted"#
    ),
    ("text", "required: null", #""type": "string", "minLength": 1"#),
    ("text", "ip: {version: 4}", #""type": [ "string", "null" ], "format": "ipv4""#),
    ("text", "base64: null", #""type": [ "string", "null" ]; ! rule 'base64': not converted"#),
    (
      "text",
      "json: {kinds: object}",
      #""type": [ "string", "null" ]; ! rule 'json': not converted"#
    ),
    (
      "text",
      "length: {max: 3, unit: scalar}, severity: warning",
      #""type": [ "string", "null" ]; ! rule 'length': not converted"#
    ),
    (
      "decimal, point: ',', group: '.'",
      "range: {max: 1000}",
      #""type": [ "number", "null" ], "maximum": 1000; ! number format: not converted"#
    ),
    (
      "text, label: L, note: N",
      "",
      #""title": "L", "type": [ "string", "null" ]; ! note: not converted"#
    ),
    ("text, trim: true", "", #""type": [ "string", "null" ]; ! trim: not converted"#),
    (
      "text",
      "duration: {profile: rfc3339}",
      #""type": [ "string", "null" ], "format": "duration""#
    ),
    (
      "text",
      "duration: {signed: true}",
      #""type": [ "string", "null" ]; ! rule 'duration': not converted"#
    ),
    ("text", "hex: {even: true}", #""type": [ "string", "null" ]; ! rule 'hex': not converted"#),
  ]

  /// What a schema accepts in another way than the form.
  @Test(arguments: [
    ("text", "email: null", ["rule 'email' becomes the format 'email', which accepts other texts"]),
    ("text", "email: {profile: rfc5321}", []), ("text", "ip: {version: 4}", []),
    ("text", "url: null", ["rule 'url' becomes the format 'uri', which accepts other texts"]),
    (
      "text", "any: [url, {pattern: x}]",
      ["rule 'url' becomes the format 'uri', which accepts other texts"]
    ),
    ("text", "duration: {profile: rfc3339}", []),
    (
      "text", "duration: null",
      ["rule 'duration' becomes the format 'duration', which accepts other texts"]
    ),
    ("datetime", "", ["moments require seconds and an offset from UTC"]), ("date", "", []),
    (
      "list", "length: {min: 1}",
      ["an empty array is validated by the schema but missing in the form"]
    ),
    ("list, required: true", "length: {min: 1}", []),
  ])
  func differencesAreNoted(_ type: String, _ rule: String, _ notes: [String]) throws {
    let found = try differences(type, rule, .jsonSchema)
    #expect(found.contains("values of other JSON types are rejected"))
    #expect(
      found.filter { !$0.hasPrefix("an empty text") && !$0.hasPrefix("values of other") } == notes)
  }

  @Test(arguments: writings)
  func fieldsAreWritten(_ type: String, _ rule: String, _ schema: String) throws {
    #expect(try describeWriting(type, rule, .jsonSchema) == schema)
  }
}

import FormRules
import Testing

@testable import FormConversion

@Suite struct JSONSchemaDifferenceTests {
  /// Properties of JSON that cells lack are noted once, with the fields whose verdicts can differ.
  @Test(
    arguments: [
      (
        #"{"type": "object", "properties": {"n": {"type": "string", "minLength": 1}}, "required": ["n"]}"#,
        ["JSON types are not compared: 'n'"]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": ["string", "null"]}}}"#,
        ["JSON types are not compared: 'n'"]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": "string"}}}"#,
        ["null counts as missing: 'n'", "JSON types are not compared: 'n'"]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": ["string", "null"], "enum": ["a", null]}}}"#,
        ["an empty text counts as missing: 'n'", "JSON types are not compared: 'n'"]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": ["string", "null"], "pattern": "^$|a"}}}"#,
        ["JSON types are not compared: 'n'"]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": "string"}, "d": {"type": ["string", "null"], "format": "date"}}, "required": ["n"]}"#,
        [
          "an empty text counts as missing: 'n', 'd'", "JSON types are not compared: 'n'",
        ]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": "integer"}, "m": {"type": "number"}, "l": {"type": "number", "multipleOf": 0.1}}, "required": ["n", "m", "l"]}"#,
        [
          "JSON types are not compared: 'n', 'm', 'l'",
          "integers have 64 bits and neither a point nor an exponent: 'n'",
          "decimals have at most 38 digits and no exponent: 'l'",
          "numbers are binary with 64 bits: 'm'",
        ]
      ),
      (
        #"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"n": {"type": ["string", "null"], "pattern": "^$|a", "const": "a"}}}"#,
        [
          "is defined in draft 6 and ignored in draft 4; it is still converted",
          "null counts as missing: 'n'", "an empty text counts as missing: 'n'",
          "JSON types are not compared: 'n'",
        ]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": "string", "minLength": 1}}, "required": ["n"], "dependencies": {"n": ["n"]}}"#,
        [
          "is defined in draft 7 and ignored in draft 2020-12; it is still converted",
          "JSON types are not compared: 'n'",
        ]
      ),
      (
        #"{"$schema": "https://json-schema.org/draft/2019-09/schema", "type": "object", "properties": {"n": {"type": "string", "minLength": 1}}, "required": ["n"], "dependencies": {"n": ["n"]}}"#,
        [
          "is defined in draft 7 and ignored in draft 2019-09; it is still converted",
          "JSON types are not compared: 'n'",
        ]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": ["array"], "minItems": 1}, "m": {"type": "array"}}, "required": ["n", "m"]}"#,
        [
          "an empty array counts as missing: 'm'", "JSON types are not compared: 'n', 'm'",
        ]
      ),
      (
        #"{"type": "object", "properties": {"n": {"type": ["array", "null"], "items": {"type": "integer"}}, "m": {"type": ["integer", "boolean"]}}}"#,
        [
          "null counts as missing: 'n', 'm'", "an empty text counts as missing: 'n', 'm'",
          "JSON types are not compared: 'n', 'm'",
          "integers have 64 bits and neither a point nor an exponent: 'n', 'm'",
        ]
      ),
      (
        #"{"required": ["n"]}"#,
        [
          "null counts as missing: 'n'", "an empty text counts as missing: 'n'",
          "JSON types are not compared: 'n'", "records are objects; other values are rejected",
        ]
      ),
    ])
  func jsonFeaturesThatCellsLackAreNoted(json: String, words: [String]) throws {
    let converted = try convertSchema(json)
    #expect(converted.notes.map(\.message) == words)
    #expect(converted.notes.allSatisfy { $0.kind == .difference })
  }

  /// Canonically equivalent texts are two alternatives.
  @Test func alternativesAreComparedByTheirBytes() {
    let parts: [JSONSchemaCondition] = ["é", "e\u{301}", "é"].map {
      .test("a = '\($0)'", opposite: "a != '\($0)'")
    }
    guard case .any(let found) = JSONSchemaCondition.any(parts).simplified else {
      Issue.record("the alternatives were joined")
      return
    }
    #expect(found.count == 2)
  }
}

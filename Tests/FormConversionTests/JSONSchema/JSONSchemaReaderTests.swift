import FormRules
import Testing

@testable import FormConversion
@testable import FormDefinitions

/// Conversion from JSON Schema.
@Suite struct JSONSchemaReaderTests {
  @Test(
    arguments: [
      (
        #"{"properties": {"n": {"type": ["number", "string"], "format": "date-time"}}}"#, [],
        ["- dateTime\n    - pattern: '.{10}[Tt].*'"]
      ),
      (
        #"{"properties": {"o": {"type": "object", "properties": {"x": {}}}, "n": {}}}"#,
        ["1:17: /properties/o: an object cannot be stored in a cell; the field is omitted"],
        ["fields:\n  - {name: n, type: text}\n---"]
      ),
      (
        #"{"properties": {"o": {"properties": {"x": {}}}, "n": {}}, "minProperties": 1}"#,
        [
          "1:17: /properties/o: an object cannot be stored in a cell; the field is omitted",
          "1:59: /minProperties: not converted",
        ], ["fields:\n  - {name: n, type: text}\n---"]
      ),
      (
        #"{"properties": {"o": {"prefixItems": [{"type": "object"}]}, "n": {}}}"#,
        [
          "1:17: /properties/o: a list of lists or objects cannot be stored in a cell; the field is omitted"
        ], []
      ),
      (
        ##"{"properties": {"o": {"items": {"$ref": "#/$defs/x"}}, "n": {}}, "$defs": {"x": {"type": "object"}}}"##,
        [
          "1:17: /properties/o: a list of lists or objects cannot be stored in a cell; the field is omitted"
        ], []
      ),
      (
        #"{"properties": {"o": {"type": "object"}, "n": {}}, "dependentRequired": {"o": ["n"]}}"#,
        [
          "1:17: /properties/o: an object cannot be stored in a cell; the field is omitted",
          "1:52: /dependentRequired: 'o' is not a field; not converted",
        ], ["name: n, type: text}"]
      ),
      (
        #"{"properties": {"n": {"type": "strin"}}}"#,
        ["1:23: /properties/n/type: unknown type 'strin': not converted"], []
      ),
      (
        #"{"properties": {"n": {"type": "integer", "minimum": 5, "maximum": 1}}}"#, [],
        ["n:\n    - blank"]
      ),
      (
        #"{"properties": {"n": {"type": "string", "pattern": "(("}}}"#,
        ["1:41: n: rule 'pattern': not converted"], []
      ),
      (
        #"{"properties": {"n": {"type": "string", "pattern": "a\\Z"}}}"#,
        ["1:41: /properties/n/pattern: not converted"], []
      ),
      (
        #"{"properties": {"n": {"type": ["string", "null"]}}, "required": ["n"]}"#,
        ["1:17: /properties/n: is required but may be null: it may be missing in the form"], []
      ),
      (
        #"{"properties": {"n": {}}, "maxProperties": 1}"#,
        ["1:27: /maxProperties: columns that are not described are not counted"],
        ["must: count(n) <= 1"]
      ),
      (
        #"{"properties": {"n": {}}, "if": {"required": ["n"]}, "then": {"properties": {"m": {"type": "integer"}}}}"#,
        ["1:78: /then/properties/m: its type also applies without the condition"],
        ["name: m, type: integer"]
      ),
      (
        #"{"properties": {"n": {"enum": [1, 2, "1"], "type": "integer"}, "m": {"enum": ["", null]}}}"#,
        [], ["in: [1, 2]", "m:\n    - blank"]
      ),
    ] as [(String, [String], [String])])
  func lossesAreReported(json: String, notes: [String], holds: [String]) throws {
    try expectLosses(of: json, notes, holds)
  }

  /// Up to draft 7, keywords beside a reference are ignored.
  @Test(
    arguments: [
      ("http://json-schema.org/draft-03/schema#", false),
      ("http://json-schema.org/draft-07/schema#", false),
      ("https://json-schema.org/draft/2019-09/schema", true),
      ("https://json-schema.org/draft/2020-12/schema", true), ("", true),
    ])
  func keywordsBesideAReferenceCountFromDraft2019(dialect: String, counts: Bool) throws {
    let converted = try convertSchema(
      ##"{"$schema": "\##(dialect)", "properties": {"a": {"$ref": "#/x", "maxLength": 3}}, "x": {"type": "string"}}"##
    )
    #expect(converted.text.contains("length") == counts)
  }

  /// Definitions, each of which refers to the next one twice: twenty result in a million parts, and
  /// a hundred exceed the maximum depth.
  @Test(arguments: [(20, "10,000 references"), (100, "more than 32 references to this schema")])
  func referencesDoNotMultiply(count: Int, words: String) throws {
    let parts = (0..<count).map { number in
      let next = ##"{"$ref": "#/$defs/d\##(number + 1)"}"##
      return ##""d\##(number)": {"allOf": [\##(next), \##(next)]}"##
    }
    let json =
      ##"{"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {\##(parts.joined(separator: ",")), "d\##(count)": {}}}"##
    let error = #expect(throws: DefinitionErrors.self) { try convertSchema(json) }
    #expect(error?.errors.contains { $0.message.contains(words) } == true)
  }

  /// Each of the branches of `oneOf` is repeated for each.
  @Test(arguments: [8, 9]) func choicesHaveAtMostEightBranches(count: Int) throws {
    let branches = (1...count).map { #"{"maxLength": \#($0)}"# }.joined(separator: ",")
    let converted = try convertSchema(#"{"properties": {"a": {"oneOf": [\#(branches)]}}}"#)
    #expect(converted.text.contains("any:") == (count == 8))
    #expect(converted.losses.isEmpty == (count == 8))
  }

  /// `oneOf` repeats its branches, so that nested ones multiply.
  @Test(arguments: ["value", "record"])
  func nestedChoicesDoNotMultiply(place: String) throws {
    let leaf = place == "value" ? #"{"maxLength": 3}"# : #"{"required": ["a"]}"#
    var nested = leaf
    for _ in 0..<20 { nested = #"{"oneOf": [\#(nested), \#(leaf)]}"# }
    let json =
      place == "value"
      ? #"{"properties": {"a": \#(nested)}}"# : #"{"properties": {"a": {}}, "allOf": [\#(nested)]}"#
    let converted = try convertSchema(json)
    #expect(converted.text.utf8.count < 1_000)
    #expect(!converted.notes.isEmpty)
  }

  static let readings: [(schema: String, definitions: String)] = [
    (
      #"{"type": "integer", "minimum": 1, "exclusiveMaximum": 9}"#,
      "{name: n, type: integer}; range: {min: 1, maxExclusive: 9}"
    ),
    (#"{"type": "number", "multipleOf": 0.5}"#, "{name: n, type: decimal}; multipleOf: 0.5"),
    (#"{"type": "number", "minimum": -1e3}"#, "{name: n, type: number}; range: {min: '-1e3'}"),
    (
      #"{"type": "string", "minLength": 2, "maxLength": 2}"#,
      "{name: n, type: text}; length: {min: 2, max: 2, unit: scalar}"
    ),
    (#"{"type": "string", "minLength": 3, "maxLength": 2}"#, "{name: n, type: text}; blank"),
    (#"{"format": "email"}"#, "{name: n, type: text}; email: {profile: rfc5321}"),
    (
      #"{"format": "uri"}"#,
      "{name: n, type: text}; url: {schemes: any, localHosts: true, international: false}"
    ),
    (#"{"format": "date"}"#, "{name: n, type: date}"),
    (#"{"format": "time"}"#, "{name: n, type: text}; time: {seconds: required, zone: required}"),
    (#"{"format": "ipv4"}"#, "{name: n, type: text}; ip: {version: 4}"),
    (#"{"format": "hostname"}"#, "{name: n, type: text}; hostname: {numeric: true}"),
    (#"{"format": "duration"}"#, "{name: n, type: text}; duration: {profile: rfc3339}"),
    (#"{"format": "regex"}"#, "{name: n, type: text}; ! not converted"),
    (#"{"format": "json-pointer"}"#, "{name: n, type: text}; pattern: '(/([^~/]|~[01])*)*'"),
    (#"{"format": "wat"}"#, "{name: n, type: text}; ! not converted"),
    (#"{"const": "x"}"#, "{name: n, type: text}; in: [x]"),
    (#"{"enum": []}"#, "{name: n, type: text}; blank"),
    (#"{"enum": ["a", {"b": 1}]}"#, "{name: n, type: text}; in: [a]"),
    (
      #"{"type": "array", "items": {"type": "string", "maxLength": 3}, "minItems": 1, "uniqueItems": true}"#,
      "{name: n, type: list}; length: {min: 1}; each:; length: {max: 3, unit: scalar}; ! not converted"
    ),
    (#"{"type": "array", "contains": {"const": "a"}}"#, "{name: n, type: list}; ! not converted"),
    (#"{"not": {"enum": ["a"]}}"#, "{name: n, type: text}; not:; in: [a]"),
    (
      #"{"anyOf": [{"format": "email"}, {"maxLength": 3}]}"#,
      "{name: n, type: text}; any:; email: {profile: rfc5321}; length: {max: 3, unit: scalar}"
    ),
    (#"{"type": "boolean"}"#, "{name: n, type: boolean, true: [true], false: [false]}"),
    (#"{"type": "null"}"#, "{name: n, type: text}; blank"),
    ("{}", "{name: n, type: text}"),
    ("false", "{name: n, type: text}; blank"),
    (
      #"{"title": "T", "description": "D", "default": "x", "readOnly": true}"#,
      "{name: n, label: T, type: text, help: D}"
    ),
    (#"{"pattern": "^a"}"#, "{name: n, type: text}; {pattern: '^a', mode: search}"),
    (#"{"minimum": "x"}"#, "{name: n, type: number}; ! not converted"),
    (
      #"{"maxLength": -1}"#,
      "{name: n, type: text}; ! rule 'length': not converted: 'length': max must be at least 0"
    ),
    (
      #"{"type": "integer", "multipleOf": 0}"#,
      "{name: n, type: integer}; ! rule 'multipleOf': not converted: 'multipleOf': step must not be 0"
    ),
    (#"{"type": ["integer", "string"], "minimum": 1}"#, "{name: n, type: text}; ! not converted"),
  ]

  @Test(arguments: readings) func keywordsAreRead(_ schema: String, _ definitions: String) throws {
    #expect(try describeReading(#"{"properties": {"n": \#(schema)}}"#) == definitions)
  }
}

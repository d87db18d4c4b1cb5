import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormConversion
@testable import FormDefinitions

/// Conversions note what they cannot convert, with its location, and convert the rest.
@Suite struct ConversionNoteTests {
  private func parse(_ yaml: String) throws -> [Definition] {
    try DefinitionFile.parse(yaml, file: "x.yaml", knownRules: RuleRegistry.names)
  }

  private func read(_ json: String) throws -> ConvertedSchema {
    let format = try #require(SchemaConversion.format(of: json))
    return try SchemaConversion.definitions(json, format, name: "my file", file: "x.json")
  }

  @Test(
    arguments: [
      // Table Schema
      (
        #"{"fields": [{"name": "a", "type": "array", "constraints": {"maxLength": 3}}]}"#,
        ["1:60: a, constraints: 'maxLength' of items: not converted"],
        ["- json: {kinds: array}"]
      ),
      (
        #"{"fields": [{"name": "a", "type": "object", "constraints": {"minLength": 3}}]}"#,
        ["1:61: a, constraints: 'minLength' of items: not converted"],
        ["- json: {kinds: object}"]
      ),
      (
        #"{"fields": [{"name": "a", "type": "list", "constraints": {"maxLength": 3}}]}"#, [],
        ["- length: {max: 3}"]
      ),
      (
        #"{"fields": [{"name": "a", "constraints": {"enum": [[1], "b"]}}]}"#,
        ["1:43: a, constraints: 'enum' of a field without single values: not converted"], []
      ),
      (
        #"{"fields": [{"name": "a", "categories": ["x", "y"]}]}"#, [], ["- in: [x, y]"]
      ),
      (
        #"{"fields": [{"name": "a", "categories": [{"value": "x", "label": "X"}]}]}"#,
        ["1:27: a: labels of 'categories': not converted"], ["- in: [x]"]
      ),
      (
        #"{"fields": [{"name": "a"}], "fieldsMatch": "exact"}"#, [], ["columns: refuse"]
      ),
      (#"{"fields": [{"name": "a"}], "fieldsMatch": ["equal"]}"#, [], ["columns: refuse"]),
      (#"{"fields": [{"name": "a"}], "fieldsMatch": "partial"}"#, [], []),
      (
        #"{"fields": [{"name": "a"}], "fieldsMatch": "subset"}"#,
        ["1:29: schema: 'fieldsMatch': 'subset' is not converted"], []
      ),
      (
        #"{"fields": [{"name": "a", "constraints": {"pattern": "(("}}]}"#,
        ["1:14: a: rule 'pattern': not converted"], []
      ),
      // CSV on the Web
      (
        #"{"tableSchema": {"columns": [{"name": "a"}, {"name": "b", "null": ["-"]}]}}"#,
        ["1:67: b: 'null' of some columns: '-' counts as missing in all"], ["missing: ['-']"]
      ),
      (
        #"{"tableSchema": {"columns": [{"name": "a", "null": "-"}, {"name": "b", "null": "-"}]}}"#,
        [], ["missing: ['-']"]
      ),
      (
        #"{"null": "-", "tableSchema": {"columns": [{"name": "a"}, {"name": "b", "null": "x"}]}}"#,
        [
          "1:10: a: 'null' of some columns: '-' counts as missing in all",
          "1:80: b: 'null' of some columns: 'x' counts as missing in all",
        ], ["missing: ['-', x]"]
      ),
      (
        ##"{"dialect": {"commentPrefix": "#"}, "tableSchema": {"columns": [{"name": "a"}]}}"##,
        ["1:14: dialect: 'commentPrefix' is not converted"], []
      ),
      (
        #"{"dialect": {"commentPrefix": null}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], []
      ),
      (
        #"{"dialect": {"encoding": "latin1"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["encoding: iso-8859-1"]
      ),
      (
        #"{"dialect": {"encoding": "UTF8"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["encoding: utf-8"]
      ),
      (
        #"{"dialect": {"encoding": "x-cp1252"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["encoding: windows-1252"]
      ),
      (
        #"{"dialect": {"encoding": "koi8-r"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        ["1:14: dialect: encoding 'koi8-r' is not supported: not converted"], []
      ),
      (
        #"{"dialect": {"delimiter": "||"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        ["1:14: dialect: delimiter '||' is not an ASCII character: not converted"], []
      ),
      (
        #"{"resources": [{"encoding": "big5", "schema": {"fields": [{"name": "a"}]}}]}"#,
        ["1:17: resource 1: encoding 'big5' is not supported: not converted"], []
      ),
      // JSON Schema
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
    let converted = try read(json)
    let lines = converted.notes.filter { $0.kind == .loss }
      .map { String($0.line("x").dropFirst(2)) }
    #expect(lines.count == notes.count, "\(lines)")
    for (line, note) in zip(lines, notes) { #expect(line.hasPrefix(note)) }
    for part in holds { #expect(converted.text.contains(part), "\(converted.text)") }
  }

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
        #"{"required": ["n"]}"#,
        [
          "null counts as missing: 'n'", "an empty text counts as missing: 'n'",
          "JSON types are not compared: 'n'", "records are objects; other values are rejected",
        ]
      ),
    ])
  func jsonFeaturesThatCellsLackAreNoted(json: String, words: [String]) throws {
    let converted = try read(json)
    #expect(converted.notes.map(\.message) == words)
    #expect(converted.notes.allSatisfy { $0.kind == .difference })
  }

  /// An error in the converted definition is reported at its location in the schema.
  @Test(
    arguments: [
      (
        #"{"tableSchema": {"columns": [{"name": "a"}, {"name": "a"}]}}"#,
        "x.json:1:46: 'a' means both"
      ),
      (
        #"{"fields": [{"name": "b"}, {"name": "a", "type": "number", "decimalChar": "xx"}]}"#,
        "x.json:1:29: point must be an"
      ),
      (#"{"fields": [{"name": "a"}], "primaryKey": "z"}"#, "x.json: unknown field in key: 'z'"),
      (#"{"properties": {"a": {}, "A": {}}}"#, "x.json:1:26: 'A' means both"),
    ])
  func schemasThatNoFormCanHaveAreRefused(json: String, words: String) {
    let error = #expect(throws: DefinitionErrors.self) { try read(json) }
    #expect(error?.description.hasPrefix(words) == true)
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
    let converted = try read(
      ##"{"$schema": "\##(dialect)", "properties": {"a": {"$ref": "#/x", "maxLength": 3}}, "x": {"type": "string"}}"##
    )
    #expect(converted.text.contains("length") == counts)
  }

  @Test func messagesOfRulesAreNotedAsLost() throws {
    let definitions = try parse(
      """
      form: f
      fields:
        - {name: c, type: integer}
      ---
      rules: f
      form: f
      fields:
        c:
          - range: {min: 1}
            message: "too small"
      """)
    for format in SchemaFormat.allCases {
      let schema = try SchemaConversion.schema(definitions, format)
      #expect(schema.text.contains(#""minimum""#))
      #expect(schema.notes.map(\.text) == ["message of rule 'range': not converted"])
    }
  }
}

import FormRules
import Testing

@testable import FormConversion

/// Conversion from Table Schema.
@Suite struct TableSchemaTests {
  @Test(
    arguments: [
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
    ] as [(String, [String], [String])])
  func lossesAreReported(json: String, notes: [String], holds: [String]) throws {
    try expectLosses(of: json, notes, holds)
  }

  @Test func tableSchemaIsRead() throws {
    let converted = try convertSchema(
      """
      {"fields": [
        {"name": "id", "type": "integer", "constraints": {"minimum": 1}},
        {"name": "day", "type": "date", "format": "%d/%m/%y", "rdfType": "x"},
        {"name": "kind", "constraints": {"enum": ["a", "b"], "required": true, "jsonSchema": {}}},
        {"name": "geo", "type": "geojson"}],
       "primaryKey": "id", "missingValues": ["", "-"], "foreignKey": []}
      """)
    #expect(
      converted.text == """
        form: my_file
        key: [id]
        file: {missing: ['', '-']}
        fields:
          - {name: id, type: integer, required: true}
          - {name: day, type: date, format: [d/M/yy]}
          - {name: kind, type: text, required: true}
          - {name: geo, type: text}
        ---
        rules: my_file
        form: my_file
        fields:
          id:
            - unique
            - range: {min: 1}
          kind:
            - in: [a, b]
          geo:
            - json: {kinds: object}

        """)
    #expect(
      converted.notes.map { $0.line("x.json") } == [
        "x.json:1:2: schema: columns match by name, in any order and case; others are kept",
        "x.json:2:4: fields: integers have 64 bits and no surrounding blanks: 'id'",
        "x.json:4:74: kind, constraints: 'jsonSchema' is not converted",
        "x.json:5:19: geo: type 'geojson' becomes any JSON",
        "x.json:6:50: schema: 'foreignKey' is not converted",
      ])
  }

  /// All of them are left out and noted at once.
  @Test func unreadablePatternsAreOmittedAndNoted() throws {
    let fields = (1...500).map { #"{"name": "f\#($0)", "constraints": {"pattern": "(("}}"# }
    let converted = try convertSchema(#"{"fields": [\#(fields.joined(separator: ","))]}"#)
    #expect(converted.notes.count { $0.kind == .loss } == 500)
    #expect(!converted.text.contains("pattern"))
  }
}

import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormConversion
@testable import FormDefinitions

/// Conversion of schemas in other languages, and of rule sheets.
@Suite struct ConversionTests {
  private static let files = [
    "forms/contacts.yaml", "formats/orders.yaml", "cli/files/members.yaml", "cli/files/guests.yaml",
    "cli/files/people.yaml",
  ]

  private func parse(_ yaml: String) throws -> [Definition] {
    try DefinitionFile.parse(yaml, file: "x.yaml", knownRules: RuleRegistry.names)
  }

  /// The rows as a reader of the file returns them.
  private func roundTrip(_ definitions: [Definition]) throws -> [Definition] {
    let rows = RuleSheet.rows(definitions)
    let records = rows.dropFirst().enumerated().map { index, row in
      (line: index + 2, cells: Dictionary(uniqueKeysWithValues: zip(rows[0], row)))
    }
    return try parse(RuleSheet.yaml(Array(records), file: "x.csv"))
  }

  @Test(arguments: files)
  func definitionsRoundTripThroughARuleSheet(name: String) throws {
    let text = try String(contentsOf: Repository.fixture(name), encoding: .utf8)
    let definitions = try parse(text)
    #expect(
      try roundTrip(definitions).map { $0.canonicalJSON() }
        == definitions.map { $0.canonicalJSON() })
  }

  @Test func definitionsWithEveryElementRoundTrip() throws {
    let definitions = try parse(
      """
      form: all
      title: "All: of, it"
      title.de: Alles
      fields:
        - {name: a b, label: "A, \\"b\\"", label.de: Ä, type: decimal, scale: 2, strip: [€], trim: true}
        - {name: c, type: date, format: [dd.MM.yyyy], note: "x: y", widget: date}
      lists:
        l: ["> 1", "null", "", " x "]
      ---
      rules: all
      form: all
      presets:
        short: [{length: {max: 3}}]
      fields:
        a b:
          - range: {min: {param: least}}
            severity: warning
            message: "{label} is, \\"small\\""
            message.de: klein
            when: "c is not blank"
            scenarios: [s]
          - in: {list: l}
            id: other
        c:
          - pattern: '\\d+'
            mode: search
      record:
        - must: "`a b` > 1 or c is blank"
          at: c
          stop: first
      parameters:
        least: {type: decimal, scale: 2}
      limits:
        - rejected: {max: 5%}
      examples:
        - accept: {c: null}
      """)
    #expect(
      try roundTrip(definitions).map { $0.canonicalJSON() }
        == definitions.map { $0.canonicalJSON() })
  }

  @Test func rowErrorsHaveLines() {
    let rows: [(line: Int, cells: [String: String])] = [
      (2, ["what": "form", "name": "f"]), (3, ["what": "feild", "name": "a"]),
      (4, ["what": "rule", "name": "a", "rule": "length", "value": "{max: "]),
    ]
    let error = #expect(throws: DefinitionErrors.self) {
      try RuleSheet.yaml(rows, file: "x.csv")
    }
    #expect(
      error?.errors.map(\.location) == [.init(line: 3, column: 1), .init(line: 4, column: 4)])
    #expect(error?.errors.first?.message.contains("field") == true)
  }

  /// Errors that concern the whole definition have the row and column of the sheet, too.
  @Test(
    arguments: [
      (["required": "maybe"], 3, 7), (["more": "{requird: true}"], 3, 11),
      (["type": "inteer"], 3, 6),
      (["more": "{label: b}", "label": "a"], 3, 11), (["rule": "lenght"], 5, 3),
      (["severity": "eror"], 5, 8), (["more": "{scenarios: {a: b}}"], 5, 11),
    ] as [([String: String], Int, Int)])
  func cellErrorsNameTheCell(cells: [String: String], line: Int, column: Int) {
    let rows: [(line: Int, cells: [String: String])] = [
      (2, ["what": "form", "name": "f"]), (3, ["what": "field", "name": "a", "type": "text"]),
      (4, ["what": "rules", "name": "f", "value": "f"]),
      (5, ["what": "rule", "name": "a", "rule": "length", "value": "{max: 3}"]),
    ].map { row in (row.0, row.0 == line ? row.1.merging(cells) { $1 } : row.1) }
    let error = #expect(throws: DefinitionErrors.self) {
      try RuleSheet.yaml(rows, file: "x.csv")
    }
    #expect(error?.description.hasPrefix("x.csv:\(line):\(column): ") == true)
  }

  @Test(
    arguments: [
      ("TRUE", true), ("True", true), ("yes", true), ("x", true), ("1", true), ("WAHR", true),
      ("FALSE", false), ("no", false), ("0", false), ("", false),
    ])
  func booleanWordsOfASheetAreRead(word: String, isRequired: Bool) throws {
    let yaml = try RuleSheet.yaml(
      [
        (2, ["what": "form", "name": "f"]),
        (3, ["what": "field", "name": "a", "type": "text", "required": word]),
      ], file: "x.csv")
    #expect(try parse(yaml).first?.canonicalJSON().contains("required") == isRequired)
  }

  private func read(_ json: String) throws -> ConvertedSchema {
    let format = try #require(SchemaConversion.format(of: json))
    return try SchemaConversion.definitions(json, format, name: "my file", file: "x.json")
  }

  @Test func tableSchemaIsRead() throws {
    let converted = try read(
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

  /// Features that every language supports round-trip.
  @Test(arguments: SchemaFormat.allCases)
  func commonFeaturesRoundTrip(format: SchemaFormat) throws {
    let yaml = """
      form: common
      fields:
        - {name: id, type: integer, required: true}
        - {name: name, type: text}
        - {name: score, type: number}
        - {name: day, type: date}
      ---
      rules: common
      form: common
      fields:
        id:
          - range: {min: 1, max: 9}
        name:
          - length: {min: 2, max: 5, unit: scalar}
        score:
          - range: {minExclusive: 0, max: 1.5}
      """
    let definitions = try parse(yaml)
    let schema = try SchemaConversion.schema(definitions, format)
    #expect(schema.notes.allSatisfy { $0.kind == .difference })
    let back = try SchemaConversion.definitions(schema.text, format, name: "common", file: "x")
    #expect(back.notes.allSatisfy { $0.kind == .difference })
    // The title of a schema is its name, and CSVW ignores blanks around numbers and dates.
    let content = definitions.map { $0.canonicalJSON() }
    #expect(
      try parse(back.text).map { definition in
        definition.canonicalJSON().replacing(/,"(title":"common|trim":"?true)"?/, with: "")
      } == content)
  }

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
    let definitions = try parse(
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

  @Test func lengthsInCharactersAreNoted() throws {
    let definitions = try parse(
      """
      form: f
      fields:
        - {name: name, type: text}
      ---
      rules: f
      form: f
      fields:
        name:
          - length: {max: 5}
      """)
    for format in SchemaFormat.allCases {
      let schema = try SchemaConversion.schema(definitions, format)
      #expect(schema.text.contains(#""maxLength": 5"#))
      #expect(
        schema.notes.filter { $0.kind == .loss }.map(\.text) == [
          "rule 'length': counts code points in the schema but characters in the form"
        ])
    }
  }

  @Test(
    arguments: [
      (#"^\u00e9\u{1F600}$"#, #"^\x{e9}\x{1F600}$"#), (#"\ud83d\ude00"#, #"\x{1f600}"#),
      (#"\p{Letter}\P{Script=Greek}"#, #"\p{L}\P{sc:Greek}"#), ("a/b[^]c[]", #"a/b[\s\S]c(?!)"#),
      ("[[a]", #"[\[a]"#), (#"\/\-[\-]"#, #"\/-[\-]"#),
    ])
  func patternsOfECMAScriptAreConverted(pattern: String, pcre: String) {
    #expect(SchemaPattern.pcre(ofECMAScript: pattern) == pcre)
  }

  /// Patterns that ECMAScript does not support, or reads differently from PCRE2.
  @Test(
    arguments: [
      #"\Aa\Z"#, #"(?P<n>a)"#, "(?i)a", "(?>a)", "a++", "a{2}+", "a{,3}", "(a)|b\\1", #"[\Sa]"#,
      "(*UTF)a", "[a",
      #"\a"#, #"\08"#, "(?#a)",
    ])
  func patternsOutsideECMAScriptAreNotConverted(pattern: String) {
    #expect(SchemaPattern.pcre(ofECMAScript: pattern) == nil)
  }

  @Test(
    arguments: [
      ("1.0", "1"), ("-2.50", "-2.5"), ("1e3", "1000"), ("1.25e1", "12.5"), ("5e-2", "0.05"),
      ("-0", "0"), ("007", "7"), ("1e400", nil), ("x", nil), ("", nil), ("-9.7e2", "-970"),
    ])
  func numbersAreWrittenInPlainNotation(text: String, plain: String?) {
    #expect(NumberLiteral.plain(text) == plain)
  }

  @Test func boundsAreRoundedToWholeNumbers() {
    #expect(NumberLiteral.whole("1.1", roundedUp: true) == "2")
    #expect(NumberLiteral.whole("1.1", roundedUp: false) == "1")
    #expect(NumberLiteral.whole("-1.1", roundedUp: true) == "-1")
    #expect(NumberLiteral.whole("-1.1", roundedUp: false) == "-2")
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
    let error = #expect(throws: DefinitionErrors.self) { try read(json) }
    #expect(error?.errors.contains { $0.message.contains(words) } == true)
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
    let converted = try read(json)
    #expect(converted.text.utf8.count < 1_000)
    #expect(!converted.notes.isEmpty)
  }

  /// All of them are left out and noted at once.
  @Test func unreadablePatternsAreOmittedAndNoted() throws {
    let fields = (1...500).map { #"{"name": "f\#($0)", "constraints": {"pattern": "(("}}"# }
    let converted = try read(#"{"fields": [\#(fields.joined(separator: ","))]}"#)
    #expect(converted.notes.count { $0.kind == .loss } == 500)
    #expect(!converted.text.contains("pattern"))
  }

  @Test func featuresWithoutEquivalentAreNoted() throws {
    let text = try String(
      contentsOf: Repository.fixture("forms/contacts.yaml"), encoding: .utf8)
    for format in SchemaFormat.allCases {
      let notes = try SchemaConversion.schema(parse(text), format).notes
      #expect(notes.contains { $0.text == "rule 'minor.limit': not converted" })
      #expect(notes.contains { $0.subject == "record" })
      #expect(notes.contains { $0.text == "sensitive: not converted" })
    }
  }

  @Test(
    arguments: [
      #"{"@context": "http://www.w3.org/ns/csvw", "url": "x.csv"}"#, #"{"fields": []}"#,
      #"{"properties": {}}"#, #"{"resources": [{"path": "a"}]}"#,
      #"{"properties": {"a": {"type": "object"}}}"#,
    ])
  func aSchemaWithoutFieldsIsRefused(json: String) {
    #expect(throws: DefinitionErrors.self) { try read(json) }
  }
}

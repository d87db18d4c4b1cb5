import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormConversion
@testable import FormDefinitions

/// Conversions from and to every schema language.
@Suite struct SchemaConversionTests {
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
    let definitions = try parseDefinitions(yaml)
    let schema = try SchemaConversion.schema(definitions, format)
    #expect(schema.notes.allSatisfy { $0.kind == .difference })
    let back = try SchemaConversion.definitions(schema.text, format, name: "common", file: "x")
    #expect(back.notes.allSatisfy { $0.kind == .difference })
    // The title of a schema is its name, and CSVW ignores blanks around numbers and dates.
    let content = definitions.map { $0.canonicalJSON() }
    #expect(
      try parseDefinitions(back.text).map { definition in
        definition.canonicalJSON().replacing(/,"(title":"common|trim":"?true)"?/, with: "")
      } == content)
  }

  /// Properties of files are written in the dialect of CSVW, or noted.
  @Test(
    arguments: [
      (.csvw, ["match", "footer", "trailingDelimiter"]),
      (
        .tableSchema,
        [
          "match", "quote", "escape", "comment", "footer", "skipInitialSpace", "trailingDelimiter",
          "skipBlankRows",
        ]
      ),
      (
        .jsonSchema,
        [
          "match", "quote", "escape", "comment", "footer", "skipInitialSpace", "trailingDelimiter",
          "skipBlankRows",
        ]
      ),
    ] as [(SchemaFormat, [String])])
  func propertiesOfFilesAreConvertedOrNoted(_ format: SchemaFormat, _ noted: [String]) throws {
    let definitions = try parseDefinitions(
      """
      form: f
      file:
        match: position
        quote: "'"
        escape: \\
        comment: "%"
        footer: 1
        skipInitialSpace: true
        trailingDelimiter: true
        skipBlankRows: true
      fields: [{name: a, type: text}]
      ---
      rules: f
      form: f
      """)
    let schema = try SchemaConversion.schema(definitions, format)
    #expect(schema.losses.map { String($0.prefix { $0 != ":" }) } == noted)
    guard format == .csvw else { return }
    let text = schema.text.filter { !$0.isWhitespace }
    for member in [
      #""quoteChar":"'""#, #""doubleQuote":false"#, #""commentPrefix":"%""#,
      #""trim":"start""#, #""skipBlankRows":true"#,
    ] { #expect(text.contains(member), "\(member)") }
    #expect(!text.contains("skipInitialSpace"))
    let back = try SchemaConversion.definitions(schema.text, format, name: "f", file: "x")
    #expect(back.losses.isEmpty)
    guard case .form(let form) = try parseDefinitions(back.text)[0] else {
      Issue.record("a form")
      return
    }
    #expect(
      form.file.dialect
        == FileDialect(
          quote: "'", escape: "\\", comment: "%", skipInitialSpace: true, skipBlankRows: true))
    #expect(!form.fields[0].trim)
  }

  /// JSON numbers, dates and booleans are not the texts of fields with another notation.
  @Test func recordsHaveTheNotationsOfFields() throws {
    let definitions = try parseDefinitions(
      """
      form: f
      fields:
        - {name: a, type: decimal, point: ",", help: Net., required: true}
        - {name: b, type: decimal, scale: 2}
        - {name: c, type: date, format: dd.MM.yyyy}
        - {name: d, type: boolean, true: [ja], false: [nein]}
      ---
      rules: f
      form: f
      fields:
        a: [{in: [1.5, 2]}, {any: [{range: {max: 1}}, {equals: 5}]}]
        b: [in: [1.5]]
        c: [{after: 2026-01-01}, {in: [2026-01-31]}, {required: , when: b is blank}]
      record:
        - must: a > 1
      """)
    guard case .form(let form) = definitions[0], case .ruleSet(let rules) = definitions[1] else {
      Issue.record("a form and rules")
      return
    }
    let schema = SchemaConversion.recordSchema(form, rules).text
    for text in [
      #""a":{"description":"Net.\nA number such as -1234,5","type":"string","minLength":1}"#,
      #""b":{"type":["number","null"],"enum":[1.5,null]}"#,
      #""c":{"description":"A date in the format dd.MM.yyyy","type":["string","null"]}"#,
      #""d":{"description":"One of: ja, nein","type":["string","null"]}"#,
    ] { #expect(schema.contains(text), "\(schema)") }
    #expect(schema.contains("\"if\"") && !schema.contains("exclusiveMinimum"), "\(schema)")
  }

  @Test(arguments: SchemaFormat.allCases)
  func ruleSetOfAnotherFormIsRefused(format: SchemaFormat) throws {
    let definitions = try parseDefinitions(
      "form: a\nfields: [{name: id, type: integer}]\n---\nrules: b\nform: b\nfields: {x: [email]}\n"
    )
    #expect(throws: DefinitionErrors.self) { try SchemaConversion.schema(definitions, format) }
  }

  /// What `apply` refuses has no schema.
  @Test(arguments: [
    ("age: [{range: {min: abc}}]", "x.yaml:7:30: 'range': 'abc' is not of the type integer"),
    ("agee: [email]", "x.yaml:7:10: unknown field"),
    ("age: [{multipleOf: abc}]", "x.yaml:7:29: 'multipleOf'"),
  ])
  func definitionsThatCannotBeBoundAreRefused(_ rules: String, _ message: String) throws {
    let definitions = try parseDefinitions(
      "form: f\nfields:\n  - {name: age, type: integer}\n---\nrules: f\nform: f\nfields: {\(rules)}\n"
    )
    for format in SchemaFormat.allCases {
      let error = #expect(throws: DefinitionErrors.self) {
        try SchemaConversion.schema(definitions, format, file: "x.yaml")
      }
      #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
  }

  /// A rule that cannot be bound takes nothing but itself along.
  @Test func fieldsKeepTheirPropertiesWithoutAnUnbindableRule() throws {
    let converted = try convertSchema(
      #"""
      {"@context": "http://www.w3.org/ns/csvw", "url": "a.csv", "tableSchema": {"columns": [
        {"name": "n", "null": ["-", ""], "datatype": {"base": "integer", "minimum": "x"}}]}}
      """#)
    #expect(
      converted.text.contains("{name: n, type: integer, trim: true, missing: ['-', '']}")
        || converted.text.contains("missing: ['-', '']") && converted.text.contains("trim: true"),
      "\(converted.text)")
    #expect(converted.losses.count == 1)
  }

  @Test(arguments: SchemaFormat.allCases)
  func treatmentsOfOtherColumnsAreNoted(format: SchemaFormat) throws {
    for (columns, isNoted) in [("keep", false), ("mask", true), ("drop", true)] {
      let definitions = try parseDefinitions(
        "form: f\ncolumns: \(columns)\nfields: [{name: n, type: text}]\n")
      let losses = try SchemaConversion.schema(definitions, format).losses
      #expect(losses.contains("columns: \(columns): not converted") == isNoted, "\(losses)")
    }
  }

  @Test func resourcesThatAreNoObjectsAreRefused() {
    #expect(throws: DefinitionErrors.self) {
      try SchemaConversion.definitions(
        #"{"resources": [1, "x"]}"#, .tableSchema, name: "a", file: "x")
    }
  }

  /// Words of expressions in any case, such as `In`, are quoted as names of fields.
  @Test func fieldNamedLikeAWordOfExpressionsIsQuoted() throws {
    let schema = """
      {"properties": {"In": {"type": "string"}, "b": {"type": "string"}},
       "if": {"properties": {"In": {"const": "x"}}, "required": ["In"]},
       "then": {"required": ["b"]}}
      """
    let converted = try SchemaConversion.definitions(schema, .jsonSchema, name: "a", file: "x")
    #expect(converted.text.contains("`In`"))
  }

  @Test func lengthsInCharactersAreNoted() throws {
    let definitions = try parseDefinitions(
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

  @Test func messagesOfRulesAreNotedAsLost() throws {
    let definitions = try parseDefinitions(
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
      #expect(schema.losses == ["message of rule 'range': not converted"])
    }
  }

  @Test func featuresWithoutEquivalentAreNoted() throws {
    let text = try String(
      contentsOf: Repository.fixture("forms/contacts.yaml"), encoding: .utf8)
    for format in SchemaFormat.allCases {
      let notes = try SchemaConversion.schema(parseDefinitions(text), format).notes
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
    #expect(throws: DefinitionErrors.self) { try convertSchema(json) }
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
    let error = #expect(throws: DefinitionErrors.self) { try convertSchema(json) }
    #expect(error?.description.hasPrefix(words) == true)
  }
}

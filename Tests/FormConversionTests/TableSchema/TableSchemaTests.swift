import FormRules
import Testing

@testable import FormConversion

/// Conversion from and to Table Schema.
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
        "x.json:3:4: fields: blanks are exactly those of the format: 'day'",
        "x.json:4:74: kind, constraints: 'jsonSchema' is not converted",
        "x.json:5:19: geo: type 'geojson' becomes any JSON",
        "x.json:6:50: schema: 'foreignKey' is not converted",
      ])
  }

  /// Texts that `strptime` reads, and the format of the field does not, or vice versa.
  @Test(
    arguments: [
      ("date", "%Y-%m", []), ("date", "%Y/%m/%e", []),
      ("date", "%d.%m.%Y", ["blanks are exactly those of the format"]),
      (
        "date", "%d%m%Y",
        ["blanks are exactly those of the format", "numbers without separators have two digits"]
      ),
      ("time", "%H%M", ["minutes and seconds have two digits and a.m. is AM"]),
      (
        "time", "%H:%M:%S.%f",
        [
          "minutes and seconds have two digits and a.m. is AM",
          "decimals may have more than six digits",
        ]
      ),
    ] as [(String, String, [String])])
  func differencesOfFormatsAreNoted(_ type: String, _ format: String, _ notes: [String]) throws {
    let converted = try convertSchema(
      #"{"fields": [{"name": "a", "type": "\#(type)", "format": "\#(format)"}]}"#)
    let found = converted.notes.filter { $0.kind == .difference && $0.subject == "fields" }
    #expect(found.map(\.text) == notes)
  }

  /// Values of these types may have several texts, of which some are rejected.
  @Test(arguments: [
    "yearmonth", "duration", "geopoint", "list", "object", "array", "year", "string", "integer",
    "date", "boolean",
  ])
  func comparisonsOfKeysAreNoted(_ type: String) throws {
    let expected: [String] =
      switch type {
      case "year": ["unique years are compared as numbers, also with rejected ones"]
      case "string", "integer", "date", "boolean": []
      default: ["unique values are compared as text"]
      }
    for key in [
      #""primaryKey": "a""#, #""primaryKey": ["a", "b"]"#, #""uniqueKeys": [["b", "a"]]"#,
    ] {
      let converted = try convertSchema(
        #"{"fields": [{"name": "a", "type": "\#(type)"}, {"name": "b"}], \#(key)}"#)
      let notes = converted.notes.map { $0.line("") }.filter { $0.contains("unique") }
      #expect(notes.count == expected.count)
      #expect(zip(notes, expected).allSatisfy { $0.contains($1) && $0.hasSuffix(": 'a'") })
    }
  }

  /// All of them are left out and noted at once.
  @Test func unreadablePatternsAreOmittedAndNoted() throws {
    let fields = (1...500).map { #"{"name": "f\#($0)", "constraints": {"pattern": "(("}}"# }
    let converted = try convertSchema(#"{"fields": [\#(fields.joined(separator: ","))]}"#)
    #expect(converted.notes.count { $0.kind == .loss } == 500)
    #expect(!converted.text.contains("pattern"))
  }

  static let readings: [(schema: String, definitions: String)] = [
    (
      #""type": "integer", "constraints": {"minimum": 1, "maximum": "9"}"#,
      "{name: n, type: integer}; range: {min: 1, max: 9}"
    ),
    (
      #""type": "integer", "bareNumber": false"#,
      "{name: n, type: integer}; ! 'bareNumber' is not converted"
    ),
    (
      #""type": "number", "decimalChar": ",", "groupChar": ".""#,
      "{name: n, type: decimal, point: ',', group: .}"
    ),
    (#""type": "integer", "groupChar": ",""#, "{name: n, type: decimal, scale: 0, group: ','}"),
    (
      #""constraints": {"minLength": 2, "maxLength": 5, "pattern": "a+"}"#,
      "{name: n, type: text}; length: {min: 2, max: 5, unit: scalar}; pattern: a+"
    ),
    (
      #""constraints": {"maxLength": 99999999999999999999}"#,
      "{name: n, type: text}; ! 'maxLength' is not a number of 64 bits"
    ),
    (
      #""constraints": {"unique": true, "required": true}"#,
      "{name: n, type: text, required: true}; unique"
    ),
    (
      #""type": "date", "format": "%d.%m.%Y", "constraints": {"minimum": "01.02.2026"}"#,
      "{name: n, type: date, format: [d.M.yyyy]}; range: {min: 01.02.2026}"
    ),
    (
      #""type": "date", "format": "any""#,
      "{name: n, type: date}; ! format 'any': not converted; ISO 8601 is used"
    ),
    (
      #""type": "date", "format": "%j""#,
      "{name: n, type: date}; ! format '%j': not converted; ISO 8601 is used"
    ),
    (
      #""type": "boolean", "trueValues": ["ja"], "falseValues": ["nein"]"#,
      "{name: n, type: boolean, true: [ja], false: [nein]}"
    ),
    (#""type": "string", "format": "email""#, "{name: n, type: text}; email"),
    (#""type": "string", "format": "binary""#, "{name: n, type: text}; base64"),
    (#""type": "string", "format": "wkt""#, "{name: n, type: text}; ! format 'wkt': not converted"),
    (
      #""type": "string", "constraints": {"pattern": "(cat|dog)"}"#,
      "{name: n, type: text}; pattern: 'cat|dog'"
    ),
    (#""type": "year""#, "{name: n, type: integer}; pattern: '[0-9]{4}'"),
    (#""type": "yearmonth""#, #"{name: n, type: text}; pattern: '\d{4}-(0[1-9]|1[0-2])'"#),
    (#""type": "duration""#, "{name: n, type: text}; duration: {signed: true}"),
    (
      #""type": "list", "delimiter": ";", "itemType": "integer""#,
      "{name: n, type: list, separator: ';'}; each:; required; integer"
    ),
    (#""type": "any""#, "{name: n, type: text}"),
    (#""type": "wat""#, "{name: n, type: text}; ! type 'wat' becomes text"),
    (
      #""type": "integer", "constraints": {"enum": [1, 2]}"#,
      "{name: n, type: integer}; in: [1, 2]"
    ),
    (
      #""constraints": {"minimum": 1}"#,
      "{name: n, type: text}; ! 'minimum' of a text: not converted"
    ),
    (#""constraints": {"wat": 1}"#, "{name: n, type: text}; ! 'wat' is not converted"),
    (
      #""type": "number", "missingValues": ["-"]"#,
      "{name: n, type: number, missing: ['-']}"
    ),
    (
      #""type": "number", "groupChar": "’""#, "{name: n, type: decimal, group: '’'}"
    ),
    (#""type": "time", "format": "%H:%M""#, "{name: n, type: time, format: ['H:mm']}"),
    (#""type": "time", "format": "%H%M""#, "{name: n, type: time, format: [Hmm]}"),
    (#""type": "date", "format": "%d%m%Y""#, "{name: n, type: date, format: [ddMMyyyy]}"),
    (
      #""type": "time", "format": "any""#,
      "{name: n, type: time}; ! format 'any': not converted; ISO 8601 is used"
    ),
    (
      #""type": "datetime", "format": "any""#,
      "{name: n, type: datetime}; ! format 'any': not converted; ISO 8601 is used"
    ),
    (
      #""type": "integer", "constraints": {"minimum": 1.5, "exclusiveMaximum": 9.5}"#,
      "{name: n, type: integer}; range: {min: 2, max: 9}"
    ),
    (
      #""type": "integer", "constraints": {"minimum": 5, "exclusiveMinimum": 1.5}, "missingValues": ["-"]"#,
      "{name: n, type: integer, missing: ['-']}; ! rule 'range': not converted: 'range': '1.5' is not of the type integer of field n"
    ),
  ]

  @Test(arguments: readings) func keywordsAreRead(_ schema: String, _ definitions: String) throws {
    #expect(try describeReading(#"{"fields": [{"name": "n", \#(schema)}]}"#) == definitions)
  }

  static let writings: [(type: String, rule: String, schema: String)] = [
    (
      "integer",
      "range: {min: 1, maxExclusive: 9}",
      #""type": "integer", "constraints": { "minimum": 1, "exclusiveMaximum": 9 }"#
    ),
    ("text, missing: [NA]", "", #""type": "string", "missingValues": [ "", "NA" ]"#),
    ("text, missing: []", "", #""type": "string", "missingValues": [ "" ]"#),
    (
      "decimal, group: \"\\u00a0\"", "", "\"type\": \"number\", \"groupChar\": \"\u{A0}\""
    ),
    (
      "decimal, group: blank, negative: [credit], grouping: indian", "",
      #""type": "number", "groupChar": " "; ! separators of groups after the first: not converted; ! grouping: not converted; ! negative: not converted"#
    ),
    ("decimal, scale: 2", "", #""type": "number"; ! scale and strip: not converted"#),
    (
      "text",
      "length: {min: 2, max: 5, unit: scalar}",
      #""type": "string", "constraints": { "minLength": 2, "maxLength": 5 }"#
    ),
    ("text", "length: {min: 2, unit: utf8}", #""type": "string"; ! rule 'length': not converted"#),
    ("text", "email: null", #""type": "string", "format": "email""#),
    ("text", "url: null", #""type": "string", "format": "uri""#),
    ("text", "pattern: '[a-z]+'", #""type": "string", "constraints": { "pattern": "[a-z]+" }"#),
    ("text", "pattern: 'cat|dog'", #""type": "string", "constraints": { "pattern": "(cat|dog)" }"#),
    (
      "text",
      "pattern: {pattern: a, mode: search}",
      #""type": "string", "constraints": { "pattern": "[\\s\\S]*(a)[\\s\\S]*" }"#
    ),
    ("text", "in: [a, b]", #""type": "string", "constraints": { "enum": [ "a", "b" ] }"#),
    ("integer", "in: [1, 2]", #""type": "integer", "constraints": { "enum": [ 1, 2 ] }"#),
    (
      "decimal, point: ',', group: '.'",
      "in: [1.5, +02]",
      #""type": "number", "decimalChar": ",", "groupChar": ".", "constraints": { "enum": [ 1.5, 2 ] }"#
    ),
    (
      "date, format: [dd.MM.yyyy]",
      "in: [2026-01-31]",
      #""type": "date", "format": "%d.%m.%Y", "constraints": { "enum": [ "31.01.2026" ] }"#
    ),
    (
      "date, format: [dd.MM.yy, dd.MM.yyyy]",
      "range: {min: 1950-01-31, max: 2026-01-31}",
      #""type": "date", "format": "%d.%m.%y", "constraints": { "maximum": "31.01.26" }; ! formats after the first: not converted; ! '1950-01-31' of rule 'range', which the format cannot express: not converted"#
    ),
    (
      "date, format: Gy年M月d日",
      "in: [2026-03-04]",
      #""type": "date", "constraints": { "enum": [ "2026-03-04" ] }; ! format 'Gy年M月d日': not converted"#
    ),
    (
      "time",
      "range: {min: '10:00'}",
      #""type": "time", "constraints": { "minimum": "10:00:00" }"#
    ),
    (
      "boolean, true: [Ja], false: [Nein]",
      "in: [ja]",
      #""type": "boolean", "trueValues": [ "Ja" ], "falseValues": [ "Nein" ], "constraints": { "enum": [ "Ja" ] }"#
    ),
    ("text", "unique: null", #""type": "string", "constraints": { "unique": true }"#),
    ("text", "notIn: [a]", #""type": "string"; ! rule 'notIn': not converted"#),
    ("integer", "multipleOf: 5", #""type": "integer"; ! rule 'multipleOf': not converted"#),
    (
      "date",
      "range: {min: 2026-01-01}",
      #""type": "date", "constraints": { "minimum": "2026-01-01" }"#
    ),
    ("date, format: [dd.MM.yyyy]", "", #""type": "date", "format": "%d.%m.%Y""#),
    ("time", "", #""type": "time""#),
    (
      "boolean",
      "",
      #""type": "boolean", "trueValues": [ "true", "yes", "1" ], "falseValues": [ "false", "no", "0" ]"#
    ),
    (
      "list",
      "length: {max: 3}",
      #""type": "string"; ! type 'list' becomes string; ! rule 'length': not converted"#
    ),
    (
      "list", "in: [a, b]",
      #""type": "string"; ! type 'list' becomes string; ! rule 'in': not converted"#
    ),
    // Canonically equivalent texts are two choices.
    (
      "text", "in: [é, e\u{301}]",
      "\"type\": \"string\", \"constraints\": { \"enum\": [ \"é\", \"e\u{301}\" ] }"
    ),
    ("file", "", #""type": "string"; ! type 'file' becomes string"#),
    ("text", "required: null", #""type": "string", "constraints": { "required": true }"#),
    ("text", "json: {kinds: object}", #""type": "string"; ! rule 'json': not converted"#),
    (
      "text",
      "length: {max: 3, unit: scalar}, severity: warning",
      #""type": "string"; ! rule 'length': not converted"#
    ),
    (
      "decimal, point: ',', group: '.'",
      "range: {max: 1000}",
      #""type": "number", "decimalChar": ",", "groupChar": ".", "constraints": { "maximum": 1000 }"#
    ),
    ("text, label: L, note: N", "", #""title": "L", "type": "string"; ! note: not converted"#),
    ("text, trim: true", "", #""type": "string"; ! trim: not converted"#),
    (
      "text",
      "duration: {profile: rfc3339}",
      #""type": "string"; ! rule 'duration': not converted"#
    ),
    ("text", "duration: {signed: true}", #""type": "string"; ! rule 'duration': not converted"#),
    (
      "boolean, true: [ja], false: [nein]",
      "",
      #""type": "boolean", "trueValues": [ "ja" ], "falseValues": [ "nein" ]"#
    ),
  ]

  /// What a schema accepts in another way than the form.
  @Test(arguments: [
    ("boolean", "", ["words for true and false match in this case only"]),
    ("time", "", ["times require seconds"]),
    ("datetime", "", ["times require seconds", "moments have T before the time"]),
    ("date", "", []), ("date, format: [d.M.yyyy]", "", []),
    ("date, format: [dd.MM.yyyy]", "", ["'%d.%m.%Y' also accepts numbers with fewer digits"]),
    ("time, format: ['HH:mm']", "", ["'%H:%M' also accepts numbers with fewer digits"]),
    ("text", "url: null", ["rule 'url' becomes the format 'uri', which accepts other texts"]),
    ("text", "url: {schemes: any, localHosts: true, international: false}", []),
    ("text", "uuid: null", ["rule 'uuid' becomes the format 'uuid', which accepts other texts"]),
    ("text", "uuid: {profile: loose}", []), ("text", "email: null", []),
    (
      "text", "email: {profile: rfc5321}",
      ["rule 'email' becomes the format 'email', which accepts other texts"]
    ),
    ("text", "base64: null", []),
  ])
  func differencesAreNoted(_ type: String, _ rule: String, _ notes: [String]) throws {
    #expect(try differences(type, rule, .tableSchema) == notes)
  }

  @Test(arguments: writings)
  func fieldsAreWritten(_ type: String, _ rule: String, _ schema: String) throws {
    #expect(try describeWriting(type, rule, .tableSchema) == schema)
  }
}

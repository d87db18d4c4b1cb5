import FormRules
import Testing

@testable import FormConversion

/// Conversion from and to CSV on the Web.
@Suite struct CSVWTests {
  @Test(
    arguments: [
      (
        #"{"tableSchema": {"columns": [{"name": "a"}, {"name": "b", "null": ["-"]}]}}"#,
        [], ["{name: b, type: text, trim: true, missing: ['-']"]
      ),
      (
        #"{"tableSchema": {"columns": [{"name": "a", "null": "-"}, {"name": "b", "null": "-"}]}}"#,
        [], ["missing: ['-']"]
      ),
      (
        #"{"null": "-", "tableSchema": {"columns": [{"name": "a"}, {"name": "b", "null": "x"}]}}"#,
        [],
        [
          "{name: a, type: text, trim: true, missing: ['-']",
          "{name: b, type: text, trim: true, missing: [x]",
        ]
      ),
      (
        ##"{"dialect": {"commentPrefix": "#"}, "tableSchema": {"columns": [{"name": "a"}]}}"##,
        [], ["file: {comment: "]
      ),
      (
        #"{"dialect": {"commentPrefix": "'", "quoteChar": "'"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        ["1:14: dialect: 'commentPrefix' is not converted"], ["quote: "]
      ),
      (
        #"{"dialect": {"quoteChar": "--"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        ["1:14: dialect: 'quoteChar' is not converted: quote must be an ASCII character or none"],
        []
      ),
      (
        #"{"dialect": {"quoteChar": null}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["quote: none"]
      ),
      (
        #"{"dialect": {"skipInitialSpace": true}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["skipInitialSpace: true", "{name: a, type: text}"]
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
        #"{"dialect": {"encoding": "utf-7"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        ["1:14: dialect: encoding 'utf-7' is not supported: not converted"], []
      ),
      (
        #"{"dialect": {"headerRowCount": 0}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        [], ["header: 0"]
      ),
      (
        #"{"dialect": {"delimiter": "||"}, "tableSchema": {"columns": [{"name": "a"}]}}"#,
        ["1:14: dialect: delimiter '||' is not an ASCII character: not converted"], []
      ),
      (
        #"{"resources": [{"encoding": "iso-2022-jp", "schema": {"fields": [{"name": "a"}]}}]}"#,
        ["1:17: resource 1: encoding 'iso-2022-jp' is not supported: not converted"], []
      ),
    ] as [(String, [String], [String])])
  func lossesAreReported(json: String, notes: [String], holds: [String]) throws {
    try expectLosses(of: json, notes, holds)
  }

  /// The types of the values of common properties.
  @Test(arguments: [("dc:date", true), ("date", true), ("a b", false), ("_:b", false), ("", false)])
  func typesOfValuesAreNames(type: String, isValid: Bool) throws {
    let json = #"""
      {"tableSchema": {"columns": [{"name": "a"}]}, "dc:x": {"@value": "v", "@type": "\#(type)"}}
      """#
    if isValid {
      #expect(try !convertSchema(json).text.isEmpty)
    } else {
      let error = #expect(throws: DefinitionErrors.self) { try convertSchema(json) }
      #expect(error?.description.contains("'@type' must be a term") == true)
    }
  }

  static let readings: [(schema: String, definitions: String)] = [
    (#""datatype": "integer""#, "{name: n, type: integer, trim: true}"),
    (
      #""datatype": {"base": "integer", "minimum": 1, "maxExclusive": 9}"#,
      "{name: n, type: integer, trim: true}; range: {min: 1, maxExclusive: 9}"
    ),
    (
      ##""datatype": {"base": "decimal", "format": "#,##0.00"}"##,
      #"{name: n, type: decimal, group: ',', trim: true}; pattern: '-?(?:\d{1,3}(?:,\d{3})*,\d{3}|\d{1,3})\.\d{2,2}'"#
    ),
    (
      ##""datatype": {"base": "double", "format": "#,##0.00"}"##,
      #"{name: n, type: decimal, group: ',', trim: true}; pattern: '-?(?:\d{1,3}(?:,\d{3})*,\d{3}|\d{1,3})\.\d{2,2}'"#
    ),
    (
      ##""datatype": {"base": "double", "format": {"pattern": "#,##0.00"}}"##,
      #"{name: n, type: decimal, group: ',', trim: true}; pattern: '-?(?:\d{1,3}(?:,\d{3})*,\d{3}|\d{1,3})\.\d{2,2}'"#
    ),
    (
      ##""datatype": {"base": "unsignedLong", "format": "#,##0"}"##,
      #"{name: n, type: decimal, scale: 0, group: ',', trim: true}; range: {min: 0, max: 18446744073709551615}; pattern: '-?(?:\d{1,3}(?:,\d{3})*,\d{3}|\d{1,3})'"#
    ),
    (
      ##""datatype": {"base": "unsignedLong", "format": {"pattern": "#,##0"}}"##,
      #"{name: n, type: decimal, scale: 0, group: ',', trim: true}; range: {min: 0, max: 18446744073709551615}; pattern: '-?(?:\d{1,3}(?:,\d{3})*,\d{3}|\d{1,3})'"#
    ),
    (
      ##""datatype": {"base": "long", "format": "#,##0"}"##,
      #"{name: n, type: decimal, scale: 0, group: ',', trim: true}; range: {min: '-9223372036854775808', max: 9223372036854775807}; pattern: '-?(?:\d{1,3}(?:,\d{3})*,\d{3}|\d{1,3})'"#
    ),
    (
      ##""datatype": {"base": "long", "format": {"pattern": "#,##0"}}"##,
      #"{name: n, type: decimal, scale: 0, group: ',', trim: true}; range: {min: '-9223372036854775808', max: 9223372036854775807}; pattern: '-?(?:\d{1,3}(?:,\d{3})*,\d{3}|\d{1,3})'"#
    ),
    (
      ##""datatype": {"base": "long", "format": {"groupChar": " "}}"##,
      #"{name: n, type: decimal, scale: 0, group: ' ', trim: true}; range: {min: '-9223372036854775808', max: 9223372036854775807}"#
    ),
    (
      ##""datatype": {"base": "unsignedLong", "format": {"groupChar": " "}}"##,
      #"{name: n, type: decimal, scale: 0, group: ' ', trim: true}; range: {min: 0, max: 18446744073709551615}"#
    ),
    (
      ##""datatype": {"base": "double", "format": {"decimalChar": ",", "pattern": "0,0"}}"##,
      #"{name: n, type: decimal, point: ',', trim: true}; pattern: '-?\d{1,},\d{1,1}'"#
    ),
    (
      ##""datatype": {"base": "double", "format": "0.0E0"}"##,
      #"{name: n, type: number, trim: true}; pattern: '-?\d{1,}\.\d{1,1}[Ee]-?\d{1,}'"#
    ),
    (
      ##""datatype": {"base": "double", "format": "#,##0E0"}"##,
      #"{name: n, type: text, trim: true}; pattern: '-?(?:\d{1,3}(?:,\d{3})*,\d{3}|\d{1,3})[Ee]-?\d{1,}'; ! type 'double' becomes text of the format '#,##0E0'"#
    ),
    (
      ##""datatype": {"base": "decimal", "format": "0,x"}"##,
      #"{name: n, type: decimal, trim: true}; ! format '0,x': not converted"#
    ),
    (
      ##""datatype": {"base": "decimal", "format": {"decimalChar": ",", "pattern": "#,##0,00"}}"##,
      "{name: n, type: decimal, point: ',', trim: true}; ! format '#,##0,00': not converted"
    ),
    (
      #""datatype": {"base": "decimal", "format": {"decimalChar": ",", "groupChar": "."}}"#,
      "{name: n, type: decimal, point: ',', group: ., trim: true}"
    ),
    (
      #""datatype": {"base": "string", "length": 3}"#,
      "{name: n, type: text, trim: true}; length: {min: 3, max: 3, unit: scalar}"
    ),
    (
      #""datatype": {"base": "string", "minLength": 2, "maxLength": 2}"#,
      "{name: n, type: text, trim: true}; length: {min: 2, max: 2, unit: scalar}"
    ),
    (
      #""datatype": {"base": "string", "minLength": 2, "maxLength": 4}"#,
      "{name: n, type: text, trim: true}; length: {min: 2, max: 4, unit: scalar}"
    ),
    (
      #""datatype": {"base": "string", "format": "[a-z]+"}"#,
      "{name: n, type: text, trim: true}; pattern: '[a-z]+'"
    ),
    (
      #""datatype": {"base": "string", "format": "^(?:cat|dog)$"}"#,
      "{name: n, type: text, trim: true}; pattern: 'cat|dog'"
    ),
    (
      #""datatype": {"base": "date", "format": "dd.MM.yyyy"}"#,
      "{name: n, type: date, format: [dd.MM.yyyy], trim: true}"
    ),
    (
      #""datatype": {"base": "date", "format": "Q"}"#,
      "{name: n, type: date, trim: true}; ! format 'Q': not converted; ISO 8601 is used"
    ),
    (
      #""datatype": {"base": "boolean", "format": "Y|N"}"#,
      "{name: n, type: boolean, true: [Y], false: [N], trim: true}"
    ),
    (#""datatype": "anyURI""#, "{name: n, type: text, trim: true}"),
    (#""datatype": "base64Binary""#, "{name: n, type: text, trim: true}; base64"),
    (
      #""datatype": "unsignedByte""#,
      "{name: n, type: integer, trim: true}; range: {min: 0, max: 255}"
    ),
    (#""datatype": "wat""#, "{name: n, type: text, trim: true}; ! datatype 'wat' becomes text"),
    (
      #""datatype": "time""#,
      "{name: n, type: time, format: ['HH:mm:ss', 'HH:mm:ss.S'], trim: true}"
    ),
    (#""required": true"#, "{name: n, type: text, required: true, trim: true}"),
    (#""separator": ";""#, "{name: n, type: list, separator: ';', trim: true}"),
    (
      #""separator": ";", "datatype": "integer""#,
      "{name: n, type: list, separator: ';', trim: true}; each:; {integer: null, trim: true}"
    ),
    (#""titles": ["N", "M"]"#, "{name: n, header: N, aliases: [M], type: text, trim: true}"),
    (#""default": "x""#, "{name: n, type: text, trim: true}; ! 'default' is not converted"),
    (
      #""datatype": {"base": "double", "minimum": "0"}"#,
      "{name: n, type: number, trim: true}; range: {min: 0}"
    ),
  ]

  @Test(arguments: readings) func keywordsAreRead(_ schema: String, _ definitions: String) throws {
    #expect(
      try describeReading(#"{"tableSchema": {"columns": [{"name": "n", \#(schema)}]}}"#)
        == definitions)
  }

  static let writings: [(type: String, rule: String, schema: String)] = [
    (
      "integer",
      "range: {min: 1, maxExclusive: 9}",
      #""datatype": { "base": "integer", "minimum": "1", "maxExclusive": "9" }"#
    ),
    (
      "decimal, scale: 2",
      "",
      #""datatype": { "base": "decimal" }; ! scale and strip: not converted"#
    ),
    (
      "text",
      "length: {min: 2, max: 5, unit: scalar}",
      #""datatype": { "base": "string", "minLength": 2, "maxLength": 5 }"#
    ),
    (
      "text",
      "length: {min: 2, unit: utf8}",
      #""datatype": { "base": "string" }; ! rule 'length': not converted"#
    ),
    ("text", "email: null", #""datatype": { "base": "string" }; ! rule 'email': not converted"#),
    ("text", "url: null", #""datatype": { "base": "anyURI" }"#),
    ("text", "pattern: '[a-z]+'", #""datatype": { "base": "string", "format": "^[a-z]+$" }"#),
    ("text", "pattern: 'cat|dog'", #""datatype": { "base": "string", "format": "^(?:cat|dog)$" }"#),
    (
      "text",
      "pattern: {pattern: a, mode: search}",
      #""datatype": { "base": "string", "format": "[\\s\\S]*(?:a)[\\s\\S]*" }"#
    ),
    ("text", "in: [a, b]", #""datatype": { "base": "string", "format": "^(?:a|b)$" }"#),
    ("integer", "in: [1, 2]", #""datatype": { "base": "integer" }; ! rule 'in': not converted"#),
    ("text", "unique: null", #""datatype": { "base": "string" }; ! rule 'unique': not converted"#),
    (
      "integer",
      "multipleOf: 5",
      #""datatype": { "base": "integer" }; ! rule 'multipleOf': not converted"#
    ),
    (
      "date",
      "range: {min: 2026-01-01}",
      #""datatype": { "base": "date", "minimum": "2026-01-01" }"#
    ),
    ("date, format: [dd.MM.yyyy]", "", #""datatype": { "base": "date", "format": "dd.MM.yyyy" }"#),
    ("time", "", #""datatype": { "base": "time" }"#),
    (
      "time", "range: {min: '09:00'}", #""datatype": { "base": "time", "minimum": "09:00:00" }"#
    ),
    (
      "date, format: [dd.MM.yyyy]", "range: {max: 31.01.2026}",
      #""datatype": { "base": "date", "format": "dd.MM.yyyy", "maximum": "2026-01-31" }"#
    ),
    (
      "boolean",
      "",
      #""datatype": { "base": "boolean", "format": "true|false" }; ! words for true and false after the first: not converted"#
    ),
    (
      "list",
      "length: {max: 3}",
      #""separator": ",", "datatype": { "base": "string" }; ! rule 'length': not converted"#
    ),
    ("file", "", #""datatype": { "base": "string" }; ! type 'file' becomes string"#),
    ("text", "required: null", #""required": true, "datatype": { "base": "string" }"#),
    (
      "text",
      "length: {max: 3, unit: scalar}, severity: warning",
      #""datatype": { "base": "string" }; ! rule 'length': not converted"#
    ),
    (
      "decimal, point: ',', group: '.'",
      "range: {max: 1000}",
      #""datatype": { "base": "decimal", "format": { "decimalChar": ",", "groupChar": "." }, "maximum": "1000" }"#
    ),
    (
      "text, label: L, note: N",
      "",
      #""datatype": { "base": "string" }; ! note: not converted; ! label: not converted"#
    ),
    ("text, trim: true", "", #""datatype": { "base": "string" }"#),
    ("text, aliases: [m]", "", #""titles": [ "n", "m" ], "datatype": { "base": "string" }"#),
    (
      "text",
      "duration: {profile: rfc3339}",
      #""datatype": { "base": "string" }; ! rule 'duration': not converted"#
    ),
    (
      "boolean, true: [ja], false: [nein]",
      "",
      #""datatype": { "base": "boolean", "format": "ja|nein" }"#
    ),
  ]

  /// What a schema accepts in another way than the form.
  @Test(
    arguments: [
      ("text", []), ("list", []), ("integer, trim: true", []),
      ("integer", ["blanks around values are ignored"]),
      ("boolean, trim: true", ["words for true and false match in this case only"]),
      ("time, trim: true", ["times require seconds"]),
      ("datetime, trim: true", ["times require seconds", "moments have T before the time"]),
      ("datetime, trim: true, format: 'yyyy-MM-dd HH:mm'", []),
    ] as [(String, [String])])
  func differencesAreNoted(_ type: String, _ notes: [String]) throws {
    #expect(try differences(type, "", .csvw) == notes)
  }

  @Test(arguments: writings)
  func fieldsAreWritten(_ type: String, _ rule: String, _ schema: String) throws {
    #expect(try describeWriting(type, rule, .csvw) == schema)
  }
}

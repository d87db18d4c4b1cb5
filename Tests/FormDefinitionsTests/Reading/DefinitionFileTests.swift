import FormDefinitions
import FormRules
import Testing

/// The meaning of single features of definition files.
@Suite struct DefinitionFileTests {
  @Test func aFileMayHaveSeveralDocuments() throws {
    let definitions = try parse(
      """
      ---
      # A comment, then an empty document.
      ---
      form: a
      fields: [{name: x, type: text}]
      ---
      rules: a
      form: a
      ...
      """)
    #expect(definitions.map(\.name) == ["a", "a"])
  }

  @Test func byteOrderMarkAndLineEndsDoNotMatter() throws {
    let lines = ["\u{FEFF}form: a", "title: b", "fields: [{name: x, type: text}]", ""]
    let expected = Form(name: "a", title: "b", fields: [Field(name: "x", type: .text)])
    for lineEnd in ["\n", "\r\n", "\r"] {
      #expect(try form(lines.joined(separator: lineEnd)) == expected)
    }
    #expect(errors("\u{FEFF}from: a").first?.hasPrefix("1:1: ") == true)
  }

  @Test func bytesMustBeUTF8() throws {
    let bad = Array("form: a\ntitle: ä".utf8) + [0xE4]
    #expect {
      try DefinitionFile.parse(bytes: bad, file: "a.yaml", knownRules: [])
    } throws: { error in
      "\(error)" == "a.yaml:2:9: not UTF-8 text; save the file as UTF-8"
    }
    let good = Array("rules: a\nform: a".utf8)
    #expect(
      try DefinitionFile.parse(bytes: good, file: "a.yaml", knownRules: [])
        == [.ruleSet(RuleSet(name: "a", form: "a"))])
  }

  @Test(arguments: ["NO", "007", "1.10", "2000-01-01", "0o17", "1:30", "1e999", "on", "Null"])
  func scalarsKeepTheirText(_ text: String) throws {
    let form = try form("form: a\nfields: [{name: x, type: text}]\nlists: {x: [\(text)]}")
    #expect(form?.lists == [ValueList(name: "x", values: [text])])
  }

  @Test func everyTypeIsReadWithItsOptions() throws {
    let form = try form(
      """
      form: a
      fields:
        - {name: a, type: text}
        - {name: b, type: integer}
        - {name: c, type: decimal, scale: 0, point: ",", group: ["."], strip: CHF}
        - {name: d, type: number}
        - {name: e, type: boolean, true: [oui, o], false: non}
        - {name: f, type: date, format: dd.MM.yyyy}
        - {name: g, type: date, formats: [d/M/yy, dd-MMM-yy]}
        - {name: h, type: time}
        - {name: i, type: datetime}
        - {name: j, type: list, separator: "|"}
        - {name: k, type: file}
      """)
    let formats = ["dd.MM.yyyy", "d/M/yy", "dd-MMM-yy"].compactMap { DateFormat($0) }
    #expect(
      form?.fields.map(\.type) == [
        .text, .integer, .decimal(.init(scale: 0, point: ",", group: ["."], strip: ["CHF"])),
        .number, .boolean(.init(yes: ["oui", "o"], no: ["non"])), .date(formats: [formats[0]]),
        .date(formats: [formats[1], formats[2]]), .time(), .datetime(), .list(separator: "|"),
        .file,
      ])
  }

  /// What a definition may say about decimals is read, written canonically and read back.
  @Test(
    arguments: [
      ("group: ','", #""group":",""#, .init(group: [","])),
      (#"group: "\u00a0""#, "\"group\":\"\u{A0}\"", .init(group: ["\u{A0}"])),
      ("group: [\"'\", ’]", #""group":["'","’"]"#, .init(group: ["'", "’"])),
      ("group: blank", #""group":"blank""#, .init(group: FieldType.DecimalFormat.blanks)),
      (
        "group: ['.', blank], point: ','", #""group":[".","blank"]"#,
        .init(point: ",", group: ["."] + FieldType.DecimalFormat.blanks)
      ),
      (
        "group: ',', grouping: indian", #""grouping":"indian""#,
        .init(group: [","], grouping: .indian)
      ),
      ("group: ',', grouping: thousands", #""group":",""#, .init(group: [","])),
      ("negative: trailing", #""negative":["trailing"]"#, .init(negative: [.trailing])),
      (
        "negative: [minus, parentheses, credit]", #""negative":["minus","parentheses","credit"]"#,
        .init(negative: [.minus, .parentheses, .credit])
      ),
      (
        "strip: [(net), US-$, ',-', m2]", #""strip":["(net)","US-$",",-","m2"]"#,
        .init(strip: ["(net)", "US-$", ",-", "m2"])
      ),
    ] as [(String, String, FieldType.DecimalFormat)])
  func decimalNotationsAreRead(
    _ options: String, _ canonical: String, _ format: FieldType.DecimalFormat
  ) throws {
    let read = try form("form: a\nfields:\n  - {name: x, type: decimal, \(options)}")
    #expect(read?.fields.first?.type == .decimal(format))
    let json = read?.canonicalJSON() ?? ""
    #expect(json.contains(canonical), "\(json)")
    #expect(try form(json) == read)
  }

  @Test func missingTextsOfAFieldAreRead() throws {
    let read = try form(
      """
      form: a
      file: {missing: [NA]}
      fields:
        - {name: x, type: text}
        - {name: y, type: text, missing: []}
        - {name: z, type: integer, missing: ["", n/a]}
      """)
    #expect(read?.fields.map(\.missing) == [nil, [], ["", "n/a"]])
    #expect(try form(read?.canonicalJSON() ?? "") == read)
  }

  @Test func rangesInNamesDeclareNumberedFields() throws {
    let form = try form(
      """
      form: a
      fields:
        - {name: "q{08..11}", header: "Q {1..4}", label: "Item {8..11}", aliases: ["i{8..11}"],
           type: integer}
        - {name: "r{1..2}", label: Both, type: text}
        - {name: "{x}", type: text}
      """)
    #expect(form?.fields.map(\.name) == ["q08", "q09", "q10", "q11", "r1", "r2", "{x}"])
    #expect(form?.fields[3].header == "Q 4")
    #expect(form?.fields[2].label == "Item 10")
    #expect(form?.fields[0].aliases == ["i8"])
    #expect(form?.fields[5].label == "Both")
  }

  @Test func everyModifierIsRead() throws {
    let ruleSet = try ruleSet(
      """
      rules: a
      form: a
      fields:
        x:
          - length: {min: 1}
            id: own
            message: m
            message.pt-BR: n
            code: c
            severity: info
            when: y is blank
            needs: [x.text, z]
            scenarios: new
            empty: validate
            trim: true
            stop: firstPerField
          - unique:
          - unique: ever
            normalize: nfc
          - pattern: {pattern: a, mode: once}
          - range: {min: 1}
            max: 2
          - length:
            max: 3
      """)
    var own = RuleEntry("length", ["min": 1])
    own.id = "own"
    own.message = "m"
    own.messageTranslations = ["pt-BR": "n"]
    own.code = "c"
    own.severity = .info
    own.when = Located("y is blank")
    own.needs = [Located("x.text"), Located("z")]
    own.scenarios = ["new"]
    own.empty = .validate
    own.trim = true
    own.stop = .firstPerField
    #expect(
      ruleSet?.fields.first?.rules == [
        own, RuleEntry("unique"), RuleEntry("unique", ["": "ever", "normalize": "nfc"]),
        RuleEntry("pattern", ["mode": "once", "pattern": "a"]),
        RuleEntry("range", ["max": 2, "min": 1]), RuleEntry("length", ["max": 3]),
      ])
  }

  @Test func parameterTypesAndMissingExampleValuesAreRead() throws {
    let ruleSet = try ruleSet(
      """
      rules: a
      form: a
      parameters: {start: {type: date, format: dd/MM/yyyy}, by: text}
      limits: [{warned: {min: 0.5%, max: 10}}]
      examples: [{reject: {x: null, y: ~, z: "", n: "null", t: "~", e: }}]
      """)
    let format = DateFormat("dd/MM/yyyy").map { [$0] } ?? []
    #expect(
      ruleSet?.parameters == [
        RunParameter(name: "by", type: .text),
        RunParameter(name: "start", type: .date(formats: format)),
      ])
    let half = ExactDecimal(mantissa: 5, scale: 1)
    #expect(ruleSet?.limits == [Limit(.warned, min: .percent(half), max: .count(10))])
    #expect(
      ruleSet?.examples == [
        Example(
          [("e", nil), ("n", "null"), ("t", "~"), ("x", nil), ("y", nil), ("z", "")],
          isAccepted: false)
      ])
  }

  @Test(arguments: ["_submission", "rowid", "SELECT", "a\"b", "a b", "naïve", "a..b", "../x"])
  func fieldNamesMayContainAnyText(_ name: String) throws {
    let expected = Form(name: "a", fields: [Field(name: name, type: .text)])
    #expect(try form("form: a\nfields: [{name: '\(name)', type: text}]") == expected)
  }

  @Test func jsonIsReadTheSame() throws {
    let yaml = try parse(
      """
      rules: a
      form: b
      fields: {x: [{range: {min: 1.50}}, email], "😀é\\"\\\\/": [unique]}
      """)
    let json = try parse(
      #"""
      {"rules": "a", "form": "b", "fields": {"x": [{"range": {"min": 1.50}}, {"email": null}],
        "\ud83d\uDE00\u00e9\"\\\/": ["unique"]}}
      """#)
    #expect(yaml == json)
    guard case .ruleSet(let ruleSet) = json.first else {
      Issue.record("no rule set")
      return
    }
    #expect(ruleSet.fields.last?.location == DefinitionLocation(line: 2, column: 3))
  }

  @Test(arguments: [
    #"{"form": "a", "title": "\ud83d", "fields": []}"#, #"{"form": "a", "title": "\ude00"}"#,
    #"{"form": "a", "title": "\ud83d\u0041"}"#, #"{"form": "a", "title": "\u12"}"#,
    #"{"form": "a", "title": "\u0000"}"#,
  ])
  func brokenEscapesAreErrors(_ json: String) {
    #expect(errors(json).count == 1)
  }
}

@Suite struct ParameterNameTests {
  /// Some parameters have the name of a rule, and may be beside their own rule.
  @Test(arguments: [
    ("characters: letter\n      ascii: true", "characters"),
    ("paymentCard:\n      luhn: false", "paymentCard"),
    ("hexColor:\n      alpha: true", "hexColor"),
  ])
  func parametersMayHaveNamesOfRules(entry: String, rule: String) throws {
    let text = "rules: r\nform: f\nfields:\n  a:\n    - \(entry)\n"
    let definitions = try DefinitionFile.parse(text, file: "f", knownRules: RuleRegistry.names)
    guard case .ruleSet(let ruleSet) = definitions.first else {
      Issue.record("no rule set")
      return
    }
    #expect(ruleSet.fields[0].rules.map(\.rule) == [rule])
    #expect(
      try DefinitionFile.parse(
        ruleSet.canonicalJSON(), file: "c", knownRules: RuleRegistry.names) == definitions)
  }
}

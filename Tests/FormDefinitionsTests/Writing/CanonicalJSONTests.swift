import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormDefinitions

/// The canonical text, which is stored and hashed.
@Suite struct CanonicalJSONTests {
  private func roundTrip(_ definition: Definition) throws {
    #expect(try parse(definition.canonicalJSON()) == [definition])
  }

  @Test func contactsRoundTrip() throws {
    let text = try String(contentsOf: Repository.fixture("forms/contacts.yaml"), encoding: .utf8)
    for definition in try parse(text) { try roundTrip(definition) }
  }

  @Test func everyKeyOfAFormRoundTrips() throws {
    let parsed = try form(
      #"""
      form: a
      title: A
      title.de: B
      key: [id]
      columns: keep
      supersede: signed-in
      erased: note
      zone: Europe/Berlin
      mail: {to: email}
      edit: {days: 3}
      embed: [https://example.com]
      file:
        {delimiter: ";", encoding: windows-1252, header: 2, match: position, missing: [NA],
         quote: "'", escape: '\', comment: "#", footer: 1, skipInitialSpace: true,
         trailingDelimiter: true, skipBlankRows: true}
      fields:
        - {name: id, type: integer, label: L, label.de: M, header: H, aliases: [I],
           required: true, sensitive: true, store: clear, trim: true, missing: ["-"], note: N}
        - {name: email, type: text, help: H, help.de: I, placeholder: P, section: S,
           section.de: T, page: P, page.de: Q, prefill: true, show: {when: id > 1}}
        - {name: land, type: text, widget: radio,
           choices: [FR, {value: DE, label: G, label.de: D}]}
        - {name: amount, type: decimal, scale: 2, point: ",", group: ".", grouping: indian,
           strip: [EUR], negative: [minus, trailing]}
        - {name: day, type: date, format: [dd.MM.yyyy]}
        - {name: tags, type: list, separator: "|"}
        - {name: paid, type: boolean, true: [ja], false: [nein]}
        - {name: double, type: integer, value: id * 2}
      lists: {l: [a]}
      """#)
    let definition = Definition.form(try #require(parsed))
    let text = definition.canonicalJSON()
    for text in [text, definition.yaml, definition.typedJSON.text] {
      #expect(try parse(text) == [definition])
    }
    let keys = DefinitionReader.formKeys + DefinitionReader.fileKeys + DefinitionReader.fieldKeys
    // `formats` is another name of `format`.
    for key in keys where key != "formats" { #expect(text.contains("\"\(key)\":"), "\(key)") }
  }

  /// The output of `show --format json` has the same content, with numbers and booleans.
  @Test func typedJSONIsEquivalent() throws {
    let text = try String(contentsOf: Repository.fixture("forms/contacts.yaml"), encoding: .utf8)
    for definition in try parse(text) {
      #expect(try parse(definition.typedJSON.text) == [definition])
    }
    let rules = try parse(
      """
      form: a
      fields: [{name: "5", type: decimal, scale: 2, required: true, label: "7"}]
      ---
      rules: a
      form: a
      limits: [{rejected: {max: 5%}}, {records: {min: 1}}]
      fields:
        "5":
          - range: {min: 1.50, max: 007}
          - in: [1, 2]
          - range: {min: 0}
            id: two
            message: "3"
      """)
    #expect(
      rules.map(\.typedJSON.text) == [
        #"{"form":"a","fields":[{"name":"5","label":"7","type":"decimal","scale":2,"required":true}]}"#,
        #"{"rules":"a","form":"a","fields":{"5":[{"range":{"max":"007","min":1.50}},"#
          + #"{"in":["1","2"]},{"range":{"min":0},"id":"two","message":"3"}]},"#
          + #""limits":[{"rejected":{"max":"5%"}},{"records":{"min":1}}]}"#,
      ])
  }

  @Test func defaultsAreOmitted() throws {
    let form = try form(
      """
      form: a   # a comment
      file: {match: name}
      fields:
        - {type: text, required: false, name: "x"}
        - {name: y, type: decimal, scale: 02, point: .}
      lists: {}
      """)
    #expect(
      form?.canonicalJSON()
        == #"{"fields":[{"name":"x","type":"text"},{"name":"y","scale":"2","type":"decimal"}],"#
        + #""form":"a"}"#)
  }

  @Test func layoutAndKeyOrderDoNotAffectCanonicalJSON() throws {
    let one = try ruleSet(
      """
      rules: a
      form: a
      fields:
        y: [{range: {min: 1, max: 2}, severity: warning}]
        x: [unique]
      parameters: {b: text, a: date}
      examples: [{accept: {x: 1, y: 2}}]
      """)
    let two = try ruleSet(
      """
      {"form": "a", "examples": [{"accept": {"y": 2, "x": "1"}}], "parameters": {"a": "date", "b": "text"},
       "fields": {"x": [{"unique": null}],
                  "y": [{"severity": "warning", "range": {"max": "2", "min": 1}}]}, "rules": "a"}
      """)
    #expect(one == two)
    #expect(one?.canonicalJSON() == two?.canonicalJSON())
  }

  @Test(arguments: [
    [
      "[{name: x, type: text}, {name: y, type: text}]",
      "[{name: y, type: text}, {name: x, type: text}]",
    ],
    ["[{name: x, type: text}]", "[{name: x, type: text, note: y}]"],
    ["[{name: é, type: text}]", "[{name: e\u{301}, type: text}]"],
    [
      "[{name: x, type: date, format: [d.M.yy, yyyy/M/d]}]",
      "[{name: x, type: date, format: [yyyy/M/d, d.M.yy]}]",
    ],
  ])
  func relevantChangesChangeCanonicalJSON(_ fields: [String]) throws {
    let texts = try fields.map { try form("form: a\nfields: \($0)")?.canonicalJSON() ?? "" }
    #expect(!texts[0].utf8.elementsEqual(texts[1].utf8))
  }

  @Test func unusualTextsRoundTrip() throws {
    let odd = [
      "", " ", "null", "~", "true", "a\"b\\c/", "\u{1}\u{8}\t\n\r\u{1F}", "\u{7F}\u{85}\u{9F}",
      "\u{2028}\u{FEFF}\u{FFFF}", "e\u{301}", "é", "😀", "{1..3}", "*x", "&y", "<<", "- a: b #",
    ]
    var form = Form(
      name: "odd", title: odd.joined(),
      fields: [
        Field(
          name: "a\"\\ 'b`😀", label: odd[6],
          type: .boolean(.init(yes: ["\"", "é"], no: ["\\"]))
        ).changed {
          $0.header = "h{1..3}"
          $0.aliases = ["\u{2028}x"]
          $0.note = odd[8]
        }
      ],
      lists: [ValueList(name: "l", values: odd)])
    form.file = FileSettings(delimiter: "\t", missing: odd)
    try roundTrip(.form(form))
    var entry = RuleEntry("in", .init(.sequence(odd.map { .text($0) })))
    entry.message = odd[6]
    entry.messageTranslations = ["de": "\"", "en": "\\"]
    let nested = RuleEntry(
      "any", ["": [["mode": ["", .init(.scalar("", isPlain: true))], "pattern": "x"], "email"]])
    var ruleSet = RuleSet(
      name: "odd", form: "odd", fields: [FieldRules(field: "a\"\\ 'b`😀", rules: [entry])],
      recordRules: [nested])
    ruleSet.examples = [
      Example([("a", nil), ("b", "null"), ("c", ""), ("d", odd[6])], isAccepted: true)
    ]
    try roundTrip(.ruleSet(ruleSet))
  }

  @Test func nullIsNotText() throws {
    let null = try ruleSet("rules: a\nform: a\nrecord: [{must: {x: }}]")
    let text = try ruleSet("rules: a\nform: a\nrecord: [{must: {x: ''}}]")
    #expect(null != text)
    #expect(null?.canonicalJSON() != text?.canonicalJSON())
  }
}

import FormRules
import Testing

@testable import FormDefinitions

/// Sources in definition files.
@Suite struct SourceDefinitionTests {
  static let north = """
    source: north
    title: Branch North
    contact: [data@north.example, it@north.example]
    language: de
    forms:
      orders:
      signups:
        file: {delimiter: ';', encoding: windows-1252, quote: none, point: ',', group: [., blank]}
        map: {E-Mail Adresse: email, Geb.: birthday}
        expect:
          every: week
          by: 'Monday 12:00'
          records: {change: 20%}
        repairs:
          - country: {Deutschland: DE, UK: GB}
          - phone: {strip: [' ', '-']}
          - birthday: {type: date, format: [dd.MM.yyyy]}
          - kind:
              replace: {strip: tape, type: sort}
          - kind: {others: country}
          - kind:
              replace: {others: country}
          - country: nearest
          - phone: trim
          - phone: blanks
          - birthday: monthFirst
          - birthday: dayFirst
          - amount: point
          - amount: comma

    """

  @Test func sourceRoundTrips() throws {
    let definition = try #require(try parse(Self.north).first)
    guard case .source(let source) = definition else {
      Issue.record("not a source")
      return
    }
    #expect(source.contacts == ["data@north.example", "it@north.example"])
    #expect(source.forms.map(\.form) == ["orders", "signups"])
    let form = try #require(source.form(named: "signups"))
    #expect(form.decimalFormat?.group.count == 6)
    #expect(
      form.expected
        == ExpectedDelivery(
          every: .week, day: 1, minute: 720,
          records: Limit(.records, change: .percent(ExactDecimal(20)))))
    #expect(
      form.repairs.map(\.field) == [
        "country", "phone", "birthday", "kind", "kind", "kind", "country", "phone", "phone",
        "birthday", "birthday", "amount", "amount",
      ])
    #expect(
      form.repairs.dropFirst(3).map(\.change) == [
        .replace(["strip": "tape", "type": "sort"]), .others(by: "country"),
        .replace(["others": "country"]), .nearest, .trim, .removeBlanks, .date(dayFirst: false),
        .date(dayFirst: true), .number(decimalComma: false), .number(decimalComma: true),
      ])
    for repair in form.repairs {
      let node = try DefinitionFile.parseValue(repair.change.json.text)
      #expect(try Repair(repair.field, node: node) == repair)
    }
    #expect(try parse(definition.yaml) == [definition], "\(definition.yaml)")
    #expect(try parse(definition.canonicalJSON()) == [definition])
    #expect(try parse(definition.typedJSON.text) == [definition])
    #expect(try definition.readBack() == definition)
  }

  /// Sources with an error, and a part of its message.
  @Test(arguments: [
    ("source: north", "1:1: source 'north' has no forms"),
    ("source: North\nforms: {a: }", "1:9: a source's name must consist of"),
    ("source: n\nforms: {a: {expect: {by: 12:00}}}", "2:21: expect requires every"),
    ("source: n\nforms: {a: {expect: {every: year}}}", "unknown every: 'year'"),
    ("source: n\nforms: {a: {expect: {every: day, by: Monday}}}", "by must be a time of the day"),
    ("source: n\nforms: {a: {repairs: [{x: {}}]}}", "the repair of 'x' is empty"),
    ("source: n\nforms: {a: {repairs: [{x: {a: b}, y: {a: b}}]}}", "exactly one field"),
    ("source: n\nforms: {a: {repairs: [{x: {type: dates}}]}}", "unknown type 'dates'"),
    ("source: n\nforms: {a: {repairs: [{x: trimm}]}}", "unknown repair of 'x': 'trimm'"),
    ("source: n\nforms: {a: {repairs: [{x: {others: ''}}]}}", "others must not be empty"),
    ("source: n\nforms: {a: {file: {match: position}}}", "unknown key of file: 'match'"),
    ("source: n\nforms: {a: {file: {point: ',,'}}}", "2:27: point must be"),
    ("source: n\ncontact: nobody\nforms: {a: }", "2:10: contact must be a mail address"),
    ("source: n\nlanguage: German!\nforms: {a: }", "2:11: language requires a language code"),
    ("source: n\nforms: {a: }\n---\nsource: n\nforms: {a: }", "a second source 'n'"),
    ("title: x", "requires the key 'form', 'rules' or 'source'"),
  ])
  func errorsHaveLocations(_ text: String, _ message: String) {
    let error = #expect(throws: DefinitionErrors.self) { try parse(text) }
    #expect(error?.description.contains(message) == true, "\(error.map { "\($0)" } ?? "none")")
  }

  @Test func differencesAreInWords() throws {
    let changed = Self.north.replacing("UK: GB", with: "UK: GB, US: USA")
      .replacing("language: de", with: "language: fr").replacing("20%", with: "10%")
    guard case .source(let old)? = try parse(Self.north).first,
      case .source(let new)? = try parse(changed).first
    else {
      Issue.record("not sources")
      return
    }
    let lines = DefinitionDiff(from: old, to: new).lines
    #expect(lines.count == 2)
    #expect(lines.first == "language: de → fr")
    #expect(lines.last?.contains("expect.records.change 20% → 10%") == true, "\(lines)")
    #expect(DefinitionDiff(from: old, to: old).lines.isEmpty)
  }

  @Test func columnsAreComparedByTheirBytes() throws {
    let definitions = try ["\u{E9}", "e\u{301}"].flatMap {
      try parse("source: n\nforms: {a: {map: {\($0): x}}}")
    }
    guard case .source(let old) = definitions[0], case .source(let new) = definitions[1] else {
      Issue.record("not sources")
      return
    }
    #expect(
      DefinitionDiff(from: old, to: new).lines
        == ["form a: map.\u{E9} x removed; map.e\u{301} x added (unknown)"])
  }
}

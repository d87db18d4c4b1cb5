import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormConversion
@testable import FormDefinitions

/// Definitions as the rows of a spreadsheet.
@Suite struct RuleSheetTests {
  private static let files = [
    "forms/contacts.yaml", "formats/orders.yaml", "cli/files/members.yaml", "cli/files/guests.yaml",
    "cli/files/people.yaml",
  ]

  /// The rows as a reader of the file returns them.
  private func roundTrip(_ definitions: [Definition]) throws -> [Definition] {
    let rows = try RuleSheet.rows(definitions)
    let records = rows.dropFirst().enumerated().map { index, row in
      (line: index + 2, cells: Dictionary(uniqueKeysWithValues: zip(rows[0], row)))
    }
    return try parseDefinitions(RuleSheet.yaml(Array(records), file: "x.csv"))
  }

  @Test(arguments: files)
  func definitionsRoundTripThroughARuleSheet(name: String) throws {
    let text = try String(contentsOf: Repository.fixture(name), encoding: .utf8)
    let definitions = try parseDefinitions(text)
    #expect(
      try roundTrip(definitions).map { $0.canonicalJSON() }
        == definitions.map { $0.canonicalJSON() })
  }

  @Test func definitionsWithEveryElementRoundTrip() throws {
    let definitions = try parseDefinitions(
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
    #expect(try parseDefinitions(yaml).first?.canonicalJSON().contains("required") == isRequired)
  }

  /// A rule and the cells of its row that are not empty.
  static let rules: [(rule: String, cells: [String: String])] = [
    ("email: null", ["rule": "email"]),
    ("length: {max: 3}", ["rule": "length", "value": "{max: 3}"]),
    ("range: {min: 1, maxExclusive: 9}", ["rule": "range", "value": "{maxExclusive: 9, min: 1}"]),
    ("pattern: '[a-z]+'", ["rule": "pattern", "value": "'[a-z]+'"]),
    (
      "pattern: {pattern: a, mode: search}",
      ["rule": "pattern", "value": "{'': a, mode: search}"]
    ),
    ("in: [a, ' b', '1', '']", ["rule": "in", "value": "[a, ' b', 1, '']"]),
    ("unique: ever", ["rule": "unique", "value": "ever"]),
    ("equals: {field: m}", ["rule": "equals", "value": "{field: m}"]),
    ("any: [email, {length: {max: 3}}]", ["rule": "any", "value": "[email, {length: {max: 3}}]"]),
    ("email: null, severity: warning", ["rule": "email", "severity": "warning"]),
    ("email: null, when: m is blank", ["rule": "email", "when": "m is blank"]),
    ("email: null, message: '{label}: \"no\"'", ["rule": "email", "message": "{label}: \"no\""]),
    ("email: null, id: a.b", ["rule": "email", "more": "{id: a.b}"]),
    (
      "email: null, scenarios: [s], stop: first",
      ["rule": "email", "more": "{scenarios: [s], stop: first}"]
    ),
  ]

  @Test(arguments: rules)
  func rulesAreRows(_ rule: String, _ cells: [String: String]) throws {
    let definitions = try parseDefinitions(
      """
      form: f
      fields: [{name: n, type: text}, {name: m, type: text}]
      ---
      rules: f
      form: f
      fields: {n: [{\(rule)}]}
      """)
    let rows = try RuleSheet.rows(definitions)
    let row = try #require(rows.last)
    let filled = zip(rows[0], row).filter { !$1.isEmpty && $0 != "what" && $0 != "name" }
    #expect(Dictionary(uniqueKeysWithValues: filled) == cells)
    #expect(
      try roundTrip(definitions).map { $0.canonicalJSON() }
        == definitions.map { $0.canonicalJSON() })
  }
}

import FormDefinitions
import FormRules
import Foundation
import Testing

/// The text of differences.
@Suite struct DefinitionDiffTests {
  /// Rules of one field before and after.
  @Test(arguments: [
    ("- range: {max: 120}", "- range: {max: 90}", "x.range: max 120 → 90 (tightened)"),
    ("- range: {min: 9}", "- range: {min: 10}", "x.range: min 9 → 10 (tightened)"),
    (
      "- range: {min: 0}", "- range: {max: 5}",
      "x.range: min 0 removed (loosened); max 5 added (tightened)"
    ),
    (
      "- range: {min: 2020-01-31}", "- range: {min: 2019-12-01}",
      "x.range: min 2020-01-31 → 2019-12-01 (loosened)"
    ),
    ("- range: {max: 1.0}", "- range: {max: 1.00}", "x.range: max 1.0 → 1.00"),
    ("- range: {max: {field: y}}", "- range: {max: {field: z}}", "x.range: max.field y → z"),
    ("- in: [DE, GB]", "- in: [DE, ZZ]", "x.in: added ZZ; removed GB"),
    ("- in: [DE, GB]", "- in: [GB, DE]", "x.in: order changed"),
    ("- in: {values: [DE]}", "- in: {values: [DE, A, B]}", "x.in: added A, B"),
    ("- pattern: a+", "- pattern: b+", "x.pattern: a+ → b+"),
    (
      "- pattern: a+", "- {pattern: a+, mode: once}",
      "x.pattern: a+ → {\"\":\"a+\",\"mode\":\"once\"}"
    ),
    ("- email", "- {email, message: m}", "x.email: message only"),
    ("- {length: 1, message.de: m}", "- {length: 2, message.de: n}", "x.length: 1 → 2; message"),
    ("- email", "- {email, severity: warning}", "x.email: severity error → warning (loosened)"),
    (
      "- {email, severity: info}", "- {email, severity: warning}",
      "x.email: severity info → warning (tightened)"
    ),
    ("- email", "- {email, when: y = 1}", "x.email: condition y = 1 added"),
    ("- {email, when: y = 1}", "- {email, when: y = 2}", "x.email: condition y = 1 → y = 2"),
    ("- {email, when: y = 1}", "- email", "x.email: condition y = 1 removed"),
    ("- email", "- {email, empty: validate}", "x.email: empty validate added"),
    ("- email", "- {email, needs: [x.text]}", "x.email: needs added x.text"),
    ("- email", "- {email, code: c}", "x.email: code c added"),
    ("- email", "- {email, id: own}", "added own: rule email\nremoved x.email"),
    ("- {email, id: own}", "- {url, id: own}", "own: rule email → url"),
    ("- email", "- email\n    - pattern: a", "added x.pattern: a"),
    ("- email\n    - url", "- url\n    - email", "rules of x: order changed"),
    ("- pattern: \"\\e\"", "- pattern: \"a\\nb\"", "x.pattern: \"\\u001b\" → \"a\\u000ab\""),
  ])
  func changesOfRulesAreDescribed(_ old: String, _ new: String, _ expected: String) throws {
    try check(
      "rules: a\nform: a\nfields:\n  x:\n    \(old)",
      "rules: a\nform: a\nfields:\n  x:\n    \(new)",
      expected)
  }

  /// Other parts of a rule set.
  @Test(arguments: [
    ("", "record: [{must: x = 1}]", "added record.must: x = 1"),
    ("record: [{must: x = 1, at: x}]", "record: [{must: x = 2, at: x}]", "x.must: x = 1 → x = 2"),
    (
      "parameters: {a: date}", "parameters: {a: text, b: text}",
      "parameter a: type date → text\nadded parameter b: text"
    ),
    (
      "limits: [{rejected: {max: 5%}}]", "limits: [{rejected: {max: 3%}}, {records: {min: 1}}]",
      "limit rejected: max 5% → 3% (tightened)\nadded limit records: min 1"
    ),
    (
      "examples: [{accept: {x: 1}}]", "examples: [{accept: {x: 2}}, {reject: {}}]",
      "examples: 2 added; 1 removed"
    ),
    (
      "examples: [{accept: {x: 1}}, {accept: {x: 2}}]",
      "examples: [{accept: {x: 2}}, {accept: {x: 1}}]", "examples: order changed"
    ),
    (
      "fields: {x: [{email, id: own}]}", "fields: {y: [{email, id: own}]}", "own: field x → y"
    ),
    ("fields: {x: [email, url], y: [ip]}", "fields: {y: [ip], x: [email, url]}", ""),
  ])
  func changesOfRuleSetsAreDescribed(_ old: String, _ new: String, _ expected: String) throws {
    try check("rules: a\nform: a\n\(old)", "rules: a\nform: a\n\(new)", expected)
  }

  /// Fields of a form, and its other parts.
  @Test(arguments: [
    ("{name: x, type: text}", "{name: x, type: decimal}", "field x: type text → decimal"),
    (
      "{name: x, type: text}", "{name: x, type: text, aliases: [E-mail]}",
      "field x: alias added E-mail"
    ),
    (
      "{name: x, type: text, required: true}", "{name: x, type: text}",
      "field x: required true → false (loosened)"
    ),
    (
      "{name: x, type: text}", "{name: y, type: text}",
      "added field y: type text\nremoved field x: type text"
    ),
    (
      "{name: x, type: text}, {name: y, type: text}",
      "{name: y, type: text}, {name: x, type: text}", "fields: order changed"
    ),
    ("{name: x, type: decimal}", "{name: x, type: decimal, scale: 2}", "field x: scale 2 added"),
    (
      "{name: x, type: text, show: {when: y = 1}}, {name: y, type: integer}",
      "{name: x, type: text, show: {when: y = 2}}, {name: y, type: integer, prefill: true}",
      "field x: show.when y = 1 → y = 2\nfield y: prefill false → true"
    ),
    (
      "{name: x, type: integer}, {name: y, type: integer}",
      "{name: x, type: integer, value: y * 2}, {name: y, type: integer}",
      "field x: value y * 2 added"
    ),
    ("{name: é, type: text}", "{name: e\u{301}, type: text}", "field e\u{301}: name é → e\u{301}"),
  ])
  func changesOfFieldsAreDescribed(_ old: String, _ new: String, _ expected: String) throws {
    try check("form: a\nfields: [\(old)]", "form: a\nfields: [\(new)]", expected)
  }

  @Test(arguments: [
    ("title: A", "title: B", "title: A → B"),
    ("", "title: B", "title: B added"),
    ("", "key: [x]", "key: added x"),
    (
      "embed: [https://a.b]", "embed: [https://a.c]",
      "embed: added https://a.c; removed https://a.b"
    ),
    ("file: {delimiter: ','}", "file: {delimiter: ;}", "file: delimiter , → ;"),
    ("", "file: {match: position}", "file: match name → position"),
    ("lists: {l: [a, b]}", "lists: {l: [b, c]}", "list l: added c; removed a"),
    ("lists: {l: [a]}", "", "removed list l: [\"a\"]"),
  ])
  func changesOfFormsAreDescribed(_ old: String, _ new: String, _ expected: String) throws {
    let fields = "form: a\nfields: [{name: x, type: text}]\n"
    try check(fields + old, fields + new, expected)
  }

  private func check(_ old: String, _ new: String, _ expected: String) throws {
    let diff: DefinitionDiff
    let definitions = (try parse(old)[0], try parse(new)[0])
    switch definitions {
    case (.form(let old), .form(let new)): diff = DefinitionDiff(from: old, to: new)
    case (.ruleSet(let old), .ruleSet(let new)): diff = DefinitionDiff(from: old, to: new)
    default:
      Issue.record("a form and a rule set")
      return
    }
    #expect(diff.lines.joined(separator: "\n").utf8.elementsEqual(expected.utf8), "\(diff.lines)")
    let isSame = definitions.0.canonicalJSON().utf8.elementsEqual(
      definitions.1.canonicalJSON().utf8)
    #expect(diff.changes.isEmpty == isSame)
  }

  @Test func changesAreStructured() throws {
    let old = try #require(try ruleSet("rules: a\nform: a\nfields: {x: [{range: {max: 9}}]}"))
    let new = try #require(
      try ruleSet("rules: a\nform: a\nfields: {x: [{range: {max: 8}}, email]}"))
    #expect(
      String(
        decoding: try JSONEncoder.sorted.encode(DefinitionDiff(from: old, to: new)), as: UTF8.self)
        == #"{"changes":[{"detail":"max 9 → 8 (tightened)","kind":"changed","what":"x.range"},"#
        + #"{"detail":"","kind":"added","what":"x.email"}]}"#)
    #expect(DefinitionDiff(from: old, to: old).changes.isEmpty)
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

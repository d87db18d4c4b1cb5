import FormDefinitions
import FormRules
import Foundation
import Testing

/// The text of differences.
@Suite struct DefinitionDiffTests {
  /// Rules of one field before and after.
  @Test(arguments: [
    ("- range: {max: 120}", "- range: {max: 90}", "x.range: max 120 → 90 (stricter)"),
    ("- range: {min: 9}", "- range: {min: 10}", "x.range: min 9 → 10 (stricter)"),
    (
      "- range: {min: 0}", "- range: {max: 5}",
      "x.range: min 0 removed; max 5 added (partly stricter, partly looser)"
    ),
    (
      "- range: {min: 2020-01-31}", "- range: {min: 2019-12-01}",
      "x.range: min 2020-01-31 → 2019-12-01 (looser)"
    ),
    ("- range: {max: 1.0}", "- range: {max: 1.00}", "x.range: max 1.0 → 1.00"),
    (
      "- range: {max: {field: y}}", "- range: {max: {field: z}}",
      "x.range: max.field y → z (unknown)"
    ),
    (
      "- in: [DE, GB]", "- in: [DE, ZZ]",
      "x.in: added ZZ; removed GB (partly stricter, partly looser)"
    ),
    ("- in: [DE, GB]", "- in: [GB, DE]", "x.in: order changed"),
    ("- in: {values: [DE]}", "- in: {values: [DE, A, B]}", "x.in: added A, B (looser)"),
    ("- pattern: a+", "- pattern: b+", "x.pattern: a+ → b+ (partly stricter, partly looser)"),
    ("- pattern: a+", "- pattern: a*b*", "x.pattern: a+ → a*b* (looser)"),
    (
      "- pattern: a+", "- {pattern: a+, mode: once}",
      "x.pattern: a+ → {\"\":\"a+\",\"mode\":\"once\"} (unknown)"
    ),
    ("- email", "- {email, message: m}", "x.email: message only"),
    (
      "- {length: 1, message.de: m}", "- {length: 2, message.de: n}",
      "x.length: 1 → 2; message (unknown)"
    ),
    ("- email", "- {email, severity: warning}", "x.email: severity error → warning (looser)"),
    (
      "- {email, severity: info}", "- {email, severity: warning}",
      "x.email: severity info → warning"
    ),
    ("- email", "- {email, when: y = 1}", "x.email: condition y = 1 added (looser)"),
    (
      "- {email, when: y = 1}", "- {email, when: y = 2}",
      "x.email: condition y = 1 → y = 2 (unknown)"
    ),
    ("- {email, when: y = 1}", "- email", "x.email: condition y = 1 removed (stricter)"),
    // These also determine which records are counted.
    (
      "- depends: {on: y}", "- {depends: {on: y}, when: y = 1}",
      "x.depends: condition y = 1 added (unknown)"
    ),
    (
      "- {resembles: {least: 4, times: 5}, when: y = 1}", "- resembles: {least: 4, times: 5}",
      "x.resembles: condition y = 1 removed (unknown)"
    ),
    (
      "- depends: {on: y}", "- {depends: {on: y}, empty: validate}",
      "x.depends: empty validate added (unknown)"
    ),
    ("- unique", "- {unique, when: y = 1}", "x.unique: condition y = 1 added (looser)"),
    ("- email", "- {email, empty: validate}", "x.email: empty validate added (stricter)"),
    ("- email", "- {email, needs: [x.text]}", "x.email: needs added x.text (looser)"),
    ("- email", "- {email, code: c}", "x.email: code c added"),
    ("- email", "- {email, id: own}", "added own: rule email\nremoved x.email"),
    ("- {email, id: own}", "- {url, id: own}", "own: rule email → url (unknown)"),
    ("- email", "- email\n    - pattern: a", "added x.pattern: a (stricter)"),
    ("- email\n    - url", "- url\n    - email", "rules of x: order changed"),
    (
      "- pattern: \"\\e\"", "- pattern: \"a\\nb\"",
      "x.pattern: \"\\u001b\" → \"a\\u000ab\" (partly stricter, partly looser)"
    ),
    (
      "- email", "- {email, stop: first, severity: warning}",
      "x.email: severity error → warning; stop first added (looser)"
    ),
    (
      "- {email, severity: warning}", "- {email, severity: warning, stop: first}",
      "x.email: stop first added (unknown)"
    ),
    // A record whose value is not compared can change the verdict of the next one.
    (
      "- email\n    - unique", "- {email, stop: first}\n    - unique",
      "x.email: stop first added (unknown)"
    ),
    (
      "- {email, stop: first}\n    - unique", "- unique\n    - {email, stop: first}",
      "rules of x: order changed (unknown)"
    ),
    (
      "- {email, stop: first}\n    - unique", "- unique",
      "removed x.email: stop first (unknown)"
    ),
    (
      "- email\n    - {url, needs: [x.email]}",
      "- {email, when: y = 1}\n    - {url, needs: [x.email]}",
      "x.email: condition y = 1 added (unknown)"
    ),
    ("- url", "- url\n    - {email, severity: info}", "added x.email: severity info"),
    // A record that is accepted claims its value, which another record can have.
    (
      "- unique: ever\n    - length: {max: 5}", "- unique: ever\n    - length: {max: 6}",
      "x.length: max 5 → 6 (partly looser, partly unknown)"
    ),
    (
      "- unique: ever", "- unique: ever\n    - length: {max: 6}",
      "added x.length: max 6 (partly stricter, partly unknown)"
    ),
    (
      "- unique: ever\n    - email", "- unique: ever\n    - {email, severity: warning}",
      "x.email: severity error → warning (partly looser, partly unknown)"
    ),
    (
      "- unique: ever\n    - email", "- unique: ever",
      "removed x.email (partly looser, partly unknown)"
    ),
    ("- email", "- email\n    - unique: ever", "added x.unique: ever (stricter)"),
    (
      "- unique\n    - length: {max: 5}", "- unique\n    - length: {max: 6}",
      "x.length: max 5 → 6 (looser)"
    ),
    (
      "- unique: ever\n    - length: {max: 5}", "- length: {max: 6}",
      "x.length: max 5 → 6 (looser)\nremoved x.unique: ever (looser)"
    ),
    (
      "- not: {length: {max: 5}}", "- not: {length: {max: 6}}",
      "x.not: length.max 5 → 6 (stricter)"
    ),
  ])
  func changesOfRulesAreDescribed(_ old: String, _ new: String, _ expected: String) throws {
    try check(
      "rules: a\nform: a\nfields:\n  x:\n    \(old)",
      "rules: a\nform: a\nfields:\n  x:\n    \(new)",
      expected)
  }

  /// Other parts of a rule set.
  @Test(arguments: [
    ("", "record: [{must: x = 1}]", "added record.must: x = 1 (stricter)"),
    (
      "record: [{must: x = 1, at: x}]", "record: [{must: x = 2, at: x}]",
      "x.must: x = 1 → x = 2 (unknown)"
    ),
    (
      "parameters: {a: date}", "parameters: {a: text, b: text}",
      "parameter a: type date → text (unknown)\nadded parameter b: text"
    ),
    (
      "limits: [{rejected: {max: 5%}}]", "limits: [{rejected: {max: 3%}}, {records: {min: 1}}]",
      "limit rejected: max 5% → 3% (stricter)\nadded limit records: min 1 (stricter)"
    ),
    ("", "limits: [{columns: {missing: warn}}]", "added limit columns: missing warn (unknown)"),
    ("limits: [{columns: {missing: warn}}]", "", "removed limit columns: missing warn (unknown)"),
    (
      "limits: [{columns: {missing: warn}}]", "limits: [{columns: {missing: refuse}}]",
      "limit columns: missing warn → refuse (unknown)"
    ),
    (
      "limits: [{rejected: {max: 5%}}, {records: {min: 1}}]",
      "limits: [{records: {min: 1}}, {rejected: {max: 5%}}]", "limits: order changed"
    ),
    (
      "limits: [{rejected: {max: 5%}}]", "limits: [{rejected: {max: 5}}]",
      "limit rejected: max 5% → 5 (unknown)"
    ),
    (
      "limits: [{records: {min: 1, change: 10%}}]", "limits: [{records: {min: 2, change: 20%}}]",
      "limit records: min 1 → 2; change 10% → 20% (partly stricter, partly looser)"
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
      "fields: {x: [{email, id: own}]}", "fields: {y: [{email, id: own}]}",
      "own: field x → y (unknown)"
    ),
    ("fields: {x: [email, url], y: [ip]}", "fields: {y: [ip], x: [email, url]}", ""),
    (
      "fields: {x: [{email, id: é}]}", "fields: {x: [{email, id: e\u{301}}]}",
      "e\u{301}: id é → e\u{301}"
    ),
    (
      "fields: {é: [email]}", "fields: {e\u{301}: [email]}",
      "e\u{301}.email: field é → e\u{301} (unknown)"
    ),
    (
      "fields: {x: [{email, scenarios: [é]}]}", "fields: {x: [{email, scenarios: [e\u{301}]}]}",
      "x.email: scenarios added e\u{301}; scenarios removed é (partly stricter, partly looser)"
    ),
    (
      "fields: {x: [{email, when: y = 'é'}]}", "fields: {x: [{email, when: y = 'e\u{301}'}]}",
      "x.email: condition y = 'é' → y = 'e\u{301}' (unknown)"
    ),
  ])
  func changesOfRuleSetsAreDescribed(_ old: String, _ new: String, _ expected: String) throws {
    try check("rules: a\nform: a\n\(old)", "rules: a\nform: a\n\(new)", expected)
  }

  /// Fields of a form, and its other parts.
  @Test(arguments: [
    ("{name: x, type: text}", "{name: x, type: decimal}", "field x: type text → decimal (unknown)"),
    (
      "{name: x, type: text}", "{name: x, type: text, aliases: [E-mail]}",
      "field x: alias added E-mail (unknown)"
    ),
    (
      "{name: x, type: text, required: true}", "{name: x, type: text}",
      "field x: required true → false (looser)"
    ),
    (
      "{name: x, type: text}", "{name: y, type: text}",
      "added field y: type text (stricter)\nremoved field x: type text (looser)"
    ),
    (
      "{name: y, type: text}", "{name: y, type: text}, {name: x, type: text, aliases: [z]}",
      "added field x: aliases [\"z\"], type text (unknown)"
    ),
    (
      "{name: x, type: text}, {name: y, type: text}",
      "{name: y, type: text}, {name: x, type: text}", "fields: order changed"
    ),
    (
      "{name: x, type: boolean, true: [é], false: [n]}",
      "{name: x, type: boolean, true: [e\u{301}], false: [n]}",
      "field x: true added e\u{301}; true removed é (partly stricter, partly looser)"
    ),
    (
      "{name: x, type: list, separator: é}", "{name: x, type: list, separator: e\u{301}}",
      "field x: separator é → e\u{301} (unknown)"
    ),
    (
      "{name: x, type: decimal}", "{name: x, type: decimal, scale: 2}",
      "field x: scale 2 added (stricter)"
    ),
    (
      "{name: x, type: integer}", "{name: x, type: decimal}",
      "field x: type integer → decimal (looser)"
    ),
    (
      "{name: y, type: text}", "{name: y, type: text}, {name: x, type: date}",
      "added field x: type date (stricter)"
    ),
    (
      "{name: x, type: text, show: {when: y = 1}}, {name: y, type: integer}",
      "{name: x, type: text, show: {when: y = 2}}, {name: y, type: integer, prefill: true}",
      "field x: show.when y = 1 → y = 2 (unknown)\nfield y: prefill false → true"
    ),
    (
      "{name: x, type: integer}, {name: y, type: integer}",
      "{name: x, type: integer, value: y * 2}, {name: y, type: integer}",
      "field x: value y * 2 added (unknown)"
    ),
    (
      "{name: é, type: text}", "{name: e\u{301}, type: text}",
      "field e\u{301}: name é → e\u{301} (unknown)"
    ),
  ])
  func changesOfFieldsAreDescribed(_ old: String, _ new: String, _ expected: String) throws {
    try check("form: a\nfields: [\(old)]", "form: a\nfields: [\(new)]", expected)
  }

  @Test(arguments: [
    ("title: A", "title: B", "title: A → B"),
    ("", "title: B", "title: B added"),
    ("", "key: [x]", "key: added x (unknown)"),
    (
      "embed: [https://a.b]", "embed: [https://a.c]",
      "embed: added https://a.c; removed https://a.b"
    ),
    ("file: {delimiter: ','}", "file: {delimiter: ;}", "file: delimiter , → ; (unknown)"),
    ("", "file: {match: position}", "file: match name → position (unknown)"),
    ("lists: {l: [a, b]}", "lists: {l: [b, c]}", "list l: added c; removed a (unknown)"),
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
    case (.ruleSet(let old), .ruleSet(let new)):
      let form = formOfRules(old)
      diff = DefinitionDiff(from: old, to: new, forms: (form, form))
    default:
      Issue.record("a form and a rule set")
      return
    }
    #expect(diff.lines.joined(separator: "\n").utf8.elementsEqual(expected.utf8), "\(diff.lines)")
    let isSame = definitions.0.canonicalJSON().utf8.elementsEqual(
      definitions.1.canonicalJSON().utf8)
    #expect(diff.changes.isEmpty == isSame)
  }

  /// A form whose fields x and y have a type that the rules support.
  private func formOfRules(_ rules: RuleSet) -> Form {
    let text = "\(rules.fields)"
    let type: FieldType =
      !text.contains("range") ? .text : text.contains("20-") ? .date() : .decimal()
    return Form(name: "a", fields: ["x", "y", "z"].map { Field(name: $0, type: type) })
  }

  /// The effect of a preset or list depends on the rules that use it.
  @Test(arguments: [
    ("[{length: {max: 5}}]", "[{length: {max: 6}}]", "[{use: p}]", "preset p (looser)"),
    ("[{length: {max: 5}}]", "[{length: {max: 6}}]", "[{not: [{use: p}]}]", "preset p (unknown)"),
    ("[{length: {max: 5}}]", "[{length: {max: 6}}]", "[email]", "preset p"),
    ("[{in: [a]}]", "[{in: [a]}, required]", "[{use: p}]", "preset p (stricter)"),
  ])
  func presetsAreComparedInTheRulesThatUseThem(
    _ old: String, _ new: String, _ rules: String, _ expected: String
  ) throws {
    func set(_ preset: String) throws -> RuleSet {
      try #require(
        try ruleSet("rules: a\nform: a\npresets: {p: \(preset)}\nfields: {x: \(rules)}"))
    }
    let form = Form(name: "a", fields: [Field(name: "x", type: .text)])
    let diff = DefinitionDiff(from: try set(old), to: try set(new), forms: (form, form))
    let effect = expected.firstIndex(of: "(").map { String(expected[$0...]) } ?? ""
    #expect(diff.changes.count == 1)
    #expect(diff.lines.allSatisfy { $0.hasSuffix(effect) && $0.contains("(") == !effect.isEmpty })
  }

  @Test(arguments: [
    ("in: {list: l}", AcceptanceChange.looser), ("notIn: {list: l}", .stricter),
    ("not: {in: {list: l}}", .stricter), ("in: [a]", .neither),
    ("{in: {list: l}, severity: warning}", .neither),
  ])
  func listsAreComparedInTheRulesThatUseThem(
    _ rule: String, _ expected: AcceptanceChange
  ) throws {
    let fields = "form: a\nfields: [{name: x, type: text}]\n"
    let old = try #require(try form(fields + "lists: {l: [a]}"))
    let new = try #require(try form(fields + "lists: {l: [a, b]}"))
    let rule = rule.hasPrefix("{") ? rule : "{\(rule)}"
    let rules = try #require(try ruleSet("rules: a\nform: a\nfields: {x: [\(rule)]}"))
    #expect(DefinitionDiff(from: old, to: new, ruleSets: [rules]).acceptanceChange == expected)
  }

  /// A value that gets a type can equal that of another record.
  @Test(arguments: [
    ("fields: {x: [unique]}", "", AcceptanceChange.unknown),
    ("fields: {x: [unique: ever]}", "", .unknown), ("fields: {y: [unique]}", "", .looser),
    ("record: [unique: [y, x]]", "", .unknown), ("record: [unique: [y, z]]", "", .looser),
    ("fields: {y: [depends: x]}", "", .unknown), ("fields: {y: [depends: z]}", "", .looser),
    ("fields: {'x..y': [unique]}", "", .unknown), ("fields: {y: [unique: ever]}", "", .unknown),
    ("", "key: [x]\n", .unknown), ("", "key: [y]\n", .looser), ("", "", .looser),
  ])
  func typesOfComparedFieldsAreUncertain(
    _ rules: String, _ key: String, _ expected: AcceptanceChange
  ) throws {
    func version(_ type: String) throws -> Form {
      let fields = ["x", "y", "z"].map { "{name: \($0), type: \($0 == "z" ? "text" : "integer")}" }
      let text = "form: a\n\(key)fields: [\(fields.joined(separator: ", "))]\n"
      return try #require(
        try form(text.replacing("{name: x, type: integer}", with: "{name: x, type: \(type)}")))
    }
    let ruleSet = try #require(try ruleSet("rules: a\nform: a\n\(rules)\n"))
    let diff = DefinitionDiff(
      from: try version("integer"), to: try version("decimal"), ruleSets: [ruleSet])
    #expect(diff.acceptanceChange == expected)
  }

  @Test func changesAreStructured() throws {
    let old = try #require(try ruleSet("rules: a\nform: a\nfields: {x: [{range: {max: 9}}]}"))
    let new = try #require(
      try ruleSet("rules: a\nform: a\nfields: {x: [{range: {max: 8}}, email]}"))
    #expect(
      String(
        decoding: try JSONEncoder.sorted.encode(DefinitionDiff(from: old, to: new)), as: UTF8.self)
        == #"{"changes":[{"class":"unknown","detail":"max 9 → 8","kind":"changed","what":"x.range"},"#
        + #"{"class":"stricter","detail":"","kind":"added","what":"x.email"}]}"#)
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

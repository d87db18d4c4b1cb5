import FormRules
import Testing

@testable import FormDefinitions

/// The section `presets` of a rule set.
@Suite struct RuleSetPresetTests {
  private let text = """
    rules: a
    form: a
    presets:
      bounded:
        note: Of bounded length.
        parameters: {min: 1, max: null}
        blank: validate
        rules:
          - length:
              min: {parameter: min}
              max: {parameter: max}
            trim: true
            code: wrongLength
          - required:
      short:
        - {use: bounded, max: 3}
    fields:
      x:
        - use: short
        - use: bounded
          id: second
          max: 5
          empty: skip

    """

  @Test func presetsAreReadAndBound() throws {
    let set = try #require(try ruleSet(text))
    #expect(set.presets.map(\.name) == ["bounded", "short"])
    #expect(set.presets.first?.location == DefinitionLocation(line: 4, column: 3))
    #expect(set.presets.first?.note == "Of bounded length.")
    #expect(
      set.fields.first?.rules.map(\.parameters) == [
        "short" as DefinitionNode, ["": "bounded", "max": 5],
      ]
    )
    let form = Form(name: "a", fields: [Field(name: "x", type: .text)])
    #expect(throws: Never.self) { try Plan(form: form, ruleSet: set) }
  }

  @Test func presetsRoundTripThroughJSONAndYAML() throws {
    let set = Definition.ruleSet(try #require(try ruleSet(text)))
    #expect(try parse(set.canonicalJSON()) == [set])
    #expect(try parse(set.yaml) == [set], "\(set.yaml)")
  }

  @Test func onlyRulesChangeTheVersion() throws {
    func json(_ presets: String) throws -> String? {
      try ruleSet("rules: a\nform: a\npresets: \(presets)")?.canonicalJSON()
    }
    #expect(
      try json("{b: [{length: {min: 1, max: 2}}], a: {rules: [email: ]}}")
        == json("{a: {rules: [email]}, b: [{length: {max: 2, min: 1}}]}"))
    #expect(try json("{a: [email]}") != json("{a: [url]}"))
    #expect(try json("{a: [email, url]}") != json("{a: [url, email]}"))
  }

  @Test(arguments: [
    ("presets: [a]", "3:10: presets must be a mapping (key: value), not a list"),
    ("presets:\n  a: email", "4:6: preset 'a' must be a list of rules, or a mapping"),
    ("presets:\n  a:\n    - emial", "5:7: unknown rule 'emial'; did you mean 'email'?"),
    (
      "presets:\n  a:\n    rules: [email]\n    parmeters: {}",
      "6:5: unknown key of preset 'a': 'parmeters'; did you mean 'parameters'?"
    ),
    (
      "presets:\n  a: [{length: {max: {parameter: m}}}]\n  b: {rules: []}",
      "4:34: unknown parameter of preset 'a': 'm'\n5:14: preset 'b' requires a list of rules"
    ),
  ])
  func presetErrorsHaveLocations(_ presets: String, _ expected: String) {
    #expect(errors("rules: a\nform: a\n\(presets)").joined(separator: "\n") == expected)
  }

  /// Every key beside `use` is a parameter, even if it has the name of a rule.
  @Test func bindingErrorsHaveLocations() throws {
    let set = try #require(
      try ruleSet(
        """
        rules: a
        form: a
        fields:
          x:
            - use: slug
              length: {max: 3}
            - use: ngr.regex
              id: b
              pattern: '['
        """))
    let form = Form(name: "a", fields: [Field(name: "x", type: .text)])
    let error = #expect(throws: DefinitionErrors.self) { try Plan(form: form, ruleSet: set) }
    #expect(
      error?.description == """
        6:7: 'use slug' has no parameters; remove 'length'
        9:18: 'pattern': pattern: missing terminating ] for character class
        """)
  }

  @Test(arguments: [
    ("", "{a: [email]}", "added preset a"),
    ("{a: [email]}", "", "removed preset a"),
    ("{a: [email]}", "{a: [email, url]}", "preset a: added url"),
    (
      "{a: {blank: fail, rules: [email]}}", "{a: {blank: skip, rules: [email]}}",
      "preset a: blank fail → skip"
    ),
  ])
  func differencesAreReported(_ old: String, _ new: String, _ expected: String) throws {
    func set(_ presets: String) throws -> RuleSet {
      try #require(
        try ruleSet("rules: a\nform: a\n" + (presets.isEmpty ? "" : "presets: \(presets)")))
    }
    #expect(DefinitionDiff(from: try set(old), to: try set(new)).lines == [expected])
  }
}

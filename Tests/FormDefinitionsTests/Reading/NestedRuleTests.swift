import FormDefinitions
import FormRules
import Testing

/// Nested rules in definition files.
@Suite struct NestedRuleTests {
  @Test func nestedErrorsHaveLocations() {
    let error = #expect(throws: DefinitionErrors.self) {
      try [RuleEntry](
        yaml: """
          - any:
              - emial
              - {length: {max: 3}, when: age > 3}
              - not: [{email: html, trim: maybe}, [email]]
          - all: {rules: [email], rule: slug}
          - each: []
          """)
    }
    #expect(
      error?.errors.map { "\($0.location.line):\($0.location.column) \($0.message)" } == [
        "2:7 unknown rule 'emial'; did you mean 'email'?",
        "3:26 'when' is not allowed inside 'any'; move it next to 'any'",
        "4:33 trim must be true or false (not yes, no, on, off)",
        "4:41 a rule must be a single value, not a list",
        "5:25 unknown parameter of 'all': 'rule'; did you mean 'rules'?",
        "6:9 'each': requires at least one rule",
      ])
  }

  @Test func nestedRulesHaveAllSpellings() throws {
    let spelled = try [RuleEntry](
      yaml: "- any: [{email: {profile: html}, code: x}, {pattern: a, mode: search}]")
    let built: [RuleEntry] = [.any(.email(profile: .html).code("x"), .pattern("a", mode: .search))]
    #expect(spelled == built)
    #expect(spelled[0].rules.map(\.rule) == ["email", "pattern"])
    #expect(spelled[0].rules[0].code == "x")
  }
}

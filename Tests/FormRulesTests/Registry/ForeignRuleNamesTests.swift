import Testing

@testable import FormRules

/// Names of rules in other libraries lead to ours.
@Suite struct ForeignRuleNamesTests {
  @Test(arguments: [("max", "range"), ("Min_Length", "length"), ("regex", "pattern")])
  func equivalentRulesAreSuggested(_ name: String, _ rule: String) {
    let error = DefinitionError.unknown("rule", name, known: RuleRegistry.names, at: .none)
    #expect(error.message == "unknown rule '\(name)'; did you mean '\(rule)'?")
  }

  @Test func foreignNamesMapToRules() {
    for (name, rule) in ForeignRuleNames.rules {
      #expect(RuleRegistry.names.contains(rule), "\(name)")
      #expect(!RuleRegistry.names.contains { $0.lowercased() == name }, "\(name)")
    }
  }
}

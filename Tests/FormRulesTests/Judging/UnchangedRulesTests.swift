import Testing

@testable import FormRules

/// A rule is unchanged only if its texts have the same bytes: conditions compare bytes.
@Suite struct UnchangedRulesTests {
  private static let changes: [@Sendable (RuleEntry, String) -> RuleEntry] = [
    { $0.when("b = '\($1)'") }, { $0.scenarios($1) },
  ]

  @Test(arguments: changes.indices)
  func canonicallyEquivalentTextsDiffer(_ change: Int) throws {
    func plan(_ text: String) throws -> Plan {
      let rule = Self.changes[change](RuleEntry.length(max: 3), text)
      return try Plan(
        form: Form(name: "f", fields: [Field(name: "b", type: .text)]),
        ruleSet: RuleSet(name: "r", form: "f", fields: [FieldRules(field: "b", rules: [rule])]))
    }
    let (before, after) = (try plan("\u{E9}"), try plan("e\u{301}"))
    let position = try #require(after.position(ofRule: "b.length"))
    #expect(after.unchangedRules(since: after)[position] == position)
    #expect(after.unchangedRules(since: before)[position] == nil)
    #expect(!after.isEquivalent(to: before))
  }
}

import FormDefinitions
import Testing

@testable import FormRules

@Suite struct FluentRuleTests {
  /// The one rule of a YAML list.
  private func decoded(_ yaml: String, ofRecord: Bool) throws -> RuleEntry {
    let place = ofRecord ? "record:\n" : "fields:\n  value:\n"
    let text = "rules: r\nform: f\n\(place)    - \(yaml)\n"
    let definitions = try DefinitionFile.parse(
      text, file: "r.yaml", knownRules: RuleRegistry.names)
    guard case .ruleSet(let set) = definitions.first else { throw NoRuleSet() }
    return try #require((ofRecord ? set.record : set.fields.first?.rules)?.first)
  }

  private struct NoRuleSet: Error {}

  @Test(arguments: FluentRule.all)
  func aRuleBuiltInSwiftIsTheOneReadFromYAML(_ rule: FluentRule) throws {
    #expect(rule.built == (try decoded(rule.yaml, ofRecord: rule.type == nil)))
  }

  /// A new rule needs a factory beside it (`RuleEntry+….swift`), with all its parameters, and a row.
  @Test(arguments: RuleRegistry.all.map { $0.name })
  func everyRuleHasAFactoryWithItsParameters(_ name: String) throws {
    let rows = FluentRule.all.filter { $0.built.rule == name }
    #expect(!rows.isEmpty, "add a factory for '\(name)' and a row to FluentRule.all")
    let said = Set(
      rows.flatMap { row in
        row.built.namedParameters.map(\.key) + (row.built.rules.isEmpty ? [] : ["rules"])
      })
    let documentation = try #require(RuleRegistry.rule(named: name)).documentation
    let known = Set(documentation.parameters.map(\.name))
    #expect(said == known || documentation.takesMoreParameters && said.isSuperset(of: known))
  }
}

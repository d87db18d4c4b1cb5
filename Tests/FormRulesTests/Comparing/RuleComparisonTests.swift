import FormRulesTestSupport
import FormTestSupport
import Testing

@testable import FormRules

/// The classes of changed rules.
@Suite struct RuleComparisonTests {
  /// The rounds for all rules together, each with 25 texts.
  private static let rounds = LongTests.areWanted ? 60_000 : 1_000

  /// No text contradicts the class of a change of the documented examples of any rule.
  @Test(arguments: RuleRegistry.all.map { $0.name }.filter { hasPCRE2 || $0 != PatternRule.name })
  func textsDoNotContradictTheClass(_ name: String) throws {
    let rule = try #require(RuleRegistry.rule(named: name))
    if rule is any CountingRule.Type || rule.scope == .record { return }
    let examples = rule.documentation.examples
    let rounds = max(1, Self.rounds / RuleRegistry.all.count)
    let failure = try RandomRounds.run("changes of \(name)", rounds) { random, show in
      let example = try #require(examples.randomElement(using: &random))
      let texts = examples.filter { $0.type == example.type }.flatMap { $0.accepted + $0.rejected }
      let constants = texts.filter { example.type.literal($0) != nil }
      let old = RuleEntry(name, example.parameters)
      let new = ChangedParameters.of(old, texts: constants, using: &random)
      show(
        "\(old.rule) \(old.namedParameters) → \(new.namedParameters)\n\(old.rules) → \(new.rules)")
      guard let before = bound(old, rule, example), let after = bound(new, rule, example) else {
        return nil
      }
      let side = RuleComparison.Side(form: example.form)
      var comparison = RuleComparison(from: side, to: side)
      let change = AcceptanceChange(
        combining: comparison.changes(from: old, to: new, id: "value.\(name)", on: "value"))
      for _ in 0..<25 {
        let text = (texts.randomElement(using: &random) ?? "").changed(using: &random)
        let ranks = [rank(before, text, example), rank(after, text, example)]
        let isWrong =
          switch change {
          case .stricter: ranks[1] > ranks[0]
          case .looser: ranks[1] < ranks[0]
          case .neither: ranks[1] != ranks[0]
          case .unknown: false
          }
        if isWrong { return "\(change), but '\(text)': \(ranks)" }
      }
      return nil
    }
    #expect(failure == nil)
  }

  private func bound(
    _ entry: RuleEntry, _ rule: any Rule.Type, _ example: RuleExample
  ) -> (any Rule)? {
    // A changed parameter may be impossible.
    try? rule.init(
      RuleParameters(
        entry, of: rule, field: example.form.fields[0],
        in: RuleContext(
          example.form, RuleSet(name: "r", form: example.form.name), library: RuleRegistry.self)))
  }

  /// 0 if the rule fails, 1 if it is undecided, and 2 if it passes or is not evaluated.
  private func rank(_ rule: some Rule, _ text: String, _ example: RuleExample) -> Int {
    switch answer(rule, of: example.form, example.record(text)) {
    case .fails, .undecided(.unavailable): 0
    case .undecided: 1
    case .passes, nil: 2
    }
  }
}

extension String {
  /// Returns the text itself or with a change in one place.
  fileprivate func changed(using random: inout SeededGenerator) -> String {
    var scalars = Array(unicodeScalars)
    let index = Int.random(in: 0...scalars.count, using: &random)
    let added = "aZ09 -_.,:/+#@é\u{1F600}".unicodeScalars.randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<6, using: &random) {
    case 0: scalars.insert(added, at: index)
    case 1 where index < scalars.count: scalars[index] = added
    case 2 where index < scalars.count: scalars.remove(at: index)
    case 3: return Bool.random(using: &random) ? uppercased() : lowercased()
    default: break
    }
    return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
  }
}

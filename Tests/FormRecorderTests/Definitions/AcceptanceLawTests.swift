import FormBytes
import FormRulesTestSupport
import FormTestSupport
import Testing

@testable import FormDefinitions
@testable import FormRules

/// No record contradicts the class of the differences between two rule sets.
@Suite struct AcceptanceLawTests {
  private static let records = 100
  /// A million records in the long run; a fifth of the changes cannot be bound.
  private static let rounds = LongTests.areWanted ? 12_500 : 80
  /// The least number of differences of each class.
  private static let leastOfClass = LongTests.areWanted ? 500 : 2

  @Test func recordsDoNotContradictTheClass() throws {
    var classes: [AcceptanceChange: Int] = [:]
    let failure = try RandomRounds.run("acceptance", Self.rounds) { random, show in
      var generator = CaseGenerator(seed: random.next())
      generator.makeCase(records: Self.records)
      let old = generator.differential
      guard let new = changed(&generator, using: &random) else { return nil }
      let diff = DefinitionDiff(
        from: old.ruleSet, to: new.ruleSet, forms: (old.form, new.form))
      classes[diff.acceptanceChange, default: 0] += 1
      show("\(diff.lines)\n\(old)\nthen\n\(new)")
      let (before, after) = (try rejected(old), try rejected(new))
      let isRight =
        switch diff.acceptanceChange {
        case .stricter: before.isSubset(of: after)
        case .looser: after.isSubset(of: before)
        case .neither: before == after
        case .unknown: true
        }
      return isRight
        ? nil
        : "\(diff.acceptanceChange), but records \(before.symmetricDifference(after).sorted())"
    }
    #expect(failure == nil)
    #expect(AcceptanceChange.allCases.allSatisfy { classes[$0, default: 0] >= Self.leastOfClass })
  }

  /// The positions of the records that are rejected.
  private func rejected(_ differential: DifferentialCase) throws -> Set<Int> {
    Set(
      try differential.judgedByPlan().errors.filter { $0.severity.rejects }.map(\.record))
  }

  /// A case with a few changes of its rules, or nil if they cannot be bound.
  private func changed(
    _ generator: inout CaseGenerator, using random: inout SeededGenerator
  ) -> DifferentialCase? {
    var changed = generator.differential
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard let part = changed.ruleSet.fields.indices.randomElement(using: &random),
        let index = changed.ruleSet.fields[part].rules.indices.randomElement(using: &random)
      else { return nil }
      let name = changed.ruleSet.fields[part].field
      let field = changed.form.fieldIndex(name) ?? 0
      let entry = changed.ruleSet.fields[part].rules[index]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: changed.ruleSet.fields[part].rules.remove(at: index)
      case 1:
        let (rule, node) = generator.commonRule(on: field)
        var added = RuleEntry(rule, node)
        added.id = "added\(Int.random(in: 0..<1_000_000, using: &random))"
        changed.ruleSet.fields[part].rules.append(added)
      case 2...3:
        changed.ruleSet.fields[part].rules[index] = modified(entry, using: &random)
      default:
        changed.ruleSet.fields[part].rules[index] = ChangedParameters.of(
          entry, texts: generator.constants(changed.form.fields[field].type), using: &random)
      }
    }
    // Most random changes can be bound.
    return (try? Plan(form: changed.form, ruleSet: changed.ruleSet)) == nil ? nil : changed
  }

  private func modified(
    _ entry: RuleEntry, using random: inout SeededGenerator
  ) -> RuleEntry {
    var entry = entry
    switch Int.random(in: 0..<9, using: &random) {
    case 0: entry.severity = Severity.allCases.randomElement(using: &random) ?? .error
    case 1: entry.when = nil
    case 2: entry.needs = []
    case 3: entry.scenarios = [[], ["draft"], ["final"]].randomElement(using: &random) ?? []
    case 4: entry.empty = [nil, .skip, .validate].randomElement(using: &random) ?? nil
    case 5: entry.trim = entry.trim == nil ? true : nil
    case 6: entry.stop = [nil, .first, .firstPerField].randomElement(using: &random) ?? nil
    case 7: entry.id = "renamed\(entry.rule)"
    default: entry.code = "another.code"
    }
    return entry
  }
}

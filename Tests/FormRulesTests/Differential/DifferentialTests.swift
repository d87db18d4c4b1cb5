import FormRulesTestSupport
import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// Compares the judge with `ReferenceJudge` for random rule sets and records.
@Suite struct DifferentialTests {
  private static let ruleSets = LongTests.areWanted ? 12_800 : 128

  @Test func plansAgreeWithTheReferenceJudge() throws {
    var (ruleSets, found) = (0, [Int](repeating: 0, count: 3))
    let failure = try RandomRounds.run("rule sets", Self.ruleSets) { random, show in
      let differential = CaseGenerator.differential(seed: random.next(), records: 75)
      let judgement = try differential.judgedByPlan()
      var reference = try ReferenceJudge(differential)
      if judgement != reference.judge() {
        let small = differential.shrunken()
        show("\(small)")
        return try small.difference() ?? "they differ"
      }
      found[0] += judgement.errors.count
      found[1] += judgement.skipped.values.reduce(0, +)
      found[2] += judgement.errors.count { $0.severity != .error }
      ruleSets += 1
      return nil
    }
    #expect(failure == nil)
    // Each kind of result must occur often enough.
    #expect(found.allSatisfy { $0 > ruleSets })
  }

  /// A replay evaluates only changed rules and reuses the other results of the previous run.
  @Test func resultsOfUnchangedRulesAreReused() throws {
    var reused = 0
    let failure = try RandomRounds.run("reuse", Self.ruleSets / 2) { random, show in
      let earlier = CaseGenerator.differential(seed: random.next(), records: 20)
      var later = earlier
      later.changeRules(using: &random)
      let before = try Plan(form: earlier.form, ruleSet: earlier.ruleSet)
      let plan = try Plan(form: later.form, ruleSet: later.ruleSet)
      let unchanged = plan.unchangedRules(since: before)
      let expected = try later.judgedByPlan()
      let positions = Dictionary(uniqueKeysWithValues: plan.rules.enumerated().map { ($1.id, $0) })
      var errors = try later.judgedByPlan(without: Set(unchanged.values)).errors
      for var error in try earlier.judgedByPlan().errors {
        guard let position = positions[error.rule], unchanged.values.contains(position) else {
          continue
        }
        error.severity = plan.rules[position].severity
        errors.append(error)
        reused += 1
      }
      errors.sort {
        ($0.record, positions[$0.rule] ?? 0) < ($1.record, positions[$1.rule] ?? 0)
      }
      show("\(earlier)\nthen\n\(later)")
      return errors == expected.errors ? nil : "\(errors) differ from \(expected.errors)"
    }
    #expect(failure == nil)
    #expect(reused > Self.ruleSets)
  }
}

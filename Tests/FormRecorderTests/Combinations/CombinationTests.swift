import FormRulesTestSupport
import FormTestSupport
import Testing

/// Every pair of features of rule sets, judged in every mode, with the result of the reference
/// judge.
@Suite struct CombinationTests {
  @Test func everyPairOfFeaturesWorksInEveryMode() throws {
    let failure = try RandomRounds.run("combinations", 1, long: 20) { random, show in
      let combinations = RuleSetFeature.combinations(of: 10, using: &random)
      // Expensive modes take turns.
      let turn = Int.random(in: 0..<6, using: &random)
      for (index, features) in combinations.enumerated() {
        let differential = CaseGenerator.combined(features, seed: random.next(), records: 24)
        show("\(features.map(\.rawValue).sorted())\n\(differential)")
        let modes =
          LongTests.areWanted
          ? Set(0..<6) : [(turn + index) % 6, (turn + index + 3) % 6]
        if let failure = try difference(differential, modes, using: &random) { return failure }
      }
      return nil
    }
    #expect(failure == nil)
  }

  private func difference(
    _ differential: DifferentialCase, _ modes: Set<Int>, using random: inout SeededGenerator
  ) throws -> String? {
    if let difference = try differential.difference() { return "plan: \(difference)" }
    let store = try CombinedStore(differential)
    func run(_ mode: String, _ body: () throws -> String?) throws -> String? {
      do {
        return try body().map { "\(mode): \($0)" }
      } catch {
        return "\(mode): \(error)"
      }
    }
    let format = CombinedStore.Format.allCases.randomElement(using: &random) ?? .csv
    if let failure = try run("check", { try store.check(format) }) { return failure }
    if let failure = try run("import", { try store.importRecords(format) }) { return failure }
    for mode in modes.sorted() {
      let failure =
        switch mode {
        case 0: try run("replay") { try store.replay(isFull: false) }
        case 1: try run("full replay") { try store.replay(isFull: true) }
        case 2: try run("partial replay") { try store.replay(isFull: false, onlyRejected: true) }
        case 3: try run("submit") { try store.submit(6) }
        case 4: try run("changed rules") { try store.replayChangedRules(using: &random) }
        default: try run("resumed import") { try store.resume() }
        }
      if let failure { return failure }
    }
    return try run("verify") { try store.verify() }
  }
}

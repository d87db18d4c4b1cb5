import FormRules
import FormTestSupport
import Testing

/// The laws of `docs/store.md`: replays, keys, order and corrections, after random commands.
@Suite struct LawTests {
  /// Compares the store after each of several random imports, redeliveries, interruptions,
  /// submissions, corrections, decisions, changes of rules, replays, discards and purges with a
  /// state that is computed from these commands alone.
  @Test(arguments: ModelledStore.Variant.allCases)
  func storeFollowsTheModel(_ variant: ModelledStore.Variant) throws {
    let rounds = LongTests.areWanted ? 100 : variant == .independent ? 2 : 1
    let wrong = try RandomRounds.run("laws, \(variant)", rounds) { random, show in
      let model = try ModelledStore(variant)
      for step in 1...Int.random(in: 5...16, using: &random) {
        try model.advance(&random)
        show(model.history.joined(separator: "\n"))
        if let wrong = try model.violation(&random) { return "step \(step): \(wrong)" }
      }
      return nil
    }
    #expect(wrong == nil)
  }
}

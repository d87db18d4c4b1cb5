import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import Testing

/// The current state of records after any sequence of operations.
@Suite struct CurrentStateTests {
  /// Compares the store after random imports, redeliveries, submissions, corrections, decisions,
  /// replays, discards and purges with a state that is computed from these operations alone.
  @Test func storeMatchesAnIndependentComputation() throws {
    let wrong = try RandomRounds.run("current state", 4) { random, show in
      let sequence = try StateSequence()
      for step in 1...Int.random(in: 4...14, using: &random) {
        try sequence.advance(&random)
        show(sequence.history.joined(separator: "\n"))
        if let wrong = try sequence.difference() { return "step \(step): \(wrong)" }
      }
      return try sequence.store.recorder.verify().problemDescription
    }
    #expect(wrong == nil)
  }
}

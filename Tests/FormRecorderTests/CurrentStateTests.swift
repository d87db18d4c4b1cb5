import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import Testing

/// What is current, whatever happened to the records before.
@Suite struct CurrentStateTests {
  /// The store after random imports, redeliveries, submits, corrections, decisions, replays, discards and
  /// purges, against a computation from what happened alone.
  @Test func theStoreIsWhatAnIndependentComputationSays() throws {
    let wrong = try RandomRounds.run("current state", 4) { random, show in
      let sequence = try StateSequence()
      for step in 1...Int.random(in: 4...14, using: &random) {
        try sequence.advance(&random)
        show(sequence.history.joined(separator: "\n"))
        if let wrong = try sequence.difference() { return "step \(step): \(wrong)" }
      }
      return try sequence.store.recorder.verify().words
    }
    #expect(wrong == nil)
  }
}

import FormRules
import FormStore
import Testing

@testable import FormQueries

/// The public kinds are converted from those of the store by their names.
@Suite struct StoredKindTests {
  @Test func outcomesHaveTheNamesOfStoredOutcomes() {
    #expect(
      Set(SubmissionHistory.Answer.Outcome.allCases.map(\.rawValue))
        == Set(AnswerOutcome.allCases.map(\.name)))
  }
}

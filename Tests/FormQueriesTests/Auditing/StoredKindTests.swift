import FormRules
import FormStore
import Testing

@testable import FormQueries

/// The public kinds are converted from those of the store by their names.
@Suite struct StoredKindTests {
  @Test func kindsOfListedRunsAreThoseOfImportsAndRuns() {
    let stored = ImportKind.allCases.map(\.rawValue) + RunKind.allCases.map(\.rawValue)
    #expect(Set(ListedRun.Kind.allCases.map(\.rawValue)) == Set(stored))
  }

  @Test func statesOfListedRunsAreThoseOfImports() {
    #expect(ListedRun.State.allCases.map(\.rawValue) == ImportState.allCases.map(\.rawValue))
  }

  @Test func outcomesHaveTheNamesOfStoredOutcomes() {
    #expect(
      Set(SubmissionHistory.Answer.Outcome.allCases.map(\.rawValue))
        == Set(AnswerOutcome.allCases.map(\.name)))
  }
}

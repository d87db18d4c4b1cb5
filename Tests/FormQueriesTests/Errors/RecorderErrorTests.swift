import Testing

@testable import FormQueries

@Suite struct RecorderErrorTests {
  @Test func errorsAfterAChangeStateTheChange() {
    let cause = RecorderError(.stopped, "the replay was stopped", .verify, stored: 0)
    let error = cause.after("import 2 is retracted")
    #expect(error.description == "import 2 is retracted: the replay was stopped")
    #expect(error.reason == .stopped && error.remedies == cause.remedies)
  }
}

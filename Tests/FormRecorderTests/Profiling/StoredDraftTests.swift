import FormProfile
import FormRecorderTestSupport
import FormRules
import Testing

@testable import FormRecorder

/// Definitions that are drafted from stored submissions.
@Suite struct StoredDraftTests {
  /// Cells that the draft rejects are counted, unless the current definitions reject them, too.
  @Test(arguments: [
    ("text", ["people@1 accepts cells that the draft rejects:", "  2  id.integer"]),
    ("integer", ["people@1 rejects all cells that the draft rejects."]),
  ])
  func theDraftIsComparedWithTheCurrentDefinitions(_ type: String, _ outcome: [String]) throws {
    let store = try TemporaryStore(
      "form: people\nfields: [{name: id, type: \(type)}]\n---\nrules: people\nform: people\n")
    let records = (0..<300).map { ["1", "2", "30"][$0 % 3] } + ["3x", "x7"]
    try store.add("id\n" + records.map { "\($0)\n" }.joined())
    let draft = try store.recorder.infer(
      SubmissionSelection { $0.form = "people" }, rules: nil, Draft.Options(form: "people"),
      showsSensitive: false, progress: { _ in })
    #expect(Array(draft.outcome.suffix(outcome.count)) == outcome)
  }
}

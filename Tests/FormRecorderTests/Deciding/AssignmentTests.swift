import FormRecorder
import FormRecorderTestSupport
import FormRules
import Testing

/// Assignments of open failures.
@Suite struct AssignmentTests {
  private func filled() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Bo,bad\n300,Cy,c@d.de\nx,Di,d@e.de\n")
    return store
  }

  private func assign(
    _ store: TemporaryStore, _ selection: SubmissionSelection = .all, field: String? = nil,
    to assignee: String?
  ) throws -> AssignmentReport {
    try store.recorder.assign(
      selection, to: assignee, field: field, by: "ana", reason: "her form")
  }

  private func assigned(_ store: TemporaryStore, to name: String) throws -> Int {
    var selection = SubmissionSelection.all
    selection.assignee = name
    return try store.recorder.submissionCount(.open, selection)
  }

  @Test func openSubmissionsHaveOneAssignee() throws {
    let store = try filled()
    #expect(try assign(store, to: "bo").submissions == 3)
    // Nothing changes.
    #expect(try assign(store, to: "bo").assignmentID == nil)
    #expect(try assign(store, .submissions([2, 2]), to: "eva").submissions == 1)
    #expect(try assigned(store, to: "bo") == 2)
    #expect(try assigned(store, to: "eva") == 1)
    #expect(try assign(store, .submissions([3]), to: nil).submissions == 1)
    let report = try store.recorder.audit(.all)
    #expect(report.byAssignee.map(\.assignee) == ["bo", "eva"])
    #expect(report.byAssignee.map(\.open) == [1, 1])
    #expect(report.byAssignee.map(\.errors) == [1, 2])
    let history = try store.recorder.history(of: 2)
    #expect(history.assignments.map(\.assignee) == ["bo", "eva"])
    #expect(history.assignments.map(\.reason) == ["her form", "her form"])
    try store.recorder.expectValid()
  }

  @Test func assigneesAreDistinguishedByTheirBytes() throws {
    let store = try filled()
    let names = ["\u{E9}", "e\u{301}"]
    #expect(try assign(store, to: names[0]).submissions == 3)
    #expect(try assign(store, .submissions([2]), to: names[1]).submissions == 1)
    #expect(try names.map { try assigned(store, to: $0) } == [2, 1])
    // Sorted by bytes.
    #expect(try store.recorder.audit(.all).byAssignee.map(\.open) == [1, 2])
  }

  @Test(
    arguments: [("email", nil, 1), ("id", nil, 3), ("id", "id.range", 2), ("email", "id.range", 1)]
      as [(String, String?, Int)])
  func fieldsAndRulesSelect(field: String, rule: String?, count: Int) throws {
    let store = try filled()
    var selection = SubmissionSelection.all
    selection.rule = rule
    #expect(try assign(store, selection, field: field, to: "bo").submissions == count)
  }

  /// A rejected correction keeps the assignee; an accepted or waived submission is not open.
  @Test func correctionsKeepTheAssignee() throws {
    let store = try filled()
    _ = try assign(store, to: "bo")
    try store.write("id,name,email,_submission\n200,Bo,b@b.de,2\n30,Cy,c@d.de,3\n", to: "back.csv")
    _ = try store.recorder.importCorrections(CorrectionRequest(path: store.path("back.csv")))
    #expect(try assigned(store, to: "bo") == 2)
    #expect(try store.recorder.history(of: 5).assignments.map(\.assignee) == ["bo"])
    #expect(try assign(store, .submissions([5]), to: "eva").submissions == 1)
    #expect(try assigned(store, to: "bo") == 1)
    #expect(try assigned(store, to: "eva") == 1)
    _ = try store.recorder.waive(.submissions([4]), by: "ana", reason: "known")
    let report = try store.recorder.audit(.all)
    #expect(report.byAssignee.map(\.assignee) == ["eva"])
    try store.recorder.expectValid()
  }

  @Test func unknownNamesAreRefused() throws {
    let store = try filled()
    #expect(throws: RecorderError.self) { try assign(store, to: " ") }
    #expect(throws: RecorderError.self) { try assign(store, field: "none", to: "bo") }
    #expect(throws: RecorderError.self) { try assign(store, .submissions([9]), to: "bo") }
    #expect(throws: RecorderError.self) { try assigned(store, to: "bo") }
  }
}

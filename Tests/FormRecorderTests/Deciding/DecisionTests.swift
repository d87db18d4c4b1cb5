import FormRecorder
import FormRecorderTestSupport
import FormRules
import Testing

/// Decisions that waive and reopen failures.
@Suite struct DecisionTests {
  private func filled() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,Ana,a@b.de\n200,Bo,bad\n300,Cy,c@d.de\nx,Di,d@e.de\n")
    return store
  }

  private func decide(
    _ kind: DecisionKind, _ store: TemporaryStore, _ ids: [Int64]? = nil,
    rule: String? = nil
  ) throws -> DecisionReport {
    var selection = SubmissionSelection.all
    (selection.submissions, selection.rule) = (ids, rule)
    return try store.recorder.decide(kind, selection, by: "ana", reason: "because")
  }

  private func counts(_ store: TemporaryStore) throws -> AuditReport.Counts {
    try store.recorder.audit(.all).total
  }

  @Test func submissionIsOpenUntilAllItsErrorsAreWaived() throws {
    let store = try filled()
    #expect(try decide(.waive, store, rule: "id.range").failures == 2)
    #expect(try counts(store).waived == 1)
    #expect(try counts(store).open == 2)
    #expect(try counts(store).rejected == 3)
    #expect(try decide(.waive, store, [2, 2]).failures == 1)
    #expect(try counts(store).open == 1)
    #expect(try store.export(.open).split(separator: "\n").count == 2)
    #expect(try store.export(.rejected).split(separator: "\n").count == 4)
    // There is nothing left to decide.
    #expect(try decide(.waive, store, [2]).decisionID == nil)
    #expect(try decide(.reopen, store, [2]).failures == 2)
    #expect(try counts(store).open == 2)
    #expect(
      try store.recorder.history(of: 2).decisions.map(\.kind) == [.waive, .waive, .reopen])
    try store.recorder.expectValid()
  }

  /// A waived failure is not open under its rule, although the submission is under another one.
  @Test func waivedFailuresAreNotSelectedAsOpen() throws {
    let store = try filled()
    #expect(try decide(.waive, store, rule: "id.range").failures == 2)
    var selection = SubmissionSelection.all
    selection.rule = "id.range"
    var details = AuditDetails()
    details.isOnlyOpen = true
    #expect(try store.recorder.audit(selection, details: details).total.open == 0)
    #expect(try store.export(.open, .ndjson, selection).isEmpty)
    #expect(try store.export(.rejected, .ndjson, selection).split(separator: "\n").count == 2)
    #expect(try store.recorder.assign(selection, to: "bo", by: "ana").submissions == 0)
    selection.rule = "email.email"
    #expect(try store.export(.open, .ndjson, selection).contains("id.range"))
    // The file for people has only what remains to be corrected.
    let csv = try store.export(.open, .csv, selection)
    #expect(csv.contains("email.email: ") && !csv.contains("id.range"))
    #expect(try store.export(.rejected, .csv, selection).contains("id.range: "))
    #expect(try decide(.reopen, store, rule: "id.range").failures == 2)
    #expect(try store.export(.open, .csv, selection).contains("id.range: "))
  }

  @Test func waiversSurviveReplaysAndNewFailuresReopen() throws {
    let store = try filled()
    #expect(try decide(.waive, store, [3]).failures == 1)
    var replay = ReplayRequest()
    replay.isFull = true
    _ = try store.recorder.replay(replay)
    #expect(try counts(store).waived == 1)
    try store.apply(
      TemporaryStore.definitions.replacing(
        "  name:\n    - length", with: "  name:\n    - notEquals: Cy\n    - length"))
    _ = try store.recorder.replay(ReplayRequest())
    #expect(try counts(store).waived == 0)
    #expect(try counts(store).open == 3)
  }

  /// A waiver of a rule that no longer exists would apply again if the rule returned.
  @Test func waiversOfRemovedRulesCanBeReopened() throws {
    let store = try filled()
    #expect(try decide(.waive, store, [3], rule: "id.range").failures == 1)
    try store.apply(TemporaryStore.definitions.replacing("range: {max: 100}", with: "unique"))
    _ = try store.recorder.replay(ReplayRequest())
    #expect(try decide(.reopen, store, rule: "id.range").failures == 1)
    try store.apply(TemporaryStore.definitions)
    _ = try store.recorder.replay(ReplayRequest())
    #expect(try counts(store).waived == 0)
    #expect(try counts(store).open == 3)
    try store.recorder.expectValid()
  }

  @Test func invalidDecisionsAreRejected() throws {
    let store = try filled()
    #expect(throws: RecorderError.self) {
      try store.recorder.waive(.all, by: "ana", reason: " ")
    }
    #expect(throws: RecorderError.self) { try decide(.waive, store, [99]) }
    #expect(throws: RecorderError.self) { try decide(.waive, store, rule: "no.rule") }
    #expect(try decide(.waive, store, [1]).failures == 0)
  }

  /// An empty list of submissions selects none, not all.
  @Test func emptyListDecidesNothing() throws {
    let store = try filled()
    #expect(try decide(.waive, store, []).decisionID == nil)
    #expect(try decide(.waive, store, [], rule: "id.range").decisionID == nil)
    #expect(try store.rows("SELECT count(*) FROM decision") == ["0"])
  }

  @Test func decisionsCannotSelectARun() throws {
    let store = try filled()
    var selection = SubmissionSelection.all
    selection.runID = 1
    #expect(throws: RecorderError.self) {
      try store.recorder.waive(selection, by: "ana", reason: "because")
    }
  }

  @Test(arguments: [
    "UPDATE event SET reason = 'x' WHERE kind = 'decision'",
    "UPDATE event SET by = 'x' WHERE kind = 'decision'", "DELETE FROM decided",
    "DELETE FROM waiver", "UPDATE decided SET rule = 'email.email'",
    "INSERT INTO decided VALUES (1, 4, 'id.integer')",
    "INSERT INTO waiver VALUES (4, 'id.integer', 1)",
    "INSERT INTO decision VALUES (2, 'waive')",
  ])
  func alterationsAreDetected(_ sql: String) throws {
    let store = try filled()
    _ = try decide(.waive, store, [3])
    try store.tamper(sql)
    #expect(try !store.recorder.verify().isOK)
  }
}

import FormRecorderTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Imports that are retracted.
@Suite struct RetractTests {
  private static let definitions = """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: email, type: text}
      - {name: age, type: integer}
    ---
    rules: people
    form: people
    fields:
      email: [{unique: ever}]
      age: [{range: {max: 100}}]
    """

  private static let first = "id,email,age\n1,a,20\n2,b,200\n3,c,30\n4,d,40\n"

  private func store() throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.first, as: "first.csv")
    return store
  }

  private func retract(
    _ store: TemporaryStore, _ importID: Int64,
    _ change: (inout RetractionRequest) -> Void = { _ in }
  ) throws -> RetractionReport {
    var request = RetractionRequest(importID: importID, by: "ana", reason: "wrong file")
    change(&request)
    return try store.recorder.retract(request)
  }

  /// What readers see of the submissions that are in effect.
  private func state(_ store: TemporaryStore) throws -> [String] {
    try store.rows(
      """
      SELECT submission, verdict, state, superseded_by, corrected_by FROM submission_view
      WHERE state <> 'retracted' ORDER BY 1
      """)
      + store.rows("SELECT * FROM form_people_current ORDER BY 1")
      + [try store.recorder.audit(.all).total].map { "\($0)" } + [store.export(.current)]
  }

  /// A retracted import leaves nothing in the dump.
  @Test func dumpOmitsWhatConcernsTheImport() throws {
    let store = try store()
    let before = try store.dump()
    try store.add("id,email,age\n9,z,900\n", as: "wrong.csv")
    _ = try store.recorder.assign(.submissions([5]), to: "bo", by: "ana")
    _ = try store.recorder.comment(on: 5, text: "right?", by: "ana")
    _ = try store.recorder.waive(.submissions([5]), by: "ana", reason: "known")
    let filled = try store.dump()
    for key in ["assignee", "comment", "decision"] { #expect(filled.contains(#"{"\#(key)":"#)) }
    _ = try retract(store, 2)
    #expect(try store.dump() == before)
    _ = try retract(store, 2) { $0.isUndo = true }
    #expect(try store.dump() == filled)
  }

  /// Records that were rejected because of a released key are named, and a replay accepts them.
  @Test func recordsRejectedByReleasedKeysAreNamed() throws {
    let store = try store()
    try store.add("id,email,age\n9,z,9\n", as: "wrong.csv")
    let next = try store.add("id,email,age\n7,z,20\n8,z,200\n", as: "next.csv")
    #expect(next.rejected == 2)
    #expect(try retract(store, 2).rejectedByKeys == [6])
    _ = try store.recorder.replay(ReplayRequest())
    #expect(try store.recorder.history(of: 6).verdicts.last?.isAccepted == true)
    try store.recorder.expectValid()
  }

  /// A wrong file with other records under known keys, some of them rejected.
  @Test func retractedImportLeavesNoTraceInReports() throws {
    let store = try store()
    let (before, dump) = (try state(store), try store.dump())
    try store.add("id,email,age\n1,x,500\n2,y,20\n3,c,31\n9,z,9\n", as: "wrong.csv")
    #expect(try state(store) != before)
    let dry = try retract(store, 2) { $0.isDryRun = true }
    #expect(dry.restored == [1, 2, 3] && dry.head == nil)
    #expect(try state(store) != before)
    let report = try retract(store, 2)
    #expect(report.imports == [2] && report.submissions == 4 && report.restored == [1, 2, 3])
    #expect(report.rejectedByKeys.isEmpty && report.head != nil)
    #expect(try state(store) == before)
    #expect(try store.dump() == dump)
    try store.recorder.expectValid()
    // The keys of the restored submissions are claimed, and those of the retracted ones are free.
    let next = try store.add("id,email,age\n7,a,20\n8,z,20\n", as: "next.csv")
    #expect(next.accepted == 1 && next.rejected == 1)
    // A later delivery supersedes the restored submission.
    try store.add("id,email,age\n3,e,30\n", as: "later.csv")
    #expect(try store.recorder.history(of: 3).supersededBy == 11)
    try store.recorder.expectValid()
    var actions: [String] = []
    try store.recorder.forEachEvent { actions.append($0.action) }
    #expect(actions.contains { $0.contains("retracted import 2 of wrong.csv") })
  }

  @Test func theSameFileCanBeImportedAgain() throws {
    let store = try store()
    _ = try retract(store, 1)
    let request = ImportRequest(path: store.path("first.csv"))
    let again = try store.recorder.importFile(request)
    #expect(again.importID == 2 && !again.isAlreadyImported && again.accepted == 3)
    #expect(try store.recorder.importFile(request).isAlreadyImported)
    try store.recorder.expectValid()
  }

  /// The report of an import states whether its records are in effect.
  @Test func theReportHasTheState() throws {
    let store = try store()
    #expect(try store.recorder.importReport(1).state == .finished)
    _ = try retract(store, 1)
    let report = try store.recorder.importReport(1)
    #expect(report.state == .retracted && report.records == 4)
    let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    #expect(text.contains("\"state\":\"retracted\""))
  }

  /// What the retracted delivery superseded is superseded by the delivery after it.
  @Test func laterDeliveriesSupersedeTheRestoredOnes() throws {
    let store = try store()
    try store.add("id,email,age\n1,x,500\n2,y,20\n", as: "wrong.csv")
    try store.add("id,email,age\n1,a,21\n", as: "right.csv")
    let report = try retract(store, 2)
    #expect(report.restored == [2])
    #expect(try store.recorder.history(of: 1).supersededBy == 7)
    #expect(try store.recorder.history(of: 2).state == .current)
    try store.recorder.expectValid()
    _ = try retract(store, 3)
    #expect(try store.recorder.history(of: 1).state == .current)
    try store.recorder.expectValid()
  }

  /// What a purged delivery superseded is superseded by a later one that is not retracted, or
  /// takes effect again.
  @Test(arguments: [false, true])
  func purgedDeliveriesHideNoRecord(isDeliveredAgain: Bool) throws {
    let store = try TemporaryStore(Self.definitions)
    for (name, records) in [("a", "1,a,200\n2,b,20\n"), ("b", "1,a,300\n"), ("c", "1,a,20\n")] {
      try store.add("id,email,age\n" + records, as: "\(name).csv")
    }
    _ = try store.recorder.purge(PurgeRequest(.submissions([3]), by: "ana", reason: "erasure"))
    _ = try retract(store, 3)
    if isDeliveredAgain { try store.add("id,email,age\n1,a,30\n", as: "d.csv") }
    #expect(try retract(store, 2).restored == (isDeliveredAgain ? [] : [1]))
    #expect(try store.recorder.history(of: 1).supersededBy == (isDeliveredAgain ? 5 : nil))
    try store.recorder.expectValid()
  }

  @Test func correctionsAreRetracted() throws {
    let store = try store()
    let before = try state(store)
    let export = try store.export(.open)
    func correct(_ age: String) throws -> ImportReport {
      try store.correct(export.replacing("200", with: age))
    }
    #expect(try correct("20").corrections?.closed == 1)
    _ = try retract(store, 2) { $0.isCorrection = true }
    #expect(try state(store) == before)
    #expect(try store.recorder.history(of: 2).correctedBy == nil)
    try store.recorder.expectValid()
    // The submission can be corrected again.
    #expect(try correct("21").corrections?.closed == 1)
    #expect(try store.recorder.history(of: 2).correctedBy == 6)
    try store.recorder.expectValid()
  }

  @Test func dependentsAreRetractedOnRequest() throws {
    let store = try store()
    _ = try store.correct(store.export(.open).replacing("200", with: "300"))
    _ = try store.correct(store.export(.open).replacing("300", with: "20"))
    let error = #expect(throws: RecorderError.self) { try retract(store, 1) }
    #expect(error?.remedies == [.includeDependents])
    let report = try retract(store, 1) { $0.includesDependents = true }
    #expect(report.imports == [3, 2, 1] && report.submissions == 6 && report.restored == [])
    #expect(try store.recorder.audit(.all).total.submissions == 0)
    try store.recorder.expectValid()
  }

  @Test(arguments: [0, 1, 5])
  func onlyFinishedImportsOfFilesAreRetracted(_ id: Int64) throws {
    let store = try TemporaryStore(Self.definitions)
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "1")]))
    #expect(throws: RecorderError.self) { try retract(store, id) }
    try store.add(Self.first)
    _ = try retract(store, 2)
    #expect(throws: RecorderError.self) { try retract(store, 2) }
    #expect(throws: RecorderError.self) { try retract(store, 2) { $0.isCorrection = true } }
  }

  @Test func waiversAndReplaysOfRestoredSubmissionsRemain() throws {
    let store = try store()
    var waived = SubmissionSelection.all
    waived.importID = 1
    _ = try store.recorder.waive(waived, by: "ana", reason: "known")
    let before = try state(store)
    try store.add("id,email,age\n2,y,20\n", as: "wrong.csv")
    _ = try store.recorder.replay(ReplayRequest())
    _ = try retract(store, 2)
    #expect(try state(store) == before)
    var replay = ReplayRequest()
    replay.isFull = true
    let report = try store.recorder.replay(replay)
    #expect(report.newlyAccepted == 0 && report.newlyRejected == 0)
    try store.recorder.expectValid()
  }

  /// Undoing a retraction restores the store, whatever was corrected and replayed before.
  @Test(arguments: [1, 2])
  func undoneRetractionLeavesNoTraceInReports(_ importID: Int64) throws {
    let store = try store()
    try store.add("id,email,age\n1,x,500\n2,y,20\n3,c,31\n9,z,9\n", as: "second.csv")
    try store.add("id,email,age\n1,w,50\n", as: "third.csv")
    _ = try store.recorder.waive(.all, by: "ana", reason: "known")
    let (before, dump) = (try state(store), try store.dump())
    _ = try retract(store, importID)
    #expect(try state(store) != before)
    let dry = try retract(store, importID) { ($0.isUndo, $0.isDryRun) = (true, true) }
    let report = try retract(store, importID) { $0.isUndo = true }
    #expect(report.imports == [importID] && report.submissions == 4)
    #expect(report.replaced == dry.replaced && dry.head == nil && report.head != nil)
    #expect(report.replaced == (importID == 1 ? [] : [2, 3]))
    #expect(try state(store) == before)
    #expect(try store.dump() == dump)
    try store.recorder.expectValid()
    // The keys of its accepted records are claimed again.
    #expect(try store.add("id,email,age\n7,z,20\n", as: "next.csv").rejected == 1)
  }

  /// Records delivered while an import was retracted stay the current ones.
  @Test func undoneRetractionPutsTheImportBeforeLaterDeliveries() throws {
    let store = try store()
    _ = try retract(store, 1)
    try store.add("id,email,age\n1,x,50\n", as: "second.csv")
    #expect(try retract(store, 1) { $0.isUndo = true }.replaced == [])
    #expect(try store.recorder.history(of: 1).supersededBy == 5)
    #expect(try store.recorder.history(of: 3).state == .current)
    try store.recorder.expectValid()
  }

  @Test func correctionsAreReinstatedWithTheirImport() throws {
    let store = try store()
    _ = try store.correct(store.export(.open).replacing("200", with: "300"))
    _ = try store.correct(store.export(.open).replacing("300", with: "20"))
    let before = try state(store)
    _ = try retract(store, 1) { $0.includesDependents = true }
    #expect(throws: RecorderError.self) { try retract(store, 3) { $0.isUndo = true } }
    #expect(try retract(store, 1) { $0.isUndo = true }.imports == [1, 2, 3])
    #expect(try state(store) == before)
    try store.recorder.expectValid()
    // A correction is not reinstated if its submission was corrected anew.
    _ = try retract(store, 3)
    _ = try store.correct(store.export(.open).replacing("300", with: "21"))
    let error = #expect(throws: RecorderError.self) { try retract(store, 3) { $0.isUndo = true } }
    #expect("\(error, default: "")".contains("import 4"))
    _ = try retract(store, 4)
    _ = try retract(store, 3) { $0.isUndo = true }
    #expect(try state(store) == before)
  }

  @Test func importsInEffectAreNotReinstated() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(Self.first, to: "first.csv")
    let request = ImportRequest(path: store.path("first.csv"))
    _ = try store.recorder.importFile(request)
    #expect(throws: RecorderError.self) { try retract(store, 1) { $0.isUndo = true } }
    _ = try retract(store, 1)
    _ = try store.recorder.importFile(request)
    let error = #expect(throws: RecorderError.self) { try retract(store, 1) { $0.isUndo = true } }
    #expect("\(error, default: "")".contains("import 2"))
    // The second one, which was possible only because the first one was retracted, is no exception.
    _ = try retract(store, 2)
    _ = try retract(store, 1) { $0.isUndo = true }
    let second = #expect(throws: RecorderError.self) { try retract(store, 2) { $0.isUndo = true } }
    #expect("\(second, default: "")".contains("import 1"))
    // One that was requested is.
    var again = request
    again.allowsReimport = true
    _ = try store.recorder.importFile(again)
    _ = try retract(store, 3)
    _ = try retract(store, 3) { $0.isUndo = true }
  }

  /// An unfinished import is compared with the keys that are claimed when it finishes.
  @Test(arguments: [false, true])
  func retractionsChangeUnfinishedImports(_ isUndo: Bool) throws {
    let store = try store()
    if isUndo { _ = try retract(store, 1) }
    try store.write("id,email,age\n7,a,20\n8,x,200\n", to: "later.csv")
    let request = ImportRequest(path: store.path("later.csv"))
    #expect(throws: RecorderError.self) {
      try store.recorder.importFile(request, ImportCallbacks(shouldStop: { true }))
    }
    _ = try retract(store, 1) { $0.isUndo = isUndo }
    #expect(try store.recorder.importFile(request).rejected == (isUndo ? 2 : 1))
    try store.recorder.expectValid()
  }

  /// A file of corrections of several imports is one import in lists, and is retracted as one.
  @Test func correctionsOfSeveralImportsAreOneFile() throws {
    let store = try TemporaryStore(
      Self.definitions.replacing("{unique: ever}", with: "unique"))
    for index in 1...3 {
      try store.add("id,email,age\n\(index),a,\(200 + index)\n", as: "\(index).csv")
    }
    let before = try state(store)
    let counts = try store.correct(store.export(.open).replacing(",20", with: ",2")).corrections
    #expect(counts?.imports == [4, 5, 6] && counts?.closed == 3)
    let after = try state(store)
    let listed = try store.recorder.list()
    #expect(listed.imports.map(\.importID) == [4, 3, 2, 1] && listed.importCount == 4)
    #expect(listed.imports[0].records == 3)
    #expect(try store.recorder.patches(ofImport: 4).map(\.submissionID) == [1, 2, 3])
    #expect(try retract(store, 5).imports == [6, 5, 4])
    #expect(try state(store) == before)
    #expect(try retract(store, 4) { $0.isUndo = true }.imports == [4, 5, 6])
    #expect(try state(store) == after)
    try store.recorder.expectValid()
    // Only the corrections of its own records depend on an import.
    #expect(try retract(store, 2) { $0.includesDependents = true }.imports == [5, 2])
    #expect(try retract(store, 4).imports == [6, 4])
    #expect(try retract(store, 2) { $0.isUndo = true }.imports == [2, 5])
    #expect(try retract(store, 5) { $0.isUndo = true }.imports == [4, 6])
    #expect(try state(store) == after)
    try store.recorder.expectValid()
  }
}

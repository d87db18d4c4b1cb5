import FormRecorderTestSupport
import Foundation
import Synchronization
import Testing

@testable import FormRecorder

/// Records that were purged and are sent again.
@Suite struct PurgedRecordTests {
  /// A store from which record 1 was purged.
  private func store(_ policy: String?) throws -> TemporaryStore {
    let store = try TemporaryStore(
      """
      form: people
      key: [id]
      \(policy.map { "erased: \($0)" } ?? "title: People")
      fields: [{name: id, type: text}, {name: name, type: text}]
      ---
      rules: people
      form: people
      fields: {}
      """)
    try store.add("id,name\nerased-one,Ana\n2,Bo\n", as: "first.csv")
    _ = try store.recorder.purge(PurgeRequest(.submissions([1]), by: "ana", reason: "erasure"))
    return store
  }

  @Test func theirReturnIsNoted() throws {
    let store = try store("note")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: store.recorder.database))
    #expect(bytes.range(of: Data("erased-one".utf8)) == nil)
    let notes = Mutex<[String]>([])
    try store.write("id,name\n2,Bo\nerased-one,Ana\n3,Cy\n", to: "second.csv")
    _ = try store.recorder.importFile(
      ImportRequest(path: store.path("second.csv")),
      ImportCallbacks(note: { note in notes.withLock { $0.append(note.description) } }))
    #expect(notes.withLock { $0 }.contains { $0.hasSuffix("1 record purged before: line 3") })
    #expect(try store.recorder.history(of: 4).earlierPurge?.by == "ana")
    #expect(try store.recorder.history(of: 5).earlierPurge == nil)
    let single = try store.recorder.submit(SubmissionRequest(fields: [("id", "erased-one")]))
    #expect(try store.recorder.history(of: single.submissionID).earlierPurge != nil)
    try store.recorder.expectValid()
  }

  @Test func theirReturnIsRefused() throws {
    let store = try store("refuse")
    let error = #expect(throws: RecorderError.self) {
      try store.add("id,name\n3,Cy\nerased-one,Ana\n")
    }
    #expect("\(error, default: "")".contains("line 3: the record was purged"))
    #expect(throws: RecorderError.self) {
      try store.recorder.submit(SubmissionRequest(fields: [("id", "erased-one")]))
    }
    #expect(try store.rows("SELECT count(*) FROM submission") == ["2"])
    try store.add("id,name\n3,Cy\n")
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "4")]))
    try store.recorder.expectValid()
  }

  @Test(arguments: ["note", "refuse"]) func dryRunPredictsTheirReturn(_ policy: String) throws {
    let store = try store(policy)
    try store.write("id,name\n2,Bo\nerased-one,Ana\n3,Cy\n", to: "second.csv")
    let request = ImportRequest(path: store.path("second.csv"))
    func result(_ request: ImportRequest) -> String {
      do {
        let (report, notes) = try store.importNoting(request)
        return "\(report.accepted) \(notes)"
      } catch {
        return "\(error)"
      }
    }
    let predicted = result(request.dryRun)
    #expect(predicted.contains("line 3") && predicted.contains("purged"))
    #expect(result(request) == predicted)
  }

  /// A correction may change the key of a record to that of a purged one.
  @Test func dryRunOfCorrectionsPredictsTheirReturn() throws {
    let store = try TemporaryStore(
      """
      form: people
      key: [id]
      erased: refuse
      fields: [{name: id, type: text}]
      ---
      rules: people
      form: people
      fields: {id: [{pattern: "[a-z]+"}]}
      """)
    try store.add("id\none\n2\n")
    _ = try store.recorder.purge(PurgeRequest(.submissions([1]), by: "ana", reason: "erasure"))
    let export = try store.export(.open).replacing("2,2,", with: "one,2,")
    for isDryRun in [true, false] {
      let error = #expect(throws: RecorderError.self) {
        try store.correct(export) {
          ($0.isDryRun, $0.acceptsKeyChanges) = (isDryRun, true)
        }
      }
      #expect("\(error, default: "")".contains("the record was purged"))
    }
  }

  @Test func otherFormsKeepNoKeys() throws {
    let store = try store(nil)
    #expect(try store.rows("SELECT count(*) FROM erased_key") == ["0"])
    try store.add("id,name\nerased-one,Ana\n")
    #expect(try store.recorder.history(of: 3).earlierPurge == nil)
  }

  @Test func itRequiresAKey() {
    #expect(throws: (any Error).self) {
      try TemporaryStore(
        "form: people\nerased: note\nfields: [{name: id, type: text}]\n---\nrules: people\n"
          + "form: people\nfields: {}\n")
    }
  }
}

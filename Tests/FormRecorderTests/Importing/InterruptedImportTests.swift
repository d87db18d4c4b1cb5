import FormRecorderTestSupport
import FormRules
import FormStore
import Testing

@testable import FormRecorder

/// An interrupted import is resumed where it stopped.
@Suite struct InterruptedImportTests {
  /// Stops after different numbers of commits, resumes, and compares with an uninterrupted import.
  @Test func interruptedImportIsResumed() throws {
    let text = PeopleFile.text(4_321)
    let whole = try TemporaryStore(PeopleFile.definitions)
    try whole.write(text, to: "a.csv")
    let expected = try whole.recorder.importFile(ImportRequest(path: whole.path("a.csv")))
    for stopAfter in [1, 2, 5] {
      let store = try TemporaryStore(PeopleFile.definitions)
      try store.write(text, to: "a.csv")
      var request = ImportRequest(path: store.path("a.csv"))
      request.chunk = 700
      var tries = 0
      var report: ImportReport?
      while report == nil, tries < 20 {
        tries += 1
        var commits = 0
        do throws(RecorderError) {
          report = try store.recorder.importFile(
            request,
            ImportCallbacks(
              committed: { _ in commits += 1 }, shouldStop: { commits >= stopAfter && tries < 20 }))
        } catch {
          #expect(error.remedies.first == .resumeImport)
        }
      }
      #expect(tries > 1)
      #expect(report?.counts == expected.counts)
      #expect(report?.byRule == expected.byRule)
      #expect(report?.sha256 == expected.sha256)
      #expect(try store.dump() == whole.dump())
      try store.recorder.expectValid()
    }
  }

  /// Stops an import as soon as it asks, before its first commit. Whatever it has stored by then,
  /// the same command completes it.
  @Test(
    arguments: [
      ("", "unique"), ("key: [id]", "unique"), ("", "{unique: ever}"),
      ("key: [id]", "{unique: ever}"),
      ("", "resembles"),
    ])
  func importStopsBeforeItsFirstCommit(_ form: (key: String, rule: String)) throws {
    let definitions = PeopleDefinitions.yaml(
      form: form.key, rules: "fields:\n  name: [\(form.rule)]\n")
    let file = "id,name\n" + (1...4_100).map { "\($0),n\($0)\n" }.joined()
    let whole = try TemporaryStore(definitions)
    try whole.write(file, to: "a.csv")
    _ = try whole.recorder.importFile(ImportRequest(path: whole.path("a.csv")))
    let expected = try whole.dump()
    for calls in 0...3 {
      let store = try TemporaryStore(definitions)
      try store.write(file, to: "a.csv")
      let request = ImportRequest(path: store.path("a.csv"))
      var asked = 0
      let error = #expect(throws: RecorderError.self) {
        try store.recorder.importFile(
          request,
          ImportCallbacks(shouldStop: {
            asked += 1
            return asked > calls
          }))
      }
      #expect(error?.reason == .stopped, "\(calls)")
      try store.recorder.expectValid()
      _ = try store.recorder.backUp(to: store.path("copy.sqlite"))
      #expect(try store.recorder.importFile(request).importID == 1, "\(calls)")
      #expect(try store.dump() == expected, "\(calls)")
      try store.recorder.expectValid()
    }
  }

  @Test func repeatedImportIsResumed() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    try store.write(PeopleFile.text(1_500), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    let first = try store.recorder.importFile(request)
    request.allowsReimport = true
    request.chunk = 500
    store.breakOff(request)
    let second = try store.recorder.importFile(request)
    #expect(second.importID == 2)
    #expect(second.counts == first.counts)
    #expect(try store.recorder.importFile(request).importID == 3)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["4500"])
    try store.recorder.expectValid()
  }
}

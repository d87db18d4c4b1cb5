import FormRecorderTestSupport
import FormRules
import FormStore
import Testing

@testable import FormRecorder

@Suite struct ImportTests {
  @Test func everyRecordIsStoredWithItsVerdict() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    try store.write(PeopleFile.text(2_500), to: "a.csv")
    let report = try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    #expect(report.records == 2_500)
    #expect(report.rejected == 250)
    #expect(
      report.byRule.map { "\($0.rule) \($0.count)" } == ["id.unique 25", "name.length 250"])
    #expect(report.errors == 275)
  }

  @Test func importedFilesAreNotStoredAgain() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    try store.write(PeopleFile.text(30), to: "a.csv")
    try store.write(PeopleFile.text(30), to: "copy.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    let first = try store.recorder.importFile(request)
    request.path = store.path("copy.csv")
    let second = try store.recorder.importFile(request)
    #expect(second.isAlreadyImported)
    #expect(second.importID == first.importID)
    #expect(second.byRule == first.byRule)
    request.allowsReimport = true
    let third = try store.recorder.importFile(request)
    #expect(third.importID == 2)
    #expect(!third.isAlreadyImported)
  }

  @Test func sameFileWithOtherParametersSuggestsAReplay() throws {
    let store = try TemporaryStore(
      PeopleFile.definitions + "\nparameters: {most: integer}\nrecord: [must: id <= param.most]\n")
    try store.write("id,name\n1,a\n7,b\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.parameters = ["most": "5"]
    #expect(try store.importNoting(request).report.rejected == 1)
    #expect(!(try store.importNoting(request).notes.contains("replay")))
    request.parameters = ["most": "9"]
    let (report, notes) = try store.importNoting(request)
    #expect(report.isAlreadyImported)
    let remedy = Remedy.replay(importID: 1, form: "people", parameters: ["most": "9"])
    #expect(notes.contains("its run parameters were different \([remedy])"))
    request.allowsReimport = true
    #expect(try store.recorder.importFile(request).rejected == 0)
    request.allowsReimport = false
    #expect(try store.recorder.importFile(request).importID == 2)
  }

  /// Invalid requests are rejected even if the file is already imported.
  @Test(
    arguments: [
      { $0.scenario = "none" }, { $0.parameters = ["x": "1"] }, { $0.input.encoding = "ebcdic" },
      { $0.input.delimiter = "ab" },
      { $0.input.map = [("foo", "nofield")] },
    ] as [@Sendable (inout ImportRequest) -> Void])
  func importedFilesRequireValidRequests(_ change: @Sendable (inout ImportRequest) -> Void) throws {
    let store = try TemporaryStore()
    try store.write("id,name\n1,a\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    _ = try store.recorder.importFile(request)
    #expect(try store.recorder.importFile(request).isAlreadyImported)
    change(&request)
    #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
  }

  @Test func limitsApplyToImportedFiles() throws {
    let store = try TemporaryStore()
    try store.write("id,name\n1,a\n200,b\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    _ = try store.recorder.importFile(request)
    request.maximumRejected = .count(0)
    let report = try store.recorder.importFile(request)
    #expect(report.isAlreadyImported)
    #expect(report.exceededLimits.count == 1)
    #expect(Limit.Amount("101%") == nil)
  }

  @Test func changedFileIsAnotherImport() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    try store.write(PeopleFile.text(3_000), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    try store.write("id,name\n9,x\n" + PeopleFile.text(3_000).dropFirst(8), to: "a.csv")
    let report = try store.recorder.importFile(request)
    #expect(report.importID == 2)
    #expect(report.records == 3_001)
  }

  @Test func atomicIsAllOrNothing() throws {
    let store = try TemporaryStore(PeopleFile.definitions)
    try store.write("id,name\n1,much too long\n2,a\n3,much too long\n", to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.isAtomic = true
    request.maximumRejected = .count(1)
    let refused = try store.recorder.importFile(request)
    #expect(refused.isRefused)
    #expect(refused.importID == nil && refused.head == nil)
    #expect(refused.rejected == 2)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["0"])
    request.isAtomic = false
    let report = try store.recorder.importFile(request)
    #expect(report.exceededLimits.count == 2)
    #expect(report.records == 3)
  }

  @Test func uniqueEverChecksEarlierAcceptedRecords() throws {
    let store = try TemporaryStore(
      PeopleFile.definitions.replacing("- unique\n", with: "- unique: ever\n"))
    try store.write("id,name\n1,a\n2,much too long\n", to: "a.csv")
    try store.write("id,name\n1,b\n2,b\n3,b\n3,b\n", to: "b.csv")
    _ = try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    let report = try store.recorder.importFile(ImportRequest(path: store.path("b.csv")))
    #expect(report.byRule.map { "\($0.rule) \($0.count)" } == ["id.unique 2"])
    #expect(
      try store.rows("SELECT coalesce(code, '') FROM error WHERE run = 2")
        == ["unique.stored", ""])
  }
}

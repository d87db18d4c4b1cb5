import FormRecorderTestSupport
import FormRules
import FormStore
import Foundation
import Testing

@testable import FormRecorder

/// An interrupted import is resumed only with the same configuration and with the same file.
@Suite struct ResumeTests {
  private static let definitions = PeopleDefinitions.yaml(
    rules: """
      parameters:
        least: integer
      fields:
        id:
          - unique: ever
          - range: {min: {param: least}}
        name:
          - length: {max: 5}
            scenarios: [strict]
      """)

  /// - Parameter note: The size of a third column, or 0 for none.
  private func file(_ records: Int, note: Int = 0) -> String {
    let (header, end) =
      note == 0 ? ("", "\n") : (",note", "," + String(repeating: "x", count: note) + "\n")
    return "id,name\(header)\n"
      + (1...records).map { "\($0),name \($0 % 100)\(end)" }.joined()
  }

  private func request(for store: TemporaryStore) -> ImportRequest {
    var request = ImportRequest(path: store.path("a.csv"))
    request.chunk = 1_000
    request.parameters = ["least": "3"]
    request.scenario = "strict"
    return request
  }

  /// A store with an import that was stopped after its first commit.
  private func stopped(_ text: String? = nil) throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions)
    try store.write(text ?? file(3_500), to: "a.csv")
    try stop(store, request(for: store))
    return store
  }

  private func stop(_ store: TemporaryStore, _ request: ImportRequest) throws {
    var stop = false
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(
        request, ImportCallbacks(committed: { _ in stop = true }, shouldStop: { stop }))
    }
    #expect(error?.reason == .stopped)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout ImportRequest) -> Void
  }

  static let changes = [
    Change(testDescription: "scenario was 'strict'") { $0.scenario = nil },
    Change(testDescription: #"parameters was '{"least":"3"}'"#) { $0.parameters = ["least": "4"] },
    Change(testDescription: "max-record was not given") {
      $0.input.maximumRecordBytes = 1 << 19
    },
    Change(testDescription: "by was not given") { $0.by = "ana" },
    Change(testDescription: "now was '") { $0.now = Instant(seconds: 0) },
    Change(testDescription: "sheet was not given") { $0.input.sheet = "1" },
    Change(testDescription: "source was not given") { $0.source = "north" },
    Change(testDescription: "batch was not given") { $0.batchLabel = "35" },
    Change(testDescription: "files was not given") { $0.files = .excluded },
    Change(testDescription: "encoding was not given") { $0.input.encoding = "windows-1252" },
    Change(testDescription: "map was not given") { $0.input.map = [("name", "name")] },
    Change(testDescription: "atomic was not given") { $0.isAtomic = true },
  ]

  @Test(arguments: changes) func otherConditionsAreRefused(_ change: Change) throws {
    let store = try stopped()
    var request = self.request(for: store)
    change.change(&request)
    let before = try store.rows("SELECT count(*) FROM submission")
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.description.contains(change.testDescription) == true)
    #expect(error?.reason == .unfinishedImport(1))
    #expect(error?.remedies == [.discard(importID: 1), .allowReimport])
    let dryRun = request.dryRun
    let predicted = #expect(throws: RecorderError.self) { try store.recorder.importFile(dryRun) }
    #expect(predicted?.description == error?.description)
    #expect(try store.rows("SELECT count(*) FROM submission") == before)
    #expect(try store.recorder.importFile(self.request(for: store)).importID == 1)
    try store.recorder.expectValid()
  }

  /// A resumed import keeps its clock, whether or not the clock is given again.
  @Test(arguments: [false, true]) func resumedImportKeepsItsClock(isNamedAgain: Bool) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(3_500), to: "a.csv")
    var request = self.request(for: store)
    request.now = Instant(seconds: 86_400)
    try stop(store, request)
    if !isNamedAgain { request.now = nil }
    #expect(try store.recorder.importFile(request).importID == 1)
    #expect(try store.rows("SELECT now FROM run") == ["1970-01-02T00:00:00Z"])
    // The file is already imported with that clock.
    var notes: [RecorderNote] = []
    request.now = Instant(seconds: 0)
    let known = try store.recorder.importFile(request, ImportCallbacks(note: { notes.append($0) }))
    #expect(known.isAlreadyImported)
    let note = notes.first { $0.description == "its clock was 1970-01-02T00:00:00Z" }
    let now = "1970-01-01T00:00:00Z"
    #expect(note?.remedies == [.replay(importID: 1, form: known.form, now: now)])
  }

  @Test func orderOfTheMapIsNoCondition() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(3_500), to: "a.csv")
    var request = self.request(for: store)
    request.input.map = [("name", "name"), ("id", "id")]
    try stop(store, request)
    request.input.map.reverse()
    #expect(try store.recorder.importFile(request).importID == 1)
  }

  /// A request cannot name the version of a source: its content is the condition.
  @Test func sourcesAreComparedByContent() throws {
    let source = "source: north\nforms:\n  people: {file: {header: 1}}\n"
    let store = try TemporaryStore(Self.definitions)
    try store.apply(source)
    try store.write(file(3_500), to: "a.csv")
    var request = self.request(for: store)
    request.source = "north"
    try stop(store, request)
    try store.apply(source.replacing("header: 1", with: "header: 2"))
    let error = #expect(throws: RecorderError.self) { try store.recorder.importFile(request) }
    #expect(error?.description.contains("source was 'north@1'") == true)
    try store.apply(source)
    #expect(try store.recorder.importFile(request).importID == 1)
    try store.recorder.expectValid()
  }

  /// Options that affect no record are those of the last attempt.
  @Test func optionsOfTheEndAreNoConditions() throws {
    let store = try stopped()
    var request = self.request(for: store)
    request.maximumRejected = .count(1)
    let report = try store.recorder.importFile(request)
    #expect(report.importID == 1)
    #expect(report.exceededLimits.count == 1)
  }

  @Test func newDefinitionsPreventResuming() throws {
    let store = try stopped()
    try store.apply(Self.definitions.replacing("max: 5", with: "max: 6"))
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(self.request(for: store))
    }
    #expect(error?.description.contains("rules was 'people@1'") == true)
    var request = self.request(for: store)
    request.rules = VersionReference("people@1")
    #expect(try store.recorder.importFile(request).importID == 1)
  }

  @Test func againStartsASeparateImport() throws {
    let store = try stopped()
    var again = request(for: store)
    again.allowsReimport = true
    try stop(store, again)
    #expect(try store.recorder.importFile(again).importID == 2)
    #expect(
      try store.rows("SELECT state FROM import_view ORDER BY import") == ["unfinished", "finished"])
  }

  @Test func fileAtAnotherPathIsAnotherImport() throws {
    let store = try stopped()
    try store.write(file(3_500), to: "b.csv")
    var other = request(for: store)
    other.path = store.path("b.csv")
    let report = try store.recorder.importFile(other)
    #expect(report.importID == 2)
    // The keys of an unfinished import are no claims, so the result is that of a new store.
    let alone = try TemporaryStore(Self.definitions)
    try alone.write(file(3_500), to: "a.csv")
    #expect(try alone.recorder.importFile(self.request(for: alone)).byRule == report.byRule)
    // When the first import ends, the file is already imported.
    let first = try store.recorder.importFile(request(for: store))
    #expect(first.isAlreadyImported)
    #expect(first.importID == 2)
    try store.recorder.expectValid()
  }

  @Test func changedBytesAreRefused() throws {
    // The files have the same size and the same first MiB.
    let text = file(6_000, note: 250)
    let store = try stopped(text)
    try store.write(text.dropLast(2) + "x\n", to: "a.csv")
    #expect(try store.recorder.importFile(request(for: store)).importID == 1)

    let other = try TemporaryStore(Self.definitions)
    try other.write(text, to: "a.csv")
    var request = self.request(for: other)
    request.chunk = 5_500
    try stop(other, request)
    try other.write(text.replacing("\n5000,", with: "\n500x,"), to: "a.csv")
    let error = #expect(throws: RecorderError.self) { try other.recorder.importFile(request) }
    #expect(error?.description.contains("differs from the file with which import 1 began") == true)
  }

  /// `unique: ever` ignores the keys of the import itself.
  @Test func resumedImportEqualsUninterruptedImport() throws {
    let store = try stopped()
    let report = try store.recorder.importFile(request(for: store))
    let whole = try TemporaryStore(Self.definitions)
    try whole.write(file(3_500), to: "a.csv")
    let expected = try whole.recorder.importFile(request(for: whole))
    #expect(report.counts == expected.counts)
    #expect(try store.dump() == whole.dump())
    try store.recorder.expectValid()
  }

  @Test func otherProgramMustGiveTheSameVerdicts() throws {
    let store = try stopped()
    var other = store.recorder
    other.settings.program = "9.9"
    #expect(try other.importFile(request(for: store)).importID == 1)
    #expect(try store.rows("SELECT program FROM run_end") == ["9.9"])
    try store.recorder.expectValid()

    let altered = try stopped()
    try altered.tamper("DELETE FROM error WHERE submission = 700")
    var changed = altered.recorder
    changed.settings.program = "9.9"
    try altered.tamper("INSERT INTO error VALUES (1, 701, 2, 'x', NULL)")
    let error = #expect(throws: RecorderError.self) {
      try changed.importFile(request(for: altered))
    }
    #expect(error?.description.contains("gave other results for its first 1000 records") == true)
  }

  @Test func discardedImportHasNoVerdictsAndReleasesItsKeys() throws {
    let store = try stopped()
    let report = try store.recorder.discard(1, by: "ana", reason: "wrong file")
    #expect(report.records == 1_000)
    for view in ["form_people_current", "error_view", "error_history_view", "run_view"] {
      #expect(try store.rows("SELECT count(*) FROM \(view)") == ["0"], "\(view)")
    }
    for column in [
      "_verdict, _state, count(*) FROM form_people",
      "verdict, state, count(*) FROM submission_view",
    ] {
      #expect(try store.rows("SELECT \(column) GROUP BY 1, 2") == ["NULL|discarded|1000"])
    }
    #expect(try store.rows("SELECT count(run) FROM submission_view") == ["0"])
    #expect(
      try store.rows("SELECT state, discard_reason FROM import_view") == ["discarded|wrong file"])
    #expect(try store.rows("SELECT count(*) FROM key_page") == ["0"])
    #expect(try store.recorder.audit(.all).total.submissions == 0)
    try store.recorder.expectValid()
    #expect(throws: RecorderError.self) { try store.recorder.discard(1) }
    #expect(throws: RecorderError.self) { try store.recorder.discard(7) }
    let again = try store.recorder.importFile(request(for: store))
    #expect(again.importID == 2)
    #expect(throws: RecorderError.self) { try store.recorder.discard(2) }
    try store.recorder.expectValid()
  }

  enum Edit: CaseIterable { case truncated, grown, edited, replaced, deleted }

  @Test(arguments: Edit.allCases) func importOfAChangingFileIsLeftUnfinished(_ edit: Edit)
    throws
  {
    let store = try TemporaryStore(Self.definitions)
    let path = store.path("a.csv")
    try store.write(file(20_000, note: 35), to: "a.csv")
    var isDone = false
    let callbacks = ImportCallbacks(committed: { _ in
      guard !isDone else { return }
      isDone = true
      switch edit {
      case .truncated: unsafe truncate(path, 500_000)
      case .grown, .edited:
        let handle = FileHandle(forUpdatingAtPath: path)
        if edit == .grown { _ = try? handle?.seekToEnd() } else { try? handle?.seek(toOffset: 12) }
        try? handle?.write(contentsOf: Data("7".utf8))
        try? handle?.close()
      case .replaced:
        try? Data(self.file(20_000, note: 35).utf8).write(
          to: URL(fileURLWithPath: path), options: .atomic)
      case .deleted: unsafe unlink(path)
      }
    })
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(request(for: store), callbacks)
    }
    #expect(error?.description.contains("changed while it was being read") == true)
    #expect(error?.description.contains("import 1 is unfinished") == true)
    #expect(try store.rows("SELECT state FROM import_view") == ["unfinished"])
    try store.recorder.expectValid()
  }

  /// The records after the last commit may not be those of the file that resumes the import.
  ///
  /// - Parameter stop: The number of records after which the import is stopped.
  @Test(arguments: [Int.max, 3_000]) func onlyCommittedRecordsOfAChangedFileStay(stop: Int) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(3_500), to: "a.csv")
    let path = store.path("a.csv")
    var request = self.request(for: store)
    request.chunk = 2_000
    var read = 0
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(
        request,
        ImportCallbacks(
          committed: { _ in
            try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
          }, progress: { read = $0.count }, shouldStop: { read >= stop }))
    }
    #expect(error?.reason == .fileChanged(importID: 1))
    #expect(error?.description.contains("with 2000 records") == true)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["2000"])
    #expect(try store.recorder.importFile(request).importID == 1)
    #expect(try store.rows("SELECT count(*) FROM submission") == ["3500"])
    try store.recorder.expectValid()
  }

  @Test func databaseDeletedDuringAnImportGivesNoReceipt() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(10_000), to: "a.csv")
    let database = store.recorder.database
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.importFile(
        request(for: store), ImportCallbacks(committed: { _ in unsafe unlink(database) }))
    }
    #expect(error?.description.contains("was deleted, moved or replaced") == true)
  }

  /// The size of the cells of the first batch, as they are stored.
  private static let batchBytes = (1...1_000).reduce(0) {
    $0 + #"["\#($1)","name \#($1 % 100)"]"#.utf8.count
  }

  @Test(arguments: [
    (1, [1_000, 2_000, 2_500, 2_500]), (batchBytes, [1_000, 2_000, 2_500]),
    (batchBytes + 1, [2_000, 2_500]), (1 << 20, [2_500]),
  ])
  func chunksHaveALimitedSize(bytes: Int, commits: [Int]) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(2_500), to: "a.csv")
    var request = self.request(for: store)
    (request.chunk, request.chunkBytes) = (50_000, bytes)
    var found: [Int] = []
    _ = try store.recorder.importFile(request, ImportCallbacks(committed: { found.append($0) }))
    #expect(found == commits)
  }

  @Test func nothingIsCommittedBeforeTheFirstThousandRecords() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(file(2_500), to: "a.csv")
    var request = self.request(for: store)
    request.chunk = 300
    var commits: [Int] = []
    _ = try store.recorder.importFile(request, ImportCallbacks(committed: { commits.append($0) }))
    #expect(commits.first == 1_200)
    #expect(commits.last == 2_500)
  }
}

import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

/// Commands do not trap or hang on any content of a store: they succeed or report that the store is
/// damaged. `alterations-readers` of the fault tests alters every column of every table.
@Suite struct DamagedStoreTests {
  private static let largest = "9223372036854775807"

  /// A store with a finished import and a submission.
  private static let finished = Result { try fill().contents() }

  /// The same store with an unfinished import.
  private static let unfinished = Result {
    let store = try fill()
    try store.write(
      "id,name,email\n" + (2_000..<3_010).map { "\($0),n,\n" }.joined(), to: "new.csv")
    store.breakOff(request(store))
    return try store.contents()
  }

  private static func fill() throws -> TemporaryStore {
    let store = try TemporaryStore(
      TemporaryStore.definitions.replacing(
        "- range: {max: 100}", with: "- range: {max: 100}\n    - unique: ever"))
    try store.add("id,name,email\n1,A,a@example.com\n900,Bbbbbbb,x\n")
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "901"), ("name", "C")]))
    try store.write("id,name,email\n2000,n,\n2001,n,\n", to: "new.csv")
    return store
  }

  private static func request(_ store: TemporaryStore) -> ImportRequest {
    var request = ImportRequest(path: store.path("new.csv"))
    request.chunk = 500
    return request
  }

  /// The message comes from formrec, not from the JSON decoder.
  @Test func alteredColumnsOfAnImportAreReported() throws {
    let store = try TemporaryStore(TemporaryStore.definitions)
    try store.add("id,name,email\n1,A,a@example.com\n")
    try store.tamper("UPDATE mapping SET columns = 'x'")
    let error = #expect(throws: RecorderError.self) {
      try store.apply(
        TemporaryStore.definitions.replacing(
          "fields:\n", with: "fields:\n  - {name: more, type: text}\n", maxReplacements: 1))
    }
    let words = "the database was altered: the columns of an import"
    #expect(
      error?.description == words && error?.remedies == [.verify] && error?.reason == .damaged)
  }

  /// SQLite would apply a WAL to the backup that takes the place of the database.
  @Test func damageNamesTheWALThatARestoredBackupMustNotHave() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.sqlite")
    let error = StoreError.corrupt(path: path)
    #expect(error.description == "\(path): the database is damaged; restore a backup")
    try folder.write("changes", to: "s.sqlite-wal")
    #expect(
      error.description
        == "\(path): the database is damaged; remove \(path)-wal and restore a backup")
  }

  /// Zeros take the place of a page. The first page has the header of the file.
  @Test func storesWithUnreadablePagesAreNotOK() throws {
    let store = try TemporaryStore(Self.finished.get())
    let copy = store.path("copy.sqlite")
    _ = try store.recorder.backUp(to: copy)
    let whole = try Data(contentsOf: URL(filePath: copy))
    let pageSize = 16_384
    for start in stride(from: pageSize, to: whole.count, by: 4 * pageSize) {
      var damaged = whole
      damaged.replaceSubrange(start..<start + pageSize, with: Data(count: pageSize))
      let path = store.path("damaged-\(start).sqlite")
      try damaged.write(to: URL(filePath: path))
      let report = try Recorder(database: path).verify()
      #expect(!report.isOK, "page \(start / pageSize)")
    }
  }

  @Test(arguments: [
    "UPDATE submission SET id = \(largest) WHERE id = 2", "UPDATE submission SET line = \(largest)",
    "UPDATE span SET first_record = \(largest)", "UPDATE span SET last_submission = \(largest)",
    "UPDATE run_end SET records = \(largest), rejected = \(largest), errors = \(largest)",
    "UPDATE run_rule SET failures = \(largest)",
    "UPDATE plan_rule SET position = \(largest) WHERE position = 1",
    "UPDATE plan_rule SET position = -position WHERE position = 1",
    "UPDATE error SET rule = \(largest) WHERE rule = (SELECT max(rule) FROM error)",
    "UPDATE error SET rule = -1 WHERE rule = (SELECT max(rule) FROM error)",
    "UPDATE error SET arguments = CAST(x'7bff' AS TEXT)",
    "UPDATE block SET records = \(largest)",
    "UPDATE import_column SET position = \(largest) WHERE position = 1",
    "UPDATE submission SET cells = '['", "UPDATE submission SET cells = ' '",
    "UPDATE submission SET cells = ' [\"\\\\x'",
    "UPDATE event SET number = \(largest) WHERE number = 3",
    "UPDATE run SET known_event = \(largest)", "UPDATE current SET last_submission = \(largest)",
  ])
  func commandsNeitherTrapNorHang(_ sql: String) throws {
    try runCommands(TemporaryStore(Self.finished.get()), after: sql)
  }

  @Test(arguments: [
    "UPDATE progress SET records = \(largest)", "UPDATE progress SET records = -1",
    "UPDATE progress SET run = 99", "UPDATE progress SET import = 99",
    "UPDATE block SET records = \(largest)", "UPDATE span SET first_record = \(largest)",
    "UPDATE span SET last_submission = \(largest)",
  ])
  func commandsTolerateDamagedUnfinishedImports(_ sql: String) throws {
    try runCommands(TemporaryStore(Self.unfinished.get()), after: sql)
  }

  private func runCommands(_ store: TemporaryStore, after sql: String) throws {
    try store.tamper(sql)
    let recorder = store.recorder
    let request = Self.request(store)
    var details = AuditDetails()
    details.hasPairs = true
    details.samples = 2
    let tables = ExportRequest()
    let commands: [() throws -> Void] = [
      { _ = try recorder.audit(.all, details: details) },
      { _ = try store.export(.all, .ndjson) }, { _ = try store.export(.open) },
      { _ = try recorder.exportTables(tables, to: store.path("t.sqlite")) },
      { _ = try store.dump() }, { _ = try recorder.verify() },
      { _ = try recorder.submit(SubmissionRequest(fields: [("id", "5")])) },
      { _ = try recorder.importFile(request) }, { _ = try recorder.replay(ReplayRequest()) },
    ]
    for command in commands {
      do {
        try command()
      } catch let error as RecorderError {
        #expect(!error.description.contains("example.com"))
      }
    }
  }
}

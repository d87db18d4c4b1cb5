import FormRecorder
import FormRecorderTestSupport
import Foundation
import GRDB
import Testing

@Suite struct OutputFileTests {
  private func smallStore() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.add("id,name,email\n200,Ana,a@b.de\n", as: "a.csv", source: "no/rth")
    try store.add("id,name,email\n300,Ana,a@b.de\n", as: "b.csv")
    return store
  }

  /// The files in the folder except those that SQLite creates for readers.
  private func files(_ store: TemporaryStore) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: store.folderPath))
      .subtracting(["store.sqlite-wal", "store.sqlite-shm"])
  }

  @Test func filesAppearComplete() throws {
    let store = try smallStore()
    let report = try store.recorder.export(
      ExportRequest(), to: .file(store.path("out.csv"), replacing: false))
    #expect(report.files.map(\.submissions) == [2])
    #expect(report.maskedFields == ["email"])
    #expect(
      try String(contentsOfFile: store.path("out.csv"), encoding: .utf8)
        == store.export(.open, check: true))
    #expect(try !files(store).contains { $0.hasSuffix(".tmp") })
  }

  @Test func existingFilesAreNotReplacedByDefault() throws {
    let store = try smallStore()
    try store.write("mine", to: "out.csv")
    #expect(throws: RecorderError.self) {
      try store.recorder.export(
        ExportRequest(), to: .file(store.path("out.csv"), replacing: false))
    }
    #expect(try String(contentsOfFile: store.path("out.csv"), encoding: .utf8) == "mine")
    _ = try store.recorder.export(
      ExportRequest(), to: .file(store.path("out.csv"), replacing: true))
    #expect(try String(contentsOfFile: store.path("out.csv"), encoding: .utf8) != "mine")
  }

  @Test(arguments: [
    "store.sqlite", "store.sqlite.lock", "store.sqlite-key", "store.sqlite-files",
    "folder/../store.sqlite-uploads", "receipts", "a.csv", "link", "folder", "none/x.csv", "",
  ])
  func protectedFilesAreNotReplaced(_ name: String) throws {
    let store = try smallStore()
    try FileManager.default.createDirectory(
      atPath: store.path("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: store.path("link"), withDestinationPath: store.path("store.sqlite"))
    try store.write("key", to: "store.sqlite-key")
    try store.write(
      #"{"at":"2026-01-01T00:00:00Z","event":1,"head":"a","store":"b","database":"c"}"# + "\n",
      to: "receipts")
    let before = try files(store)
    let path = name.isEmpty ? "" : store.path(name)
    #expect(throws: RecorderError.self) {
      try store.recorder.export(ExportRequest(), to: .file(path, replacing: true))
    }
    #expect(throws: RecorderError.self) { try store.recorder.backUp(to: path, replacing: true) }
    #expect(try files(store) == before)
    #expect(try store.recorder.audit(.all).total.submissions == 2)
  }

  @Test func partsHaveTheirOwnFiles() throws {
    let store = try smallStore()
    let folder = store.path("parts")
    for (part, names) in [
      (ExportGrouping.source, ["no-source.csv", "source-no%2frth.csv"]),
      (.import, ["import-1.csv", "import-2.csv"]), (.batchLabel, ["no-batch.csv"]),
    ] {
      try? FileManager.default.removeItem(atPath: folder)
      let report = try store.recorder.export(
        ExportRequest(), to: .folder(folder, part, replacing: false))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
      #expect(report.submissions == 2)
    }
  }

  @Test func stoppedExportLeavesNoFile() throws {
    let store = try smallStore()
    let before = try files(store)
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.export(
        ExportRequest(), to: .file(store.path("out.csv"), replacing: false), shouldStop: { true })
    }
    #expect(error?.reason == .stopped)
    #expect(try files(store) == before)
  }

  @Test func backupHasTheContentOfTheStore() throws {
    let store = try smallStore()
    let path = store.path("backup.sqlite")
    let report = try store.recorder.backUp(to: path)
    #expect(report.submissions == 2 && report.imports == 2 && report.runs == 2)
    let copy = Recorder(database: path)
    var all = ExportRequest()
    all.scope = .all
    all.format = .ndjson
    var output: [UInt8] = []
    _ = try copy.export(all, to: .stream { output += $0 })
    #expect(String(decoding: output, as: UTF8.self) == (try store.export(.all, .ndjson)))
    #expect(throws: RecorderError.self) { try store.recorder.backUp(to: path) }
    _ = try store.recorder.backUp(to: path, replacing: true)
    try store.write("left behind", to: "other.sqlite-wal")
    #expect(throws: RecorderError.self) {
      try store.recorder.backUp(to: store.path("other.sqlite"))
    }
  }

  /// A database of another program in WAL mode, with one row in the file and one row only in the
  /// WAL.
  private func otherDatabase(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.journalMode = .wal
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
      try db.checkpoint(.truncate)
      try db.execute(sql: "PRAGMA wal_autocheckpoint = 0; INSERT INTO t VALUES (2)")
    }
    return queue
  }

  @Test(arguments: ["tables", "csv", "backup"])
  func openDatabaseOfAnotherProgramIsNotReplaced(_ kind: String) throws {
    let store = try smallStore()
    let path = store.path("other.sqlite")
    func replace() throws {
      switch kind {
      case "backup": _ = try store.recorder.backUp(to: path, replacing: true)
      case "csv":
        _ = try store.recorder.export(ExportRequest(), to: .file(path, replacing: true))
      default:
        _ = try store.recorder.exportTables(ExportRequest(), to: path, replacing: true)
      }
    }
    let queue = try otherDatabase(path)
    let error = #expect(throws: RecorderError.self) { try replace() }
    #expect(error?.description.contains("open") == true)
    #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT a FROM t") } == [1, 2])
    _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    // The other program still has the database open, although the WAL is empty.
    let another = #expect(throws: RecorderError.self) { try replace() }
    #expect(another?.description.contains("open") == true)
    #expect(
      try queue.write { try Int.fetchAll($0, sql: "INSERT INTO t VALUES (3) RETURNING a") } == [3])
    try queue.close()
    // A closed database can be replaced.
    try replace()
    #expect((try? DatabaseQueue(path: path).read { try $0.tableExists("t") }) != true)
  }

  /// A killed program leaves such a database.
  @Test func databaseWithChangesInItsWALIsNotReplaced() throws {
    let store = try smallStore()
    let queue = try otherDatabase(store.path("other.sqlite"))
    let killed = store.path("killed.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: store.path("other.sqlite") + suffix, toPath: killed + suffix)
    }
    #expect(throws: RecorderError.self) {
      try store.recorder.exportTables(ExportRequest(), to: killed, replacing: true)
    }
    #expect(
      try DatabaseQueue(path: killed).read { try Int.fetchAll($0, sql: "SELECT a FROM t") } == [
        1, 2,
      ])
    withExtendedLifetime(queue) {}
  }
}

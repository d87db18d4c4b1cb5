import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FormStore

/// A later program adds tables, columns and codes. Content that was sealed before still verifies.
@Suite struct UpgradeTests {
  /// A store with an import, a submission and a replay.
  private static let filled = Result {
    let store = try TemporaryStore(TemporaryStore.definitions)
    try store.add("id,name,email\n1,A,a@example.com\n900,Bbbbbbb,x\n901,Ccccccc,y\n902,D,z\n")
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "901"), ("name", "C")]))
    try replay(store)
    return try store.contents()
  }

  private static func replay(_ store: TemporaryStore) throws {
    var request = ReplayRequest()
    request.form = VersionReference("people")
    request.isFull = true
    _ = try store.recorder.replay(request)
  }

  /// A migration of a later program.
  static let next = Migration(
    name: "m9999_next",
    sql: """
      ALTER TABLE import ADD COLUMN note TEXT;
      ALTER TABLE event ADD COLUMN note TEXT;
      ALTER TABLE run_end ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE submission ADD COLUMN note TEXT;
      CREATE TABLE remark (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
      INSERT INTO reader_code (code, description, migration) VALUES ('csv.new', 'New.', \(Migration.all.count + 1));
      """)

  @Test func upgradedStoreVerifies() throws {
    let store = try TemporaryStore(Self.filled.get())
    let before = try store.recorder.verify()
    #expect(before.isOK)
    // Verify on this thread, because the recorder verifies on its own threads, where `added` is not
    // set.
    try Migration.$added.withValue([Self.next]) {
      let upgraded = try WritableStore(writingAt: store.path("store.sqlite"))
      let verification = StoreVerification(upgraded)
      #expect(try upgraded.read { try StoreSchema.problem($0) } == nil)
      let chain = try verification.verifyChain()
      #expect(chain.problem == nil)
      #expect(chain.head != before.head)
      var totals = BlockTotals()
      for block in try verification.blocks() {
        #expect(try verification.problem(of: block, &totals) == nil)
      }
      #expect(totals.submissions + chain.submissions == before.submissions)
      #expect(try verification.strayProblem(totals) == nil)
      try store.tamper("UPDATE import SET note = 'x'")
      #expect(try verification.verifyChain().problem == nil)
    }
    // This program refuses the store of a later one.
    #expect(throws: RecorderError.self) { try store.recorder.verify() }
    let copy = Recorder(
      database: store.path("store.sqlite.v\(Migration.all.count).backup"))
    let kept = try copy.verify()
    #expect(kept.isOK)
    #expect(kept.head == before.head)
  }

  /// The first writer of a later program names the copy, because it has all cells, until it is
  /// deleted.
  @Test func upgradeKeepsACopyThatIsNamed() throws {
    let store = try TemporaryStore(Self.filled.get())
    try Migration.$added.withValue([Self.next]) { () throws in
      var recorder = store.recorder
      let notes = Mutex<[String]>([])
      recorder.settings.onNote = { note in notes.withLock { $0.append(note.description) } }
      var request = SubmissionRequest(fields: [("id", "8"), ("name", "Hal")])
      request.form = VersionReference("people")
      #expect(try recorder.submit(request).errors.isEmpty)
      let backup = "\(recorder.database).v\(Migration.all.count - 1).backup"
      #expect(notes.withLock { $0.count } == 1)
      #expect(notes.withLock { $0.first?.contains(backup) } == true)
      #expect(try recorder.diagnose().advice.contains { $0.description.contains(backup) })
      var purge = PurgeRequest(
        .record(RecordSearch(form: "people", [.init(field: "name", value: "nobody")])),
        by: "ana", reason: "erasure")
      purge.isDryRun = true
      #expect(try recorder.purge(purge).copies == [backup])
    }
  }

  /// The views of forms are those of this program after a migration, and in a copy that is read.
  @Test func upgradeReplacesTheViewsOfForms() throws {
    let store = try TemporaryStore(Self.filled.get())
    let query = "SELECT name FROM form_people_current ORDER BY _submission"
    let expected = try store.rows(query)
    try store.tamper(
      """
      DROP VIEW form_people_current;
      CREATE VIEW form_people_current AS SELECT 1 AS _submission, 'x' AS name
      """)
    #expect(throws: RecorderError.self) {
      try store.recorder.submit(SubmissionRequest(fields: [("id", "8"), ("name", "Hal")]))
    }
    try Migration.$added.withValue([Self.next]) { () throws in
      let copy = try #require(try store.recorder.upgradedCopy())
      let migrated = try DatabaseQueue(path: copy.database)
      #expect(try migrated.read { try String.fetchAll($0, sql: query) } == expected)
      #expect(try store.rows(query) == ["x"])
      _ = try store.recorder.upgrade()
      #expect(try store.rows(query) == expected)
      _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "8"), ("name", "Hal")]))
    }
  }

  /// Commands that only read leave an older store as it is.
  @Test func olderStoresAreReadFromACopy() throws {
    let store = try TemporaryStore(Self.filled.get())
    #expect(try store.recorder.upgradedCopy() == nil)
    let before = try Data(contentsOf: URL(fileURLWithPath: store.recorder.database))
    let list = try store.recorder.list().imports.count
    let total = try store.recorder.audit(.all).total
    let events = try store.recorder.forEachEvent { _ in }
    try Migration.$added.withValue([Self.next]) { () throws in
      #expect(throws: RecorderError.self) { try store.recorder.list() }
      let files = { try FileManager.default.contentsOfDirectory(atPath: store.folderPath).sorted() }
      let names = try files()
      do {
        let copy = try #require(try store.recorder.upgradedCopy())
        #expect(try copy.list().imports.count == list)
        #expect(try copy.audit(.all).total == total)
        #expect(try copy.forEachEvent { _ in } == events + 1)
        #expect(try copy.history(of: 1).state == .current)
        #expect(try files() != names)
      }
      #expect(try files() == names)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.recorder.database)) == before)
  }

  enum DryRun: CaseIterable {
    case importing, applying, impact, correcting, replaying, purging, retracting, undoing

    func run(_ store: TemporaryStore, retracted: Int64) throws {
      let recorder = store.recorder
      switch self {
      case .importing:
        _ = try recorder.importFile(ImportRequest(path: store.path("new.csv")).dryRun)
      case .applying:
        try recorder.apply(DefinitionSet(yaml: TemporaryStore.definitions), isDryRun: true)
      case .impact:
        _ = try recorder.impact(of: DefinitionSet(yaml: TemporaryStore.definitions))
      case .correcting:
        var request = CorrectionRequest(path: store.path("open.csv"))
        request.isDryRun = true
        _ = try recorder.importCorrections(request)
      case .replaying:
        var request = ReplayRequest()
        request.isDryRun = true
        _ = try recorder.replay(request)
      case .purging:
        var request = PurgeRequest(.submissions([1]), by: "ana", reason: "erasure")
        request.isDryRun = true
        _ = try recorder.purge(request)
      case .retracting, .undoing:
        var request = RetractionRequest(
          importID: self == .undoing ? retracted : 1, by: "ana", reason: "wrong")
        (request.isUndo, request.isDryRun) = (self == .undoing, true)
        _ = try recorder.retract(request)
      }
    }
  }

  /// Dry runs neither update nor copy an older store.
  @Test(arguments: DryRun.allCases) func dryRunsRefuseOlderStores(_ dryRun: DryRun) throws {
    let store = try TemporaryStore(Self.filled.get())
    let retracted = try #require(
      try store.add("id,name,email\n7,Gil,\n", as: "retracted.csv").importID)
    _ = try store.recorder.retract(
      RetractionRequest(importID: retracted, by: "ana", reason: "wrong"))
    try store.write("id,name,email\n5,Eve,\n", to: "new.csv")
    try store.write(try store.export(.open), to: "open.csv")
    try dryRun.run(store, retracted: retracted)
    let database = URL(fileURLWithPath: store.recorder.database)
    // SQLite creates files with these suffixes to read.
    let files = {
      try FileManager.default.contentsOfDirectory(atPath: store.folderPath).sorted()
        .filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
    }
    let (names, before) = (try files(), try Data(contentsOf: database))
    try Migration.$added.withValue([Self.next]) { () throws in
      let error = #expect(throws: RecorderError.self) {
        try dryRun.run(store, retracted: retracted)
      }
      #expect(error?.reason == .storage && error?.remedies == [.updateDatabase])
    }
    #expect(try files() == names)
    #expect(try Data(contentsOf: database) == before)
  }

  /// The copy of an interrupted upgrade lacks what the earlier program stored since.
  @Test func copiesOfInterruptedUpgradesAreReplaced() throws {
    let store = try TemporaryStore(Self.filled.get())
    let backup = "\(store.recorder.database).v\(Migration.all.count).backup"
    try Data("interrupted".utf8).write(to: URL(fileURLWithPath: backup))
    try Migration.$added.withValue([Self.next]) { () throws in
      let report = try store.recorder.upgrade(by: "ana", reason: "new")
      #expect(report.backup == backup && report.to == report.from + 1)
      #expect(try store.recorder.upgrade().backup == nil)
    }
    try Recorder(database: backup).expectValid()
  }
}

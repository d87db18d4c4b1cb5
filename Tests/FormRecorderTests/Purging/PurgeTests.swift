import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import GRDB
import Testing

/// A purge deletes the selected cells and nothing else.
@Suite struct PurgeTests {
  private func purge(
    _ store: TemporaryStore, _ ids: [Int64]? = nil, before: Instant? = nil, isDryRun: Bool = false,
    compacts: Bool = false, _ change: (inout SubmissionSelection) -> Void = { _ in }
  ) throws -> PurgeReport {
    var selection = SubmissionSelection.all
    selection.submissions = ids
    change(&selection)
    var request = PurgeRequest(
      .selection(selection, before: before), by: "ana", reason: "erasure")
    request.isDryRun = isDryRun
    request.compacts = compacts
    return try store.recorder.purge(request)
  }

  /// Returns whether the store or any file beside it contains the text. The imported file and the
  /// definition file are ignored.
  private func holds(_ store: TemporaryStore, _ text: String) throws -> Bool {
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folderPath)
      .filter { !["records.csv", "definitions.yaml"].contains($0) }
    #expect(names.contains("store.sqlite"))
    return names.contains { name in
      FileManager.default.contents(atPath: store.path(name))?.contains(bytes: Data(text.utf8))
        == true
    }
  }

  /// A killed backup leaves a copy of the cells. A running one is named.
  @Test func temporaryCopiesAreDeletedOrNamed() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,secret,a@b.de\n")
    let leftover: String
    do { leftover = try TemporaryFile(beside: store.recorder.database).path }
    for suffix in ["", "-journal"] { try store.write("secret", to: fileName(leftover) + suffix) }
    let running = try TemporaryFile(beside: store.recorder.database)
    #expect(try purge(store, [1]).copies == [running.path])
    #expect(try !holds(store, "secret"))
  }

  /// A killed server leaves files that it received, for fields and for imports.
  @Test func filesOfEndedProcessesAreDeletedOrNamed() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,secret,a@b.de\n")
    let database = store.recorder.database
    let upload = try SubmittedFiles(database: database).receive()
    try upload.append(Array("secret".utf8))
    let running = try IncomingFile(forImportInto: database)
    let leftovers = [
      try { try TemporaryFile(beside: "\(database)-files/upload").path }(),
      try { try IncomingFile(forImportInto: database).path }(),
    ]
    // The files of a killed process are not locked.
    for path in leftovers { try Data("secret".utf8).write(to: URL(filePath: path)) }
    let copies = try purge(store, [1]).copies
    #expect(copies.count == 2 && copies.last == running.path)
    #expect(copies.first?.hasPrefix("\(database)-files/") == true)
    for path in leftovers { #expect(!FileManager.default.fileExists(atPath: path)) }
    #expect(FileManager.default.fileExists(atPath: running.path))
    #expect(upload.byteCount == 6)
  }

  private func fileName(_ path: String) -> String {
    URL(fileURLWithPath: path).lastPathComponent
  }

  @Test(arguments: [false, true]) func purgedCellsAreAbsentFromAllFiles(compacts: Bool) throws {
    let store = try TemporaryStore(
      "key: [id]\n" + TemporaryStore.definitions)
    // Long cells are stored on their own pages, and malformed records in another table.
    var text = "id,name,email\n"
    for id in 1...3_000 {
      let filler = String(repeating: "x", count: id % 700 == 0 ? 20_000 : id % 60)
      text += "\(id),secret\(id)name\(filler)end\(id),a@b.de\n"
    }
    text += "3001,broken3001,a@b.de,more\n"
    try store.add(text)
    var submission = SubmissionRequest(fields: [("id", "9000"), ("name", "single9000")])
    submission.idempotencyKey = "k"
    _ = try store.recorder.submit(submission)
    let gone = Array(Int64(600)...1_500) + [3_001, 3_002]
    #expect(try purge(store, gone, compacts: compacts).submissions == gone.count)
    for id in [600, 700, 701, 1_400, 1_500] {
      #expect(try holds(store, "secret\(id)name") == false, "\(id)")
      #expect(try holds(store, "end\(id)\"") == false, "\(id)")
    }
    #expect(try holds(store, "broken3001") == false)
    #expect(try holds(store, "single9000") == false)
    for id in [1, 599, 1_501, 2_800, 3_000] {
      #expect(try holds(store, "secret\(id)name"), "\(id)")
    }
    try store.recorder.expectValid()
    let total = try store.recorder.audit(.all).total
    #expect(total.submissions == 3_002)
    #expect(total.open + total.purged == total.rejected)
  }

  /// Rows that move during a purge leave no copies that a later purge would miss.
  @Test func repeatedPurgesLeaveNoCopies() throws {
    let store = try TemporaryStore()
    var generator = SeededGenerator(seed: 21)
    var text = "id,name,email\n"
    for id in 1...4_000 {
      let filler = String(repeating: "x", count: Int.random(in: 0..<150, using: &generator))
      text += "\(id),secret\(id)name\(filler),a@b.de\n"
    }
    try store.add(text)
    var left = Set(Int64(1)...4_000)
    for round in 0..<5 {
      let gone =
        round == 2
        ? Array(left.sorted().prefix(600))
        : left.sorted().filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
      _ = try purge(store, gone)
      left.subtract(gone)
      let file = try #require(FileManager.default.contents(atPath: store.path("store.sqlite")))
      let found = String(decoding: file, as: UTF8.self).matches(of: /secret([0-9]+)name/)
        .compactMap { Int64($0.1) }
      #expect(found.sorted() == left.sorted())
    }
    try store.recorder.expectValid()
  }

  /// A process that is killed after the commit leaves cells in the WAL. Running the same command
  /// again erases them.
  @Test func repeatedCommandErasesCellsLeftInTheWAL() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,secret1name,a@b.de\n2,secret2name,a@b.de\n")
    let reader = try DatabaseQueue(path: store.path("store.sqlite"))
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN; SELECT count(*) FROM submission")
      // A reader of the previous state keeps the WAL.
      store.recorder.settings.lockTimeout = 0.1
      let error = #expect(throws: RecorderError.self) { try purge(store, [1]) }
      #expect(error?.description.contains("run the same command again") == true)
      #expect(try holds(store, "secret1name"))
      try db.execute(sql: "COMMIT")
    }
    #expect(try purge(store, [1]).purgedBefore == 1)
    #expect(try holds(store, "secret1name") == false)
    #expect(try holds(store, "secret2name"))
    try store.recorder.expectValid()
  }

  /// A search does not find the purged cells, which the repeated command erases all the same, also
  /// after other events.
  @Test func repeatedSearchErasesCellsLeftInTheFile() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,secret1name,a@b.de\n2,b,c@b.de\n")
    let search = RecordSearch([.init(field: "email", value: "a@b.de")])
    let request = PurgeRequest(.record(search), by: "ana", reason: "erasure")
    let reader = try DatabaseQueue(path: store.path("store.sqlite"))
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN; SELECT count(*) FROM submission")
      store.recorder.settings.lockTimeout = 0.1
      #expect(throws: RecorderError.self) { try store.recorder.purge(request) }
      _ = try store.recorder.comment(on: 2, text: "another event", by: "ana")
      #expect(throws: RecorderError.self) { try store.recorder.purge(request) }
      #expect(try holds(store, "secret1name"))
      try db.execute(sql: "COMMIT")
    }
    #expect(try store.recorder.purge(request).submissions == 0)
    #expect(try holds(store, "secret1name") == false)
    try store.recorder.expectValid()
  }

  /// Some builds of SQLite store rows of indexes as samples when ANALYZE is run.
  @Test func samplesOfIndexesArePurged() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,secret1name,a@b.de\n")
    let queue = try DatabaseQueue(path: store.path("store.sqlite"))
    try queue.inDatabase { db in
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample);
          INSERT INTO sqlite_stat4 VALUES ('keyed', 'keyed_key', '1', '0', '0', 'secret1name');
          """)
    }
    try queue.close()
    _ = try purge(store, [1])
    #expect(try holds(store, "secret1name") == false)
    try store.recorder.expectValid()
  }

  @Test func fileShrinksOnlyWhenCompacted() throws {
    let store = try TemporaryStore()
    let cell = String(repeating: "x", count: 3_000)
    try store.add(
      "id,name,email\n" + (1...500).map { "\($0),\(cell),a@b.de\n" }.joined())
    let report = try purge(store) { $0 = .all }
    #expect(report.cellBytes > 1_500_000)
    #expect(report.fileBytes > 1_500_000)
    let compacted = try purge(store, compacts: true) { $0 = .all }
    #expect((compacted.submissions, compacted.purgedBefore) == (0, 500))
    #expect(compacted.fileBytes < report.fileBytes - 1_300_000)
    try store.recorder.expectValid()
  }

  @Test func submissionsAreSelectedByAgeAndOrigin() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,a,a@b.de\n", as: "a.csv", source: "north")
    try store.add("id,name,email\n2,b,a@b.de\n3,c,a@b.de\n", as: "b.csv", source: "south")
    let second = try #require(try store.rows("SELECT started_at FROM import WHERE id = 2").first)
    #expect(
      try purge(store, before: .init(text: second), isDryRun: true).submissions == 1)
    for later in [second.replacing("Z", with: ".5Z"), "9999-12-31T23:59:59.5Z"] {
      #expect(
        try purge(store, before: .init(text: later), isDryRun: true).submissions == 3)
    }
    #expect(try purge(store) { $0.source = "south" }.submissions == 2)
    #expect(try purge(store) { $0.form = "people" }.submissions == 1)
    #expect(try purge(store) { $0.form = "people" }.purgedBefore == 3)
    #expect(try store.rows("SELECT count(*) FROM submission_view WHERE purged") == ["3"])
    #expect(throws: RecorderError.self) { try purge(store) { $0.source = "west" } }
    #expect(throws: RecorderError.self) { try purge(store, [4]) }
  }

  /// An empty list of submissions selects none, not all.
  @Test func emptyListPurgesNothing() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,a,a@b.de\n")
    #expect(try purge(store, []).submissions == 0)
    #expect(try purge(store) { $0 = .submissions([]) }.submissions == 0)
    #expect(try store.rows("SELECT count(*) FROM purge") == ["0"])
    #expect(try purge(store) { $0 = .all }.submissions == 1)
  }

  /// A purge rejects filters that it does not support. Ignoring them would select more submissions.
  @Test func rulesAndRunsCannotBeSelected() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n200,a,a@b.de\n1,a,a@b.de\n")
    #expect(throws: RecorderError.self) { try purge(store) { $0.rule = "id.range" } }
    #expect(throws: RecorderError.self) { try purge(store) { $0.runID = 1 } }
    #expect(try store.rows("SELECT count(*) FROM purge") == ["0"])
  }

  /// A purge verifies a block before it deletes from it, so that it does not seal altered content.
  @Test func alteredBlocksAreNotSealedAgain() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,a,a@b.de\n2,b,a@b.de\n")
    try store.tamper("UPDATE submission SET cells = '[\"7\",\"a\",\"a@b.de\"]' WHERE id = 1")
    #expect(throws: RecorderError.self) { try purge(store, [2]) }
    #expect(try store.rows("SELECT count(*) FROM purge") == ["0"])
    #expect(try holds(store, "a@b.de"))
  }

  /// Under `unique: ever`, a purge releases the keys of the purged submissions.
  @Test func claimsAreReleased() throws {
    let store = try TemporaryStore(
      TemporaryStore.definitions.replacing("    - range: {max: 100}", with: "    - unique: ever"))
    try store.add("id,name,email\n1,a,a@b.de\n", as: "a.csv")
    #expect(try store.add("id,name,email\n1,b,a@b.de\n", as: "b.csv").rejected == 1)
    _ = try purge(store, [1])
    #expect(try store.add("id,name,email\n1,c,a@b.de\n", as: "c.csv").rejected == 0)
    try store.recorder.expectValid()
  }
}

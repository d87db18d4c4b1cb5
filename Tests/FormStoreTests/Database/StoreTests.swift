import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormStore

@Suite struct StoreTests {
  @Test func everyConnectionSetsTheRequiredPragmas() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.sqlite")
    let writer = try WritableStore(writingAt: path)
    for pragmas in [try writer.pragmas(), try Store(readingAt: path).pragmas()] {
      #expect(pragmas["journal_mode"] == "wal")
      #expect(pragmas["foreign_keys"] == "1")
      #expect(pragmas["recursive_triggers"] == "1")
      #expect(pragmas["trusted_schema"] == "0")
      #expect(pragmas["cell_size_check"] == "1")
      #expect(pragmas["secure_delete"] == "1")
      #expect(pragmas["application_id"] == String(Migration.applicationID))
      #expect(pragmas["user_version"] == String(Migration.all.count))
    }
    // FULL: GRDB sets NORMAL, under which a power cut loses acknowledged commits.
    #expect(try writer.pragmas()["synchronous"] == "2")
  }

  /// In a folder that may not be written, a store is read without its WAL.
  @Test func theJournalModeIsThatOfTheFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.sqlite")
    _ = try WritableStore(writingAt: path)
    let queue = try DatabaseQueue(
      path: StoreFile.immutableURI(path), configuration: Store.configuration(readonly: true, 0))
    try queue.inDatabase { db in
      #expect(try String.fetchOne(db, sql: "PRAGMA journal_mode") == "delete")
      let isWAL = try DatabaseFile(db).isWAL
      #expect(isWAL)
    }
  }

  /// A checkpoint does not wait, but later statements do.
  @Test func checkpointsKeepTheTimeout() throws {
    let folder = try TemporaryFolder()
    let store = try WritableStore(writingAt: folder.path("s.sqlite"), lockTimeout: 3)
    store.checkpoint()
    #expect(try store.write { try Int.fetchOne($0, sql: "PRAGMA busy_timeout") } == 3_000)
  }

  @Test func furtherReadersHaveTheSameTimeoutAndInterruption() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.sqlite")
    _ = try WritableStore(writingAt: path)
    let store = try Store(readingAt: path, lockTimeout: 3)
    store.interrupt { true }
    let other = try store.openAnotherReader()
    #expect(other.lockTimeout == 3)
    let error = #expect(throws: StoreError.self) {
      _ = try other.read { db in
        try Int.fetchOne(
          db,
          sql: """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
            SELECT count(*) FROM n
            """)
      }
    }
    #expect(error?.description == "stopped during a query")
  }

  /// Imports and replays do not have references checked; every other transaction does.
  @Test(arguments: ["commit", "rollback", "abandon"])
  func referencesAreCheckedAfterBulkTransactions(_ end: String) throws {
    let people = try PeopleStore()
    let store = people.store
    let bulk = WriteTransaction(store, isBulk: true)
    func areChecked(_ db: Database) throws -> Bool? {
      try Bool.fetchOne(db, sql: "PRAGMA foreign_keys")
    }
    try bulk.perform { db in
      #expect(try bulk.begin(db))
      #expect(try areChecked(db) == false)
      if end == "abandon" { try bulk.abandon(db) }
    }
    if end == "commit" { try bulk.commit() } else { bulk.rollback() }
    #expect(try store.write(areChecked) == true)
  }

  @Test func historyRejectsUpdatesAndDeletes() throws {
    let folder = try TemporaryFolder()
    let store = try WritableStore(writingAt: folder.path("s.sqlite"))
    try store.write { db in
      try db.execute(sql: "INSERT INTO submission (id, line, cells) VALUES (1, 2, '[]')")
    }
    for statement in [
      "UPDATE submission SET cells = '[1]'", "DELETE FROM submission",
      "INSERT OR REPLACE INTO submission (id, line, cells) VALUES (1, 2, '[1]')",
      "INSERT INTO submission (id, line, cells) VALUES (1, 2, 'x') "
        + "ON CONFLICT (id) DO UPDATE SET cells = 'x'",
      "UPDATE store SET created_at = ''",
    ] {
      #expect(throws: StoreError.self, "\(statement)") {
        try store.write { try $0.execute(sql: statement) }
      }
    }
  }

  @Test(arguments: ["text", "folder", "other", "newer", "empty", "link"])
  func otherFilesAreRefusedAndUnchanged(kind: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.sqlite")
    switch kind {
    case "text": try Data("hello, world, this is text".utf8).write(to: URL(fileURLWithPath: path))
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "empty": _ = FileManager.default.createFile(atPath: path, contents: nil)
    case "link":
      _ = try WritableStore(writingAt: folder.path("real.sqlite"))
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: folder.path("real.sqlite"))
    default:
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "CREATE TABLE t (a)")
        if kind == "newer" {
          try db.execute(sql: "PRAGMA application_id = \(Migration.applicationID)")
          try db.execute(sql: "PRAGMA user_version = 9999")
        }
      }
      try queue.close()
    }
    let before = try? Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StoreError.self) { try WritableStore(writingAt: path) }
    #expect(throws: StoreError.self) { try Store(readingAt: path) }
    #expect((try? Data(contentsOf: URL(fileURLWithPath: path))) == before)
  }

  @Test func filesNextToTheStoreAreUnchanged() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.sqlite")
    let names = [".new", ".new-journal", ".new-wal", ".new-shm", ".tmp", "-backup", ".v1.backup"]
    for name in names {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path + name))
    }
    for _ in 0..<2 {
      try WritableStore(writingAt: path).write {
        try $0.execute(sql: "INSERT INTO submission (line, cells) VALUES (2, '[]')")
      }
    }
    for name in names {
      #expect(try String(contentsOfFile: path + name, encoding: .utf8) == "mine", "\(name)")
    }
  }
}

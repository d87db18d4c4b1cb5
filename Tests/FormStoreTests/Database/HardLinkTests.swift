import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormStore

/// A store that is opened under two names would have two WALs and two locks.
@Suite struct HardLinkTests {
  private let folder: TemporaryFolder
  private let path: String
  private let other: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("s.sqlite")
    other = folder.path("t.sqlite")
  }

  private func add(_ store: WritableStore) throws {
    try store.write { try $0.execute(sql: "INSERT INTO submission (line, cells) VALUES (2, '[]')") }
  }

  @Test func hardLinkIsRefused() throws {
    try add(try WritableStore(writingAt: path))
    try FileManager.default.linkItem(atPath: path, toPath: other)
    for name in [path, other] {
      let error = #expect(throws: StoreError.self) { try WritableStore(writingAt: name) }
      #expect(error?.description.contains("2 hard links") == true)
      #expect(throws: StoreError.self) { try Store(readingAt: name) }
    }
    try FileManager.default.removeItem(atPath: other)
    try add(try WritableStore(writingAt: path))
  }

  @Test func hardLinkCreatedDuringWritingStopsIt() throws {
    let store = try WritableStore(writingAt: path)
    try add(store)
    try FileManager.default.linkItem(atPath: path, toPath: other)
    #expect(throws: StoreError.self) { try add(store) }
    try FileManager.default.removeItem(atPath: other)
    try add(store)
  }

  @Test func hardLinkCreatedDuringATransactionPreventsItsCommit() throws {
    let store = try WritableStore(writingAt: path)
    let transaction = WriteTransaction(store, isBulk: true)
    #expect(throws: StoreError.self) {
      try transaction.perform { db in
        _ = try transaction.begin(db)
        try db.execute(sql: "INSERT INTO submission (line, cells) VALUES (2, '[]')")
        try FileManager.default.linkItem(atPath: path, toPath: other)
        try transaction.commit(db)
      }
    }
    try FileManager.default.removeItem(atPath: other)
    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM submission") } == 0)
  }

  @Test func lockFileDeletedDuringATransactionPreventsItsCommit() throws {
    let store = try WritableStore(writingAt: path)
    let error = #expect(throws: StoreError.self) {
      try store.write { db in
        try db.execute(sql: "INSERT INTO submission (line, cells) VALUES (2, '[]')")
        try FileManager.default.removeItem(atPath: path + ".lock")
      }
    }
    #expect(error?.description.contains("lock file") == true)
    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM submission") } == 0)
  }

  /// No transaction begins after the database was replaced, so nothing is based on its content.
  @Test func replacedDatabaseIsRefusedBeforeATransaction() throws {
    let store = try WritableStore(writingAt: path)
    try add(store)
    try FileManager.default.moveItem(atPath: path, toPath: other)
    try FileManager.default.copyItem(atPath: other, toPath: path)
    var hasBegun = false
    let error = #expect(throws: StoreError.self) { try store.transaction { hasBegun = true } }
    #expect(error?.description.contains("deleted, moved or replaced") == true)
    #expect(!hasBegun)
  }

  /// A deleted lock file would let a second process write.
  @Test func deletedLockFileStopsWriting() throws {
    let store = try WritableStore(writingAt: path)
    try add(store)
    try FileManager.default.removeItem(atPath: path + ".lock")
    #expect(throws: StoreError.self) { try add(store) }
    let second = try WritableStore(writingAt: path)
    try add(second)
    let error = #expect(throws: StoreError.self) { try add(store) }
    #expect(error?.description.contains("lock file") == true)
    try add(second)
  }
}

import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormStore

/// Remains of deleted rows within a page are found and overwritten, and nothing else is.
@Suite struct UnallocatedSpaceTests {
  /// A page of 64 bytes with a header that is followed by bytes.
  private func page(_ header: [UInt8], _ rest: [Int: UInt8] = [:]) -> [UInt8] {
    var page = header + [UInt8](repeating: 7, count: 64 - header.count)
    for (offset, byte) in rest { page[offset] = byte }
    return page
  }

  @Test func unallocatedRangesFollowTheFileFormat() {
    // A leaf with two cells from byte 40 and no freed cells.
    #expect(UnallocatedSpace.ranges(in: page([13, 0, 0, 0, 2, 0, 40, 0])) == [12..<40])
    // The header of an interior page has four more bytes.
    #expect(UnallocatedSpace.ranges(in: page([5, 0, 0, 0, 2, 0, 40, 0])) == [16..<40])
    // Freed cells of 8 bytes at 44 and of 6 bytes at 56.
    let freed: [Int: UInt8] = [44: 0, 45: 56, 46: 0, 47: 8, 56: 0, 57: 0, 58: 0, 59: 6]
    #expect(
      UnallocatedSpace.ranges(in: page([10, 0, 44, 0, 1, 0, 40, 0], freed))
        == [10..<40, 48..<52, 60..<62])
    // Overflow pages and free pages begin with a page number.
    #expect(UnallocatedSpace.ranges(in: page([0, 0, 0, 9])) == [])
    // Cells that begin within the pointers, and freed cells that form a cycle or exceed the page.
    #expect(UnallocatedSpace.ranges(in: page([13, 0, 0, 0, 9, 0, 20, 0])) == nil)
    #expect(
      UnallocatedSpace.ranges(
        in: page([13, 0, 44, 0, 1, 0, 40, 0], [44: 0, 45: 44, 46: 0, 47: 8])) == nil)
    #expect(
      UnallocatedSpace.ranges(
        in: page([13, 0, 60, 0, 1, 0, 40, 0], [60: 0, 61: 0, 62: 0, 63: 9])) == nil)
  }

  /// A tree that is filled in random order leaves copies of rows in its pages, even with
  /// `secure_delete`.
  @Test func copiesLeftByBalancingAreOverwritten() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s.sqlite")
    let queue = try DatabaseQueue(path: path)
    var generator = SeededGenerator(seed: 7)
    try queue.inDatabase { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL;
          PRAGMA secure_delete = ON;
          CREATE TABLE word (text TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
          """)
      try db.inTransaction {
        for _ in 0..<4_000 {
          let word = (0..<20).map { _ in "abcdefgh".randomElement(using: &generator)! }
          try db.execute(sql: "INSERT OR IGNORE INTO word VALUES (?)", arguments: [String(word)])
        }
        return .commit
      }
    }
    let words = try queue.read { try String.fetchAll($0, sql: "SELECT text FROM word") }
    try queue.inDatabase { db in
      let inWAL = try UnallocatedSpace.pages(inWAL: path + "-wal")
      #expect(inWAL == Array(1...UInt32(inWAL.count)))
      try db.checkpoint(.truncate)
      #expect(try UnallocatedSpace.pages(inWAL: path + "-wal") == [])
      var changed: [Int] = []
      try db.inTransaction(.immediate) {
        for pages in [inWAL, nil] {
          changed.append(try UnallocatedSpace.overwrite(db, pages: pages))
        }
        return .commit
      }
      #expect(changed[0] > 0)
      #expect(changed[1] == 0)
      try db.execute(sql: "PRAGMA shrink_memory")
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      #expect(try String.fetchAll(db, sql: "SELECT text FROM word") == words)
    }
  }
}

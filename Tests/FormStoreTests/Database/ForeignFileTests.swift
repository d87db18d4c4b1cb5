import FormTestSupport
import Foundation
import GRDB
import Testing

@testable import FormStore

/// A file that is not a store is rejected, and neither the file nor its folder changes.
@Suite struct ForeignFileTests {
  @Test(arguments: [false, true]) func databasesOfOtherProgramsAreUnchanged(isWAL: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("other.sqlite")
    let other = try DatabaseQueue(path: path)
    try other.writeWithoutTransaction { db in
      if isWAL { try db.execute(sql: "PRAGMA journal_mode = WAL") }
      try db.execute(sql: "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    }
    let before = try contents(folder)
    #expect(before.count == (isWAL ? 3 : 1))
    #expect(throws: StoreError.self) { try WritableStore(writingAt: path) }
    #expect(try contents(folder) == before)
    try other.close()
    let closed = try contents(folder)
    #expect(throws: StoreError.self) { try WritableStore(writingAt: path) }
    #expect(try contents(folder) == closed)
  }

  @Test(arguments: [1, 1_000]) func otherFilesAreUnchanged(lines: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "a,b\n", count: lines), to: "notes.txt")
    let before = try contents(folder)
    #expect(throws: StoreError.self) { try WritableStore(writingAt: folder.path("notes.txt")) }
    #expect(try contents(folder) == before)
  }

  /// A file with the name of a WAL has no meaning beside a file that is not a database.
  @Test(arguments: [0, 1, 1_000]) func otherFilesCanBeReplaced(lines: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "a,b\n", count: lines), to: "notes.csv")
    try folder.write("c\n", to: "notes.csv-wal")
    #expect(try ReplacedDatabase(path) == nil)
  }

  private func contents(_ folder: TemporaryFolder) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: folder.url.appendingPathComponent($0)))
      })
  }
}

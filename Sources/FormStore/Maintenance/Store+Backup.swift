import FormBytes
import Foundation
import GRDB

/// The numbers of objects in a store.
package struct StoreContents: Sendable, Equatable {
  package var forms: Int
  package var ruleSets: Int
  package var imports: Int
  package var submissions: Int
  package var runs: Int
  /// The head of the chain.
  package var head: String?
}

extension Store {
  /// Copies the committed content of the store to an empty file.
  ///
  /// An import may be running at the same time.
  ///
  /// - Parameter name: The name of the file in errors.
  package func copy(to path: String, name: String) throws(StoreError) {
    do {
      try queue.inDatabase { db in
        // Both files are read or written once, in order. A cache would only cost memory.
        try db.execute(sql: "PRAGMA cache_size = -1024")
        try db.execute(sql: "VACUUM INTO ?", arguments: [path])
      }
    } catch {
      // Only the copy needs disk space.
      let isFull = (error as? DatabaseError)?.resultCode.primaryResultCode == .SQLITE_FULL
      throw StoreError(error, path: isFull ? name : self.path)
    }
  }

  /// Counts the objects in the store.
  package func contents() throws(StoreError) -> StoreContents {
    try read { db in
      let contents = try db.firstRow(
        sql: """
          SELECT (SELECT count(*) FROM definition WHERE kind = 'form'),
            (SELECT count(*) FROM definition WHERE kind = 'rules'),
            (SELECT count(*) FROM import),
            (SELECT coalesce(sum(last_submission - first_submission + 1), 0) FROM span),
            (SELECT count(*) FROM run),
            (SELECT head FROM event ORDER BY number DESC LIMIT 1)
          """
      ) { row in
        try StoreContents(
          forms: row[0], ruleSets: row[1], imports: row[2], submissions: row[3], runs: row[4],
          head: (row[5] as Data?)?.hexadecimal)
      }
      guard let contents else { throw StoreError.failed(path: path, reason: "cannot be read") }
      return contents
    }
  }
}

import FormBytes
import GRDB

/// The state of a store and its files, for diagnosis.
package struct StoreDiagnosis: Sendable {
  package var contents: StoreContents
  package var pragmas: [String: String]
  package var sqlite: String
  package var schema: Int
  /// The sizes of the file, the WAL and the unused pages, in bytes.
  package var sizes: (file: Int, wal: Int, unused: Int)
  /// The number, kind, time and head of the last event.
  package var lastEvent: (number: Int64, kind: String, at: String, head: String)?
  /// The newest unfinished imports, at most 1,000.
  package var unfinished: [ImportSummary]
  package var unfinishedCount: Int
  package var discarded: Int
  /// The copies that were made before migrations.
  package var upgradeBackups: [String]
  /// The process that is currently writing, if any. Empty if it is unknown.
  package var writer: String?
}

extension Store {
  /// Returns the pragmas of this connection, for tests and diagnosis. The journal mode is that of
  /// the file.
  package func pragmas() throws(StoreError) -> [String: String] {
    try readWithoutTransaction { db in
      var result: [String: String] = [:]
      for name in [
        "synchronous", "journal_mode", "foreign_keys", "recursive_triggers", "trusted_schema",
        "cell_size_check", "mmap_size", "application_id", "user_version", "secure_delete",
      ] {
        let value = try DatabaseValue.fetchOne(db, sql: "PRAGMA \(name)")
        result[name] = value?.storage.value.map { "\($0)" }
      }
      if try DatabaseFile(db).isWAL { result["journal_mode"] = "wal" }
      return result
    }
  }

  /// Examines the store without changing anything.
  package func diagnose() throws(StoreError) -> StoreDiagnosis {
    // Imports that a process performs need no advice.
    var unfinished: [ImportSummary] = []
    for summary in try unfinishedImports()
    where try !WriterLock.isHeld(summary.lockKey, database: path) {
      unfinished.append(summary)
    }
    let contents = try contents()
    let pragmas = try pragmas()
    let writer = try WriterLock.currentHolder(database: path)
    return try read { db in
      let page = try db.number(sql: "PRAGMA page_size")
      let event = try db.firstRow(
        sql: "SELECT number, kind, at, head FROM event ORDER BY number DESC LIMIT 1"
      ) {
        try (
          number: $0.integer(0), kind: $0.text(1), at: $0.text(2), head: $0.bytes(3).hexadecimal
        )
      }
      return StoreDiagnosis(
        contents: contents, pragmas: pragmas,
        sqlite: try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "",
        schema: try db.number(sql: "PRAGMA user_version"),
        sizes: (
          file: StoreFile.size(path) ?? 0, wal: StoreFile.size(path + "-wal") ?? 0,
          unused: try page * db.number(sql: "PRAGMA freelist_count")
        ),
        lastEvent: event,
        unfinished: unfinished,
        unfinishedCount: try db.number(sql: "SELECT count(*) FROM progress"),
        discarded: try db.number(sql: "SELECT count(*) FROM discard"),
        upgradeBackups: upgradeBackups,
        writer: writer)
    }
  }
}

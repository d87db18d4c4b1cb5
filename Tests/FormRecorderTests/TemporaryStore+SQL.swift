import FormRecorder
import FormStore
import GRDB

extension TemporaryStore {
  /// The first column of what a query answers, as text.
  func rows(_ sql: String) throws -> [String] {
    try recorder.storeForReading().read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }.joined(separator: "|")
      }
    }
  }

  /// Alters the store as somebody with the sqlite3 shell would, triggers and all.
  func tamper(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path("store.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      for trigger in try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      {
        try db.execute(sql: "DROP TRIGGER \(trigger)")
      }
      try db.execute(sql: sql)
    }
    try queue.close()
  }
}

import FormRecorder
import FormStore
import GRDB

extension TemporaryStore {
  /// Runs SQL, for states that commands do not create.
  package func execute(_ sql: String) throws {
    try recorder.storeForWriting().write { try $0.execute(sql: sql) }
  }

  /// The rows of a query as text, with columns separated by `|`.
  package func rows(_ sql: String) throws -> [String] {
    // A plain connection, because formrec's own connections do not trust the functions in views.
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: recorder.database, configuration: configuration)
    return try queue.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map { String.fromDatabaseValue($0) ?? "\($0)" }.joined(separator: "|")
      }
    }
  }

  /// Alters the store like a user of the sqlite3 shell, without any triggers. The triggers are
  /// restored afterwards.
  package func tamper(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path("store.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      let triggers = try Row.fetchAll(
        db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger[0] as String)") }
      try db.execute(sql: sql)
      for trigger in triggers { try db.execute(sql: trigger[1]) }
    }
    try queue.close()
  }
}

import FormRules
import GRDB

extension Migration {
  /// Migrates a database to the latest schema, in one transaction.
  ///
  /// Records the text of each step, so that auditors can see the executed statements. Creates the
  /// views of forms again, because another version of the program may have created other ones.
  ///
  /// - Parameter forms: Returns the latest version of each form.
  static func migrate(
    _ db: Database, now: String, _ attribution: Attribution = .none,
    forms: (Database) throws -> [StoredForm] = { _ in [] }
  ) throws {
    let applied = try db.number(sql: "PRAGMA user_version")
    guard applied < all.count else { return }
    try db.inTransaction(.immediate) {
      if applied == 0 {
        try db.execute(sql: migrationTable)
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      }
      for number in applied..<all.count {
        let migration = all[number]
        try db.execute(sql: migration.sql)
        try db.execute(
          sql: "INSERT INTO migration (number, name, text, applied_at) VALUES (?, ?, ?, ?)",
          arguments: [number + 1, migration.name, migration.sql, now])
      }
      if applied == 0 {
        try db.execute(
          sql: "INSERT INTO store (id, created_at, hash_key) VALUES (1, ?, randomblob(16))",
          arguments: [now])
      }
      for (code, text) in MessageCatalogue.readerFaultTexts {
        try db.execute(
          sql: "INSERT OR IGNORE INTO reader_code (code, description, migration) VALUES (?, ?, ?)",
          arguments: [code, text, all.count])
      }
      if applied > 0 { for form in try forms(db) { try FormViews.replace(db, form) } }
      try Ledger.append(db, .store, subject: Int64(all.count), at: now, attribution: attribution)
      try db.execute(sql: "PRAGMA user_version = \(all.count)")
      return .commit
    }
  }
}

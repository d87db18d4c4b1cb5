package import FormRules
import GRDB

extension Store {
  /// Opens a store for writing.
  ///
  /// Creates it if it does not exist, and migrates its schema.
  ///
  /// - Parameters:
  ///   - wait: The time to wait for another writer, in seconds.
  ///   - now: The time recorded with the schema.
  ///   - attribution: The operator who creates or migrates the store, and the reason.
  ///   - keepsCopy: Whether to copy the content before a migration to a file next to the store.
  ///   - readForm: Reads the content of a form, whose views a migration creates again.
  ///   - sealed: Called with the sealed events after each commit that sealed any.
  package convenience init(
    writingAt path: String, wait: Double = 10, now: String = Timestamp.now(),
    _ attribution: Attribution = .none, keepsCopy: Bool = true,
    readForm: ((StoredVersion) throws -> Form)? = nil, sealed: (([SealedEvent]) -> Void)? = nil
  ) throws(StoreError) {
    var upgrade: StoreUpgrade?
    try self.init(path, wait: wait, sealed: sealed) { db in
      try Migration.migrate(db, now: now, attribution)
    } prepare: { db, lock, isNew in
      // A foreign trigger would run with each write.
      let migrations = try db.number(sql: "PRAGMA user_version")
      if let problem = try StoreSchema.problem(db, after: migrations) {
        throw StoreError.damaged(problem.description)
      }
      if keepsCopy { upgrade = try StoreFile.backUpBeforeMigration(db, path: path) }
      let known = isNew ? 0 : try SealedEvent.lastNumber(db)
      try Migration.migrate(db, now: now, attribution) { db in
        guard let readForm else { return [] }
        return try Store.latestVersions(db, of: .form).map {
          StoredForm(try readForm($0), id: $0.definition)
        }
      }
      try db.inTransaction(.immediate) {
        try Store.deleteLeftovers(db, lock)
        return .commit
      }
      return try SealedEvent.fetch(db, after: known)
    }
    self.upgrade = upgrade
  }
}

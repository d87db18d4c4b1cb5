package import FormRules
import GRDB

/// The migration of a store to the latest schema, when it is opened for writing.
package struct SchemaMigration {
  /// The time recorded with the schema.
  package var now: String
  /// The operator who creates or migrates the store, and the reason.
  package var attribution: Attribution
  /// Whether to copy the content before a migration to a file next to the store.
  package var keepsCopy = true
  /// Reads the content of a form, whose views a migration creates again.
  package var readForm: ((StoredVersion) throws -> Form)?

  package init(
    now: String = Instant.currentSecond.description, _ attribution: Attribution = .none,
    readForm: ((StoredVersion) throws -> Form)? = nil
  ) {
    (self.now, self.attribution, self.readForm) = (now, attribution, readForm)
  }

  func apply(to db: Database) throws {
    try Migration.migrate(db, now: now, attribution) { db in
      guard let readForm else { return [] }
      return try StoredVersion.latest(db, of: .form).map {
        StoredForm(try readForm($0), id: $0.definitionID)
      }
    }
  }
}

extension WritableStore {
  /// Opens a store for writing.
  ///
  /// Creates it if it does not exist, and migrates its schema.
  ///
  /// - Parameters:
  ///   - lockTimeout: The time to wait for another writer, in seconds.
  ///   - sealed: Called with the sealed events after each commit that sealed any.
  package convenience init(
    writingAt path: String, lockTimeout: Double = 10,
    migration: SchemaMigration = SchemaMigration(),
    sealed: (([SealedEvent]) -> Void)? = nil
  ) throws(StoreError) {
    var upgrade: StoreUpgrade?
    try self.init(path, lockTimeout: lockTimeout, sealed: sealed) { db in
      try migration.apply(to: db)
    } prepare: { db, lock, isNew in
      // A foreign trigger would run with each write.
      let migrations = try db.number(sql: "PRAGMA user_version")
      if let problem = try StoreSchema.problem(db, after: migrations) {
        throw StoreError.altered(problem.description)
      }
      if migration.keepsCopy { upgrade = try StoreFile.backUpBeforeMigration(db, path: path) }
      let known = isNew ? 0 : try SealedEvent.lastNumber(db)
      try migration.apply(to: db)
      try db.inTransaction(.immediate) {
        try WritableStore.deleteLeftovers(db, lock)
        return .commit
      }
      return try SealedEvent.fetch(db, after: known)
    }
    self.upgrade = upgrade
  }
}

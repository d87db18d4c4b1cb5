import FormInput
import FormRules
package import FormStore

extension Recorder {
  /// Changes an existing store under the writer lock.
  ///
  /// - Parameter body: Called with the store and the current time.
  package func withWritableStore<Result>(
    _ attribution: Attribution, _ body: (WritableStore, _ now: String) throws -> Result
  ) throws(RecorderError) -> Result {
    try requireDatabase()
    let store = try storeForWriting(attribution)
    return try mappingErrors {
      try store.keepingLock { try body(store, try settings.now().description) }
    }
  }

  /// Opens an existing store for a request.
  ///
  /// - Throws: `RecorderError` if the store does not exist, and in a dry run also if it has the
  ///   schema of an earlier version. Otherwise, it is updated.
  func storeAccess(
    _ attribution: Attribution, isDryRun: Bool
  ) throws(RecorderError) -> StoreAccess {
    try requireDatabase()
    return try isDryRun ? .dryRun(storeForReading()) : .writing(storeForWriting(attribution))
  }

  /// - Parameter attribution: The operator who changes the store, and the reason.
  package func storeForWriting(
    _ attribution: Attribution = .none
  ) throws(RecorderError) -> WritableStore {
    try storeForWriting(attribution) { [self] in announce($0) }
  }

  /// - Parameter sealed: Called with the sealed events after each commit.
  package func storeForWriting(
    _ attribution: Attribution = .none, sealed: @escaping ([SealedEvent]) -> Void
  ) throws(RecorderError) -> WritableStore {
    assert(!neverWaits || settings.lockTimeout == 0, "this recorder may wait for another writer")
    try attribution.requireStorable()
    return try mappingErrors {
      let migration = SchemaMigration(
        now: try settings.now().description, attribution, readForm: { try $0.form() })
      let store = try WritableStore(
        writingAt: database, lockTimeout: settings.lockTimeout, migration: migration, sealed: sealed
      )
      if let upgrade = store.upgrade {
        settings.onNote?(
          RecorderNote(
            "\(database): updated from schema \(upgrade.from) to \(upgrade.to); the content before is "
              + "in \(upgrade.backup), which you may delete when you no longer need it"))
      }
      try store.requireViews(try store.latestForms())
      IncomingFile.deleteLeftovers(ofImportsInto: database)
      if let staged = settings.staged { try store.stage(staged) }
      return store
    }
  }

  /// Reports the events of a commit.
  package func announce(_ events: [SealedEvent]) {
    guard let onSeal = settings.onSeal, !events.isEmpty else { return }
    let path = InputFile(database)?.canonicalPath ?? database
    onSeal(events.map { Receipt($0, database: path) })
  }
}

import Foundation
import GRDB

/// A store file that is open for reading and writing.
///
/// Other targets change a store only through extensions of this class and types that require an
/// instance of it. In this target, functions that take a `Database` may also write; their callers
/// pass that of a write transaction. The connection of a store that was opened for reading refuses
/// to write.
package final class WritableStore: Store {
  /// The lock of the process that writes.
  package let lock: WriterLock
  /// The migration of the schema when the store was opened, or nil if there was none.
  package internal(set) var upgrade: StoreUpgrade?
  /// Whether SQLite checks references when rows are written (`PRAGMA foreign_keys`).
  var checksReferences = true
  private var createdTable: BatchTable?
  /// Called with the sealed events after each commit that sealed any.
  private let sealed: (([SealedEvent]) -> Void)?

  /// Opens a file for writing, which `init(writingAt:)` does for a store.
  ///
  /// Creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - lockTimeout: The time to wait for another writer, in seconds.
  ///   - sealed: Called with the sealed events after each commit that sealed any.
  ///   - fill: Fills the database of a new file.
  ///   - prepare: Prepares the database for use. Gets the lock of the file, and whether it is new;
  ///     returns the sealed events.
  init(
    _ path: String, lockTimeout: Double, sealed: (([SealedEvent]) -> Void)?,
    fill: (Database) throws -> Void,
    prepare: (Database, _ lock: WriterLock, _ isNew: Bool) throws -> [SealedEvent]
  ) throws(StoreError) {
    let lockTimeout = Self.limited(lockTimeout)
    self.sealed = sealed
    // A file of another program gets no lock file, and its WAL is not checkpointed, which a writing
    // connection does when it is closed.
    if try StoreFile.check(path) { try Self.refuseForeign(path, lockTimeout) }
    let lock = try WriterLock(database: path)
    self.lock = lock
    try lock.acquire(wait: lockTimeout)
    defer { lock.release() }
    let configuration = Self.configuration(readonly: false, lockTimeout)
    do {
      // Checked under the lock, because another process may have created the file in the meantime.
      TemporaryFile.deleteLeftovers(in: TemporaryFile.folder(of: path))
      let isNew = try !StoreFile.check(path)
      if isNew { try StoreFile.create(path) { try Self.fill($0, lockTimeout, fill: fill) } }
      let identity = try StoreFile.identity(path)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let events = try queue.inDatabase { db in
        try StoreFile.checkHeader(of: db, path: path, acceptsOutdated: true)
        try Self.switchToWAL(db, path)
        // Again, because SQLite has opened the files only now.
        try StoreFile.checkCompanions(of: path)
        return try prepare(db, lock, isNew)
      }
      super.init(queue, at: path, identity: identity, lockTimeout: lockTimeout)
      announce(events)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Returns the batch tables of the connection.
  ///
  /// A prepared statement reads the tables that existed when it was compiled, so a connection must
  /// not get others.
  func batchTable(_ db: Database) throws -> BatchTable {
    if let createdTable { return createdTable }
    let table = try BatchTable(db)
    createdTable = table
    return table
  }

  /// Throws an error, without writing, if the file is not a database or belongs to another program.
  private static func refuseForeign(_ path: String, _ lockTimeout: Double) throws(StoreError) {
    do {
      // Reads the file as is, without locks. The header of a store is always in the file itself,
      // regardless of the content of the WAL.
      let probe = try DatabaseQueue(
        path: StoreFile.immutableURI(path),
        configuration: configuration(readonly: true, lockTimeout))
      try probe.inDatabase {
        try StoreFile.checkHeader(of: $0, path: path, acceptsOutdated: true)
      }
    } catch let error as DatabaseError where error.resultCode.primaryResultCode != .SQLITE_NOTADB {
      // Another process may be writing. The check under the lock reports the problem.
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Reports the committed events.
  func announce(_ events: [SealedEvent]) {
    if !events.isEmpty { sealed?(events) }
  }

  /// Fills the database of a new store.
  ///
  /// Switches it to WAL mode and writes all of its content into the file before the file becomes
  /// visible. Switching writes a rollback journal. If the process were killed while the journal
  /// exists, no reader could open the store.
  private static func fill(
    _ path: String, _ lockTimeout: Double, fill: (Database) throws -> Void
  ) throws {
    let queue = try DatabaseQueue(
      path: path, configuration: configuration(readonly: false, lockTimeout))
    try queue.inDatabase { db in
      try fill(db)
      try switchToWAL(db, path)
    }
    try queue.close()
  }

  /// Switches the database to WAL mode, unless it already is.
  ///
  /// GRDB's own function commits a schema change whenever a database is opened, and sets
  /// `synchronous` to NORMAL, under which a power failure loses acknowledged commits.
  private static func switchToWAL(_ db: Database, _ path: String) throws {
    guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
      throw StoreError.unusable(path: path, reason: "WAL mode is not available")
    }
  }

  package override var isSameFile: Bool { super.isSameFile && !lock.isReplaced }

  /// - Throws: `StoreError`, also if another process may write because the lock file was replaced.
  override func requireSameFile() throws(StoreError) {
    try super.requireSameFile()
    guard !lock.isReplaced else {
      throw .failed(
        path: path,
        reason: "its lock file was deleted or replaced during a write, so another "
          + "process may write at the same time; run the command again")
    }
  }

  /// Runs a body under the writer lock, which is kept over several transactions, so that all of
  /// them are based on the same state. Within another such body, the lock is kept until that one
  /// ends.
  ///
  /// - Throws: The errors of the body, and `StoreError` if the lock cannot be acquired.
  package override func keepingLock<Result>(_ body: () throws -> Result) throws -> Result {
    if lock.isKept { return try body() }
    try lock.acquire(wait: lockTimeout)
    lock.isKept = true
    defer {
      lock.isKept = false
      lock.release()
    }
    return try body()
  }

  /// Checkpoints the WAL into the database file, under the writer lock.
  ///
  /// Call it at the end of a command that writes. Failure is harmless. Does not wait for readers,
  /// because a replicator reads all the time, and other writers wait for the lock.
  package func checkpoint() {
    do throws(StoreError) {
      try lock.acquire(wait: 0)
    } catch {
      // `busy`: another process holds the lock, and checkpoints when it ends. If the lock cannot be
      // acquired for another reason, the next write reports it.
      return
    }
    defer { lock.release() }
    do {
      try queue.inDatabase { db in
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        let result = Result { try db.checkpoint(.truncate) }
        try db.execute(sql: "PRAGMA busy_timeout = \(Int(lockTimeout * 1_000))")
        _ = try result.get()
      }
    } catch {
      // SQLITE_BUSY: a reader holds the WAL. After an error of the disk the commit is complete in
      // the WAL, and the next command that reads or writes reports the error if it lasts.
    }
  }
}

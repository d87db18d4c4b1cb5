import FormRules
import Foundation
package import GRDB
import GRDBSQLite

/// A store file that is open for reading or writing.
///
/// This target contains all SQL of the program.
///
/// Not Sendable: only one thread may use it at a time.
package final class Store {
  /// The largest valid id or count. Sums and differences of such numbers never overflow.
  package static let largestNumber = Row.largestNumber

  /// The suffixes of the files that SQLite and writers create next to a database.
  package static let companionSuffixes = ["-journal", "-wal", "-shm", ".lock"]

  /// The path of the file.
  package let path: String
  /// The writer lock, or nil if the store was opened for reading.
  package let lock: WriterLock?
  /// The time that a writer waits for another one, in seconds.
  package let wait: Double
  let queue: DatabaseQueue
  /// The migration of the schema when the store was opened, or nil if there was none.
  package internal(set) var upgrade: StoreUpgrade?
  /// Called with the sealed events after each commit that sealed any.
  private let sealed: (([SealedEvent]) -> Void)?

  /// The key of the hash used by `unique`, once it has been read. It never changes.
  var knownHashKey: HashKey?
  /// What the next transaction writes first.
  var planned: (any PlannedWrites)?

  /// The identity of the file when it was opened.
  private let identity: FileIdentity
  /// Interrupts queries. See `interrupt(when:)`.
  var interruption: Interruption?

  deinit {
    // Closing the connection may execute statements.
    guard interruption != nil else { return }
    queue.inDatabase { db in unsafe sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
  }

  /// Returns whether a store exists at a path.
  ///
  /// - Throws: `StoreError` if the path cannot be that of a store, or if this cannot be determined.
  package static func exists(at path: String) throws(StoreError) -> Bool {
    try StoreFile.check(path)
  }

  /// Opens a store for reading.
  ///
  /// Nothing is written, even when the store is closed.
  ///
  /// - Parameters:
  ///   - wait: The time to wait for a program that locks the whole database, in seconds.
  ///   - acceptsOutdated: Whether to open a store with the schema of an earlier version, of which
  ///     only the events can be read.
  package init(
    readingAt path: String, wait: Double = 10, acceptsOutdated: Bool = false
  ) throws(StoreError) {
    self.path = path
    let wait = Self.limited(wait)
    self.wait = wait
    lock = nil
    sealed = nil
    guard try StoreFile.check(path) else { throw .missing(path: path) }
    identity = try StoreFile.identity(path)
    do {
      queue = try Self.openForReading(path, wait)
      try queue.inDatabase {
        try StoreFile.checkHeader(of: $0, path: path, acceptsOutdated: acceptsOutdated)
      }
      // Again, because SQLite has opened the files only now.
      try StoreFile.checkCompanions(of: path)
    } catch {
      let error = StoreError(error, path: path)
      // SQLite does not distinguish a file system without locks from a locked file.
      if case .busy = error, try WriterLock.isUnlockable(database: path) {
        throw .unlockable(path)
      }
      throw error
    }
  }

  /// The nearest timeout that SQLite and the clock can represent, in seconds.
  private static func limited(_ wait: Double) -> Double {
    wait.isNaN ? 0 : min(max(wait, 0), 1_000_000)
  }

  private static func openForReading(
    _ path: String, _ wait: Double
  ) throws -> DatabaseQueue {
    let configuration = configuration(readonly: true, wait)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") }
      return queue
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode.primaryResultCode)
    {
      // SQLite needs to create a file next to a database in WAL mode. If it must not, the database
      // can still be read, provided that the WAL is empty and no process writes.
      guard !StoreFile.isWritableFolder(of: path) else { throw error }
      guard StoreFile.size(path + "-wal") ?? 0 == 0 else {
        throw StoreError.unusable(
          path: path,
          reason: "its last changes are in \(path)-wal, which cannot be read without permission to "
            + "write to the folder; copy both files to another folder, or obtain the permission")
      }
      return try DatabaseQueue(path: StoreFile.immutableURI(path), configuration: configuration)
    }
  }

  /// Opens a file for writing, which `init(writingAt:)` does for a store.
  ///
  /// Creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - wait: The time to wait for another writer, in seconds.
  ///   - sealed: Called with the sealed events after each commit that sealed any.
  ///   - fill: Fills the database of a new file.
  ///   - prepare: Prepares the database for use. Gets the lock of the file, and whether it is new;
  ///     returns the sealed events.
  init(
    _ path: String, wait: Double, sealed: (([SealedEvent]) -> Void)?,
    fill: (Database) throws -> Void,
    prepare: (Database, _ lock: WriterLock, _ isNew: Bool) throws -> [SealedEvent]
  ) throws(StoreError) {
    self.path = path
    let wait = Self.limited(wait)
    self.wait = wait
    self.sealed = sealed
    // A file of another program gets no lock file, and its WAL is not checkpointed, which a writing
    // connection does when it is closed.
    if try StoreFile.check(path) { try Self.refuseForeign(path, wait) }
    let lock = try WriterLock(database: path)
    self.lock = lock
    try lock.acquire(wait: wait)
    defer { lock.release() }
    let configuration = Self.configuration(readonly: false, wait)
    do {
      // Checked under the lock, because another process may have created the file in the meantime.
      TemporaryFile.deleteLeftovers(in: TemporaryFile.folder(of: path))
      let isNew = try !StoreFile.check(path)
      if isNew { try StoreFile.create(path) { try Self.fill($0, wait, fill: fill) } }
      identity = try StoreFile.identity(path)
      queue = try DatabaseQueue(path: path, configuration: configuration)
      let events = try queue.inDatabase { db in
        try StoreFile.checkHeader(of: db, path: path, acceptsOutdated: true)
        try Self.switchToWAL(db, path)
        // Again, because SQLite has opened the files only now.
        try StoreFile.checkCompanions(of: path)
        return try prepare(db, lock, isNew)
      }
      announce(events)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Throws an error, without writing, if the file is not a database or belongs to another program.
  private static func refuseForeign(_ path: String, _ wait: Double) throws(StoreError) {
    do {
      // Reads the file as is, without locks. The header of a store is always in the file itself,
      // regardless of the content of the WAL.
      let probe = try DatabaseQueue(
        path: StoreFile.immutableURI(path), configuration: configuration(readonly: true, wait))
      try probe.inDatabase {
        try StoreFile.checkHeader(of: $0, path: path, acceptsOutdated: true)
      }
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError where error.resultCode.primaryResultCode == .SQLITE_NOTADB {
      throw StoreError(error, path: path)
    } catch {
      // Another process may be writing. The check under the lock reports the problem.
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
    _ path: String, _ wait: Double, fill: (Database) throws -> Void
  ) throws {
    let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false, wait))
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

  /// Whether the path still refers to the open file.
  package var isSameFile: Bool { (try? requireSameFile()) != nil }

  /// - Throws: `StoreError` if the path no longer refers to the open file, or if another path
  ///   refers to it too. Writes would be lost, or would damage the writes of other processes.
  func requireSameFile() throws(StoreError) {
    guard let now = FileIdentity(path), now == identity else {
      let isSame = FileIdentity(path).map {
        ($0.device, $0.number) == (identity.device, identity.number)
      }
      throw .failed(
        path: path,
        reason: isSame == true
          ? "another hard link to the database was created during a write; remove the link "
            + "and run the command again"
          : "the database was deleted, moved or replaced during a write; uncommitted changes "
            + "were lost")
    }
    guard lock?.isReplaced != true else {
      throw .failed(
        path: path,
        reason: "its lock file was deleted or replaced during a write, so another "
          + "process may write at the same time; run the command again")
    }
  }

  private static func configuration(readonly: Bool, _ wait: Double) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.journalMode = .default
    // Applies to programs that do not use the lock file, such as the sqlite3 shell.
    configuration.busyMode = .timeout(wait)
    // A WriteTransaction spans several calls.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      // The page size takes effect only when the file is created. See docs/performance.md for the
      // choice.
      try db.execute(
        sql: """
          PRAGMA page_size = 16384;
          PRAGMA synchronous = FULL;
          PRAGMA recursive_triggers = ON;
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA mmap_size = 0;
          PRAGMA secure_delete = ON;
          PRAGMA temp_store = MEMORY;
          PRAGMA journal_size_limit = 67108864;
          PRAGMA wal_autocheckpoint = 1024;
          PRAGMA cache_size = -\(readonly ? 4_096 : 8_192);
          """)
    }
    return configuration
  }

  /// Runs queries on a consistent state of the store.
  package func read<Result>(
    _ body: (Database) throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try queue.inDatabase { db in
        if db.isInsideTransaction { return try body(db) }
        var result: Result?
        try db.inTransaction(.deferred) {
          result = try body(db)
          return .commit
        }
        return result!
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Runs a query without a transaction.
  ///
  /// For many small queries, beginning and ending transactions takes more time than the queries
  /// themselves.
  func query<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try queue.inDatabase(body)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// A number that changes with each commit of another connection, in this or another process.
  package func dataVersion() throws(StoreError) -> Int64 {
    try query { db in
      try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
    }
  }

  /// Runs a body. All of its reads see the state of the store at the first read, or that of the
  /// transaction that is open.
  ///
  /// Does not block concurrent writers.
  package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try body() }
    try query { try $0.beginTransaction(.deferred) }
    // A transaction that only reads has nothing to roll back.
    defer { queue.inDatabase { try? $0.rollback() } }
    return try body()
  }

  /// Checkpoints the WAL into the database file, under the writer lock.
  ///
  /// Call it at the end of a command that writes. Failure is harmless. Does not wait for readers,
  /// because a replicator reads all the time, and other writers wait for the lock.
  package func checkpoint() {
    // Another process that holds the lock checkpoints when it ends.
    guard let lock, (try? lock.acquire(wait: 0)) != nil else { return }
    defer { lock.release() }
    // Ignored are readers that hold the WAL (SQLITE_BUSY) and errors of the disk: the commit is
    // complete in the WAL, and the next command that reads or writes reports a lasting error.
    _ = try? queue.inDatabase { db in
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      let result = Result { try db.checkpoint(.truncate) }
      try db.execute(sql: "PRAGMA busy_timeout = \(Int(wait * 1_000))")
      return try result.get()
    }
  }
}

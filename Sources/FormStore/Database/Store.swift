import FormRules
package import GRDB
import GRDBSQLite

/// A store file that is open for reading. `WritableStore` can also change it.
///
/// Its operations are extensions in the folder of their topic. This target contains all SQL of the
/// program. What reads rows of one kind within a transaction is at the type of the row, such as
/// `StoredVersion.fetch`.
///
/// Not Sendable: only one thread may use it at a time.
package class Store {
  /// The largest valid id or count. Sums and differences of such numbers never overflow.
  package static let largestNumber: Int64 = 1 << 48

  /// The path of the file.
  package let path: String
  /// The time to wait for another process, in seconds.
  package let lockTimeout: Double
  let queue: DatabaseQueue

  /// The key of the hash used by `unique`, once it has been read. It never changes.
  var knownHashKey: HashKey?
  /// What the next transaction writes first.
  var staged: (any StagedWrites)?

  /// The identity of the file when it was opened.
  let identity: FileIdentity
  /// Interrupts statements. See `interrupt(when:)`.
  var interruption: Interruption?

  init(_ queue: DatabaseQueue, at path: String, identity: FileIdentity, lockTimeout: Double) {
    (self.queue, self.path, self.identity, self.lockTimeout) = (queue, path, identity, lockTimeout)
  }

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
  ///   - lockTimeout: The time to wait for a program that locks the whole database, in seconds.
  ///   - acceptsOutdated: Whether to open a store with the schema of an earlier version, of which
  ///     only the events can be read.
  package convenience init(
    readingAt path: String, lockTimeout: Double = 10, acceptsOutdated: Bool = false
  ) throws(StoreError) {
    let lockTimeout = Self.limited(lockTimeout)
    guard try StoreFile.check(path) else { throw .missing(path: path) }
    let identity = try StoreFile.identity(path)
    do {
      let queue = try Self.openForReading(path, lockTimeout)
      try queue.inDatabase {
        try StoreFile.checkHeader(of: $0, path: path, acceptsOutdated: acceptsOutdated)
      }
      // Again, because SQLite has opened the files only now.
      try StoreFile.checkCompanions(of: path)
      self.init(queue, at: path, identity: identity, lockTimeout: lockTimeout)
    } catch {
      let error = StoreError(error, path: path)
      // SQLite does not distinguish a file system without locks from a locked file.
      if case .busy = error, try WriterLock.isUnlockable(database: path) {
        throw .unlockable(path)
      }
      throw error
    }
  }

  /// Opens the file at the path again for reading, without staged definitions. The connection has
  /// the same timeout and is interrupted under the same condition. Another thread may call it.
  package var openAnotherReader: @Sendable () throws(StoreError) -> Store {
    let shouldStop = interruption?.shouldStop
    return { [path, lockTimeout] () throws(StoreError) -> Store in
      let store = try Store(readingAt: path, lockTimeout: lockTimeout)
      if let shouldStop { store.interrupt(when: shouldStop) }
      return store
    }
  }

  /// The nearest timeout that SQLite and the clock can represent, in seconds.
  static func limited(_ lockTimeout: Double) -> Double {
    lockTimeout.isNaN ? 0 : min(max(lockTimeout, 0), 1_000_000)
  }

  private static func openForReading(
    _ path: String, _ lockTimeout: Double
  ) throws -> DatabaseQueue {
    let configuration = configuration(readonly: true, lockTimeout)
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

  /// Whether `requireSameFile` throws no error.
  package var isSameFile: Bool { FileIdentity(path) == identity }

  /// - Throws: `StoreError` if the path no longer refers to the open file, or if another path
  ///   refers to it too. Writes would be lost, or would damage the writes of other processes.
  func requireSameFile() throws(StoreError) {
    let now = FileIdentity(path)
    if now == identity { return }
    let isLinked = now.map {
      ($0.device, $0.number) == (identity.device, identity.number)
    }
    throw .failed(
      path: path,
      reason: isLinked == true
        ? "another hard link to the database was created during a write; remove the link "
          + "and run the command again"
        : "the database was deleted, moved or replaced during a write; uncommitted changes "
          + "were lost")
  }

  static func configuration(readonly: Bool, _ lockTimeout: Double) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.journalMode = .default
    // Applies to programs that do not use the lock file, such as the sqlite3 shell.
    configuration.busyMode = .timeout(lockTimeout)
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

  /// Runs statements on a consistent state of the store.
  package func read<Result>(
    _ body: (Database) throws -> Result
  ) throws(StoreError) -> Result {
    try readWithoutTransaction { db in
      if db.isInsideTransaction { return try body(db) }
      var result: Result?
      try db.inTransaction(.deferred) {
        result = try body(db)
        return .commit
      }
      return result!
    }
  }

  /// Runs statements without beginning a transaction: each sees the state of the store at its time,
  /// or that of the transaction that is open.
  ///
  /// For many small statements, beginning and ending transactions takes more time than the
  /// statements themselves.
  func readWithoutTransaction<Result>(
    _ body: (Database) throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try queue.inDatabase(body)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// A number that changes with each commit of another connection, in this or another process.
  package func dataVersion() throws(StoreError) -> Int64 {
    try readWithoutTransaction { db in
      try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
    }
  }

  /// Runs a body. A store that is open for writing keeps other writers waiting meanwhile.
  package func keepingLock<Result>(_ body: () throws -> Result) throws -> Result { try body() }

  /// Whether a transaction is open. SQLite ends a transaction by itself after some errors, such as
  /// a full disk.
  package var isInTransaction: Bool { queue.inDatabase { $0.isInsideTransaction } }

  /// Runs a body. All of its reads see the state of the store at the first read, or that of the
  /// transaction that is open.
  ///
  /// Does not block concurrent writers.
  package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try body() }
    do {
      try queue.inDatabase { try $0.beginTransaction(.deferred) }
    } catch {
      throw StoreError(error, path: path)
    }
    // A transaction that only reads has nothing to roll back.
    defer { queue.inDatabase { try? $0.rollback() } }
    return try body()
  }
}

import FormRules
import Foundation
package import GRDB

/// A store file, open for reading or for writing. All SQL of the program is in this target.
///
/// Not Sendable: one thread uses it at a time.
package final class Store {
  /// Where the file is.
  package let path: String
  /// The lock that writers hold; nil when the store was opened for reading.
  package let lock: WriterLock?
  /// How long a writer waits for another one, in seconds.
  package let wait: Double
  let queue: DatabaseQueue
  /// Called after each commit that sealed events, with these.
  private let sealed: (([SealedEvent]) -> Void)?

  /// What the file was when it was opened.
  private let identity: FileIdentity

  /// Opens a store for reading. Nothing is written, not even at closing.
  ///
  /// - Parameter wait: how many seconds to wait for a program that locks the whole database.
  package init(readingAt path: String, wait: Double = 10) throws(StoreError) {
    self.path = path
    self.wait = wait
    lock = nil
    sealed = nil
    guard try StoreFile.check(path) else { throw .missing(path: path) }
    identity = try StoreFile.identity(path)
    do {
      queue = try Self.openForReading(path, wait)
      try queue.inDatabase { try StoreFile.checkHeader(of: $0, path: path) }
    } catch {
      throw StoreError(error, path: path)
    }
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
      // SQLite wants to make a file beside a database with a WAL. Where it must not, the database
      // can be read all the same if nothing is in the WAL and nobody writes.
      guard !StoreFile.isWritableFolder(of: path) else { throw error }
      guard StoreFile.size(path + "-wal") ?? 0 == 0 else {
        throw StoreError.unusable(
          path: path,
          reason: "its last changes are in \(path)-wal, which cannot be read in a folder without "
            + "the right to write; copy both files elsewhere, or ask for the right")
      }
      return try DatabaseQueue(
        path: StoreFile.immutableURI(path), configuration: configuration)
    }
  }

  /// Opens a store for writing; makes it when it is not there, and brings its schema up to date.
  ///
  /// - Parameters:
  ///   - wait: how many seconds to wait for another writer.
  ///   - now: the time that is recorded with the schema.
  ///   - attribution: who makes the store or brings it up to date, and why.
  ///   - sealed: called after each commit that sealed events, with these.
  package init(
    writingAt path: String, wait: Double = 10, now: String = Timestamp.now(),
    _ attribution: Attribution = .none, sealed: (([SealedEvent]) -> Void)? = nil
  ) throws(StoreError) {
    self.path = path
    self.wait = wait
    self.sealed = sealed
    // Another program's file gets no lock file beside it, and its WAL is not moved into it, as a
    // connection for writing does when it is closed.
    if try StoreFile.check(path) { try Self.refuseForeign(path, wait) }
    let lock = try WriterLock(database: path)
    self.lock = lock
    try lock.take(wait: wait)
    defer { lock.release() }
    let configuration = Self.configuration(readonly: false, wait)
    do {
      // Under the lock, since another process may have made it meanwhile.
      let isNew = try !StoreFile.check(path)
      if isNew { try StoreFile.create(path) { try Self.fill($0, wait, now, attribution) } }
      identity = try StoreFile.identity(path)
      queue = try DatabaseQueue(path: path, configuration: configuration)
      let events = try queue.inDatabase { db in
        try StoreFile.checkHeader(of: db, path: path, isForWriting: true)
        try Self.switchToWAL(db, path)
        // Triggers that somebody planted would run with what is written.
        let migrations = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if let problem = try StoreSchema.problem(db, after: migrations) {
          throw StoreError.damaged(problem.words)
        }
        try StoreFile.backUpBeforeMigration(db, path: path)
        let known = isNew ? 0 : try Ledger.lastNumber(db)
        try Migration.migrate(db, now: now, attribution)
        try db.inTransaction(.immediate) {
          try Self.deleteLeftovers(db, lock)
          return .commit
        }
        return try Ledger.events(db, after: known)
      }
      announce(events)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Refuses what is no database, or that of another program, and writes nothing.
  private static func refuseForeign(_ path: String, _ wait: Double) throws(StoreError) {
    do {
      // Reads the file as it stands and takes no locks. The header of a store is in the file itself,
      // whatever is in its WAL.
      let probe = try DatabaseQueue(
        path: StoreFile.immutableURI(path), configuration: configuration(readonly: true, wait))
      try probe.inDatabase {
        try StoreFile.checkHeader(of: $0, path: path, isForWriting: true)
      }
    } catch let error as StoreError {
      throw error
    } catch let error as DatabaseError where error.resultCode.primaryResultCode == .SQLITE_NOTADB {
      throw StoreError(error, path: path)
    } catch {
      // Somebody may be writing: what is wrong with the file shows under the lock.
    }
  }

  /// Says which events were committed.
  func announce(_ events: [SealedEvent]) {
    if !events.isEmpty { sealed?(events) }
  }

  /// Makes the database of a new store: whole in the file itself, and in WAL mode, before anybody sees
  /// it. The switch writes a rollback journal; a kill while it stands would leave a store that no
  /// reader opens.
  private static func fill(
    _ path: String, _ wait: Double, _ now: String, _ attribution: Attribution
  ) throws {
    let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false, wait))
    try queue.inDatabase { db in
      try Migration.migrate(db, now: now, attribution)
      try switchToWAL(db, path)
    }
    try queue.close()
  }

  /// Nothing is done where a database is in WAL mode already. GRDB's own switch commits a change of the
  /// schema at every opening, and sets `synchronous` to NORMAL, under which a power cut loses
  /// acknowledged commits.
  private static func switchToWAL(_ db: Database, _ path: String) throws {
    guard try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" else {
      throw StoreError.unusable(path: path, reason: "it does not take WAL mode")
    }
  }

  /// - Throws: when the path no longer names the file that is open, or another name does too: what is
  ///   written would be lost, or damage what others write.
  func requireSameFile() throws(StoreError) {
    guard let now = FileIdentity(path), now == identity else {
      let isSame = FileIdentity(path).map {
        ($0.device, $0.number) == (identity.device, identity.number)
      }
      throw .failed(
        path: path,
        reason: isSame == true
          ? "the database got another name (hard link) while it was written to; remove that name "
            + "and run the command again"
          : "the database was deleted, moved or replaced while it was written to; what was not "
            + "committed before is not recorded")
    }
    guard lock?.isReplaced != true else {
      throw .failed(
        path: path,
        reason: "its lock file was deleted or replaced while it was written to, so that another "
          + "process may write as well; run the command again")
    }
  }

  private static func configuration(readonly: Bool, _ wait: Double) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.journalMode = .default
    // For programs that know nothing of the lock file, such as the sqlite3 shell.
    configuration.busyMode = .timeout(wait)
    // WriteTransaction spans several calls.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      // Page size only matters when the file is made; see docs/performance.md for the choice.
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

  /// Runs a query that needs no transaction around it: where there are many small ones, beginning and ending
  /// transactions takes more time than they do.
  func query<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try queue.inDatabase(body)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Makes all reads from here on see the same state, until `releaseSnapshot`.
  package func holdSnapshot() throws(StoreError) {
    do {
      try queue.inDatabase { db in
        try db.beginTransaction(.deferred)
        _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM store")
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Ends what `holdSnapshot` began.
  package func releaseSnapshot() {
    queue.inDatabase { db in if db.isInsideTransaction { try? db.commit() } }
  }

  /// Runs one write transaction under the writer lock.
  package func write<Result>(
    _ body: (Database) throws -> Result
  ) throws(StoreError) -> Result {
    guard let lock else {
      throw .unusable(path: path, reason: "the store was opened for reading only")
    }
    try lock.take(wait: wait)
    defer { lock.release() }
    do {
      var events: [SealedEvent] = []
      let result = try queue.inDatabase { db in
        var result: Result?
        try db.inTransaction(.immediate) {
          try requireSameFile()
          let known = try Ledger.lastNumber(db)
          result = try body(db)
          events = try Ledger.events(db, after: known)
          return .commit
        }
        return result!
      }
      announce(events)
      return result
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Moves what is in the WAL to the database file, under the writer lock. To be called at the end
  /// of a command that wrote; failing to is no harm.
  package func checkpoint() {
    guard let lock, (try? lock.take(wait: 0)) != nil else { return }
    defer { lock.release() }
    _ = try? queue.inDatabase { try $0.checkpoint(.truncate) }
  }

  /// What the pragmas of this connection are, for tests and `doctor`.
  package func pragmas() throws(StoreError) -> [String: String] {
    do {
      return try queue.inDatabase { db in
        var result: [String: String] = [:]
        for name in [
          "synchronous", "journal_mode", "foreign_keys", "recursive_triggers", "trusted_schema",
          "cell_size_check", "mmap_size", "application_id", "user_version", "secure_delete",
        ] {
          let value: DatabaseValue? = try Row.fetchOne(db, sql: "PRAGMA \(name)")?[0]
          result[name] = value?.storage.value.map { "\($0)" }
        }
        return result
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

extension StoreError {
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    // Its description has the row.
    case is RowDecodingError:
      self = .damaged("a value in it is of another type than it has to be")
    case let error as DatabaseError:
      // The message of SQLite names no value; GRDB's description with arguments is not used.
      switch error.resultCode.primaryResultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path, holder: nil)
      case .SQLITE_FULL:
        self = .failed(path: path, reason: "the disk is full; make room and run the command again")
      case .SQLITE_NOTADB: self = .unusable(path: path, reason: "this is no SQLite database")
      case .SQLITE_CORRUPT:
        self = .failed(
          path: path,
          reason: "the database is damaged; 'formrec verify' says where, a backup has it whole")
      case .SQLITE_IOERR:
        self = .failed(
          path: path,
          reason: "it cannot be read or written (I/O error); look at the disk and its space, then "
            + "run the command again")
      case .SQLITE_CONSTRAINT:
        self = .failed(
          path: path,
          reason:
            "another process recorded the same at the same time, or the database was altered; "
            + "run the command again, and 'formrec verify' if that does not help")
      // Its own queries fail only where the schema or a value is not what it has to be.
      case .SQLITE_ERROR, .SQLITE_MISMATCH:
        self = .damaged("a query fails on what is in it")
      case .SQLITE_READONLY:
        self = .unusable(
          path: path, reason: "cannot be written: the file, its folder or the disk is read-only")
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
        self = .unusable(
          path: path,
          reason:
            "cannot be opened; look at the permissions of the file and its folder, and at the "
            + "limit of open files")
      case .SQLITE_NOMEM: self = .failed(path: path, reason: "there is not enough memory")
      case .SQLITE_TOOBIG:
        self = .failed(path: path, reason: "a value is larger than SQLite takes (1 GB)")
      case .SQLITE_PROTOCOL:
        self = .failed(
          path: path,
          reason: "it cannot be locked; a store belongs on a disk of this machine, not of a network"
        )
      default:
        self = .failed(path: path, reason: "SQLite error \(error.extendedResultCode.rawValue)")
      }
    case is DecodingError: self = .damaged("a value in it is not the JSON that it has to be")
    default: self = .failed(path: path, reason: String(describing: error))
    }
  }
}

/// Points in time as the store writes them.
package enum Timestamp {
  /// The current time, `YYYY-MM-DDTHH:MM:SSZ`.
  package static func now() -> String {
    text(seconds: Int64(Date().timeIntervalSince1970))
  }

  /// A time given in seconds since 1970-01-01T00:00:00Z.
  package static func text(seconds: Int64) -> String {
    Instant(seconds: seconds).description
  }
}

import GRDB

/// A write transaction that spans calls, under the writer lock: what imports and replays write in.
///
/// After a failure nothing of it is left, and the lock is free again.
final class WriteTransaction {
  let store: Store
  private let lock: WriterLock
  /// Whether it has begun.
  private(set) var isOpen = false
  private(set) var table: BatchTable?
  /// The number of the last event before it.
  private var knownEvents: Int64 = 0

  init(_ store: Store) throws(StoreError) {
    guard let lock = store.lock else {
      throw .unusable(path: store.path, reason: "the store was opened for reading only")
    }
    self.store = store
    self.lock = lock
  }

  deinit { rollback() }

  /// Runs a body; when it throws, the transaction is rolled back.
  func work<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try store.queue.inDatabase(body)
    } catch {
      rollback()
      throw StoreError(error, path: store.path)
    }
  }

  /// Begins unless it has begun.
  ///
  /// - Returns: whether it began now, so that what is known of the store must be looked at again.
  func begin(_ db: Database) throws -> Bool {
    guard !isOpen else { return false }
    try lock.take(wait: store.wait)
    do {
      // References are made by construction; checking each costs a tenth of an import.
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      try db.beginTransaction(.immediate)
      isOpen = true
      try store.requireSameFile()
      knownEvents = try Ledger.lastNumber(db)
      if table == nil { table = try BatchTable(db) }
    } catch {
      if !isOpen { ended(db) }
      throw error
    }
    return true
  }

  /// Commits; when this returns, it is on the disk. The lock stays until it is given back.
  func commit(_ db: Database) throws {
    try store.requireSameFile()
    let events = try Ledger.events(db, after: knownEvents)
    try db.commit()
    isOpen = false
    store.announce(events)
    try db.execute(sql: "PRAGMA foreign_keys = ON")
  }

  /// Throws what was not committed away, from within `work`.
  func abandon(_ db: Database) throws {
    try db.rollback()
    isOpen = false
    try db.execute(sql: "PRAGMA foreign_keys = ON")
  }

  /// Gives the lock to those who wait for it, and takes it back after them.
  func yield() throws(StoreError) { try lock.yieldToOthers(wait: store.wait) }

  /// Gives the lock back.
  func release() { lock.release() }

  /// Throws what was not committed away.
  func rollback() {
    guard isOpen else { return lock.release() }
    isOpen = false
    store.queue.inDatabase { db in
      // A failed commit may have rolled back already.
      if db.isInsideTransaction { try? db.rollback() }
      ended(db)
    }
  }

  private func ended(_ db: Database) {
    try? db.execute(sql: "PRAGMA foreign_keys = ON")
    lock.release()
  }
}

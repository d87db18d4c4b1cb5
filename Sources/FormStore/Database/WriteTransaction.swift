import GRDB

/// A write transaction that spans several calls, under the writer lock of the store.
///
/// It can contain several imports.
///
/// After a failure, the transaction is rolled back and the lock is released.
package final class WriteTransaction {
  package let store: WritableStore
  /// Whether the transaction writes whole batches, like imports and replays.
  private let isBulk: Bool
  /// Whether the transaction has begun.
  private(set) var isOpen = false
  /// Whether the transaction has acquired the lock and not released it.
  private var holdsLock = false
  private(set) var table: BatchTable?
  /// The number of the last event before the transaction.
  private var knownEvents: Int64 = 0

  package init(_ store: WritableStore, isBulk: Bool) {
    self.store = store
    self.isBulk = isBulk
  }

  deinit { rollback() }

  /// Runs a body. If it throws, the transaction is rolled back.
  func perform<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try store.queue.inDatabase(body)
    } catch {
      rollback()
      throw StoreError(error, path: store.path)
    }
  }

  /// Begins the transaction, unless it has begun. Call this within `perform`, which rolls back and
  /// releases the lock if it fails.
  ///
  /// - Returns: Whether it began now. If so, the caller must check its assumptions about the store
  ///   again.
  func begin(_ db: Database) throws -> Bool {
    guard !isOpen else { return false }
    try store.lock.acquire(wait: store.lockTimeout)
    holdsLock = true
    // References are valid by construction, and checking each one costs a tenth of an import. The
    // setting cannot be changed within a transaction.
    if store.checksReferences == isBulk {
      try db.execute(sql: "PRAGMA foreign_keys = \(isBulk ? "OFF" : "ON")")
      store.checksReferences = !isBulk
    }
    try db.beginTransaction(.immediate)
    isOpen = true
    try store.requireSameFile()
    knownEvents = try SealedEvent.lastNumber(db)
    if isBulk { table = try store.batchTable(db) }
    try store.staged?.write(db)
    return true
  }

  /// Commits. When this returns, the data is on disk. Does not release the lock.
  func commit(_ db: Database) throws {
    try store.requireSameFile()
    let events = try SealedEvent.fetch(db, after: knownEvents)
    try db.commit()
    isOpen = false
    store.staged?.didCommit()
    store.staged = nil
    store.announce(events)
  }

  /// Commits the writes, if there are any, and releases the lock.
  package func commit() throws(StoreError) {
    guard isOpen else { return }
    try perform(commit)
    release()
    store.checkpoint()
  }

  /// Discards uncommitted writes. Call this within `perform`.
  func abandon(_ db: Database) throws {
    try db.rollback()
    isOpen = false
  }

  /// Lets waiting writers acquire the lock, then acquires it again.
  func yield() throws(StoreError) { try store.lock.yieldToOthers(wait: store.lockTimeout) }

  /// Releases the lock, if the transaction has acquired it.
  func release() {
    if holdsLock { store.lock.release() }
    holdsLock = false
  }

  /// Discards uncommitted writes.
  package func rollback() {
    if isOpen {
      isOpen = false
      store.queue.inDatabase { db in
        // A failed commit may already have rolled back. If rolling back fails, the transaction
        // stays open, and the next one cannot begin.
        if db.isInsideTransaction { try? db.rollback() }
      }
    }
    release()
  }
}

import FormBytes
package import GRDB

/// Writes one replay: errors of stored submissions, in transactions of many batches.
///
/// The replay is invisible until it is finished. If it is interrupted, its rows are deleted when
/// the store is next opened for writing.
package final class ReplayWriter {
  /// The run's id, once its first transaction has begun.
  package private(set) var runID: Int64 = 0

  private let store: WritableStore
  private let transaction: WriteTransaction
  private let start: RunStart
  private var planID: Int64 = 0
  private var blocks = 0
  private var rangeCount = 0
  /// The ranges covered by the run that are not yet written, and the bounds of the run.
  private var ranges: [ClosedRange<Int64>] = []
  private var covered: ClosedRange<Int64>?

  /// Starts a replay.
  package init(_ store: WritableStore, _ start: RunStart) {
    self.store = store
    transaction = WriteTransaction(store, isBulk: true)
    self.start = start
  }

  /// Returns the key of the lock that a replay holds until it ends.
  static func key(of runID: Int64) -> String { "replay/\(runID)" }

  /// Opens the transaction, unless it is open. No other connection can write until the next commit.
  package func begin() throws(StoreError) { try transaction.perform(begin) }

  private func begin(_ db: Database) throws {
    guard try transaction.begin(db) else { return }
    guard runID == 0 else {
      if try db.hasRow(sql: "SELECT 1 FROM run WHERE id = ?", arguments: [runID]) { return }
      throw StoreError.failed(path: store.path, reason: "the replay was removed by another process")
    }
    planID = try WritableStore.planID(db, start)
    runID = try start.insert(db, planID: planID, importID: nil)
    try store.lock.lock(Self.key(of: runID))
  }

  /// Writes the errors of a batch.
  ///
  /// All of its submissions are at or after `first`, the submission with record index 0.
  ///
  /// - Parameter ids: The covered submissions, in ascending order.
  package func append(
    _ batch: PreparedBatch, first: Int64, covering ids: [Int64]
  ) throws(StoreError) {
    try transaction.perform { db in
      try begin(db)
      cover(ids)
      // The last range may still grow.
      if ranges.count > 1 { try insertRanges(db, ranges.dropLast()) }
      try transaction.table?.withBatch(batch) {
        try StoredError.insert(batch, db, runID: runID, first: first)
      }
      try RecordedAnswers.insert(db, batch.answers, runID: runID, first: first)
      if let block = batch.fullBlock { try insert(db, block) }
    }
  }

  /// Writes a block that ends between two batches.
  package func append(_ block: SealedBlock) throws(StoreError) {
    try transaction.perform { db in
      try begin(db)
      try insert(db, block)
    }
  }

  private func cover(_ ids: [Int64]) {
    for id in ids {
      if let last = ranges.last, last.upperBound == id - 1 {
        ranges[ranges.count - 1] = last.lowerBound...id
      } else {
        ranges.append(id...id)
      }
    }
    if let first = ids.first, let last = ids.last {
      covered = min(covered?.lowerBound ?? first, first)...max(covered?.upperBound ?? last, last)
    }
  }

  private func insertRanges(_ db: Database, _ written: ArraySlice<ClosedRange<Int64>>) throws {
    guard let table = transaction.table else { return }
    var numbers: [Int64] = []
    for range in written {
      numbers += [range.lowerBound, range.upperBound, Int64(rangeCount), 0, 0, 0, 0, 0]
      rangeCount += 1
    }
    try table.withNumbers(numbers) {
      try db.cachedStatement(
        sql: """
          INSERT INTO run_range (run, first_submission, last_submission, position)
          SELECT ?, c0, c1, c2 FROM batch_number
          """
      )
      .execute(arguments: [runID])
    }
    ranges.removeFirst(written.count)
  }

  private func insert(_ db: Database, _ block: SealedBlock) throws {
    try block.insert(db, runID: runID, number: blocks)
    blocks += 1
  }

  /// Commits the appended errors, so that other processes can write.
  ///
  /// - Parameter releases: Whether to release the lock until further errors are appended.
  package func commit(releasing releases: Bool = false) throws(StoreError) {
    guard transaction.isOpen else { return }
    try transaction.perform { try transaction.commit($0) }
    if releases { transaction.release() } else { try transaction.yield() }
  }

  /// Discards uncommitted writes. The next writer deletes the committed ones.
  package func rollback() {
    transaction.rollback()
    store.lock.unlock(Self.key(of: runID))
  }

  /// Finishes the replay.
  ///
  /// From then on its verdicts are the current ones.
  ///
  /// - Parameters:
  ///   - imports: The results for each import.
  ///   - claims: The keys of the accepted submissions under rules `unique: ever`, or nil if they
  ///     are unchanged.
  ///   - isStill: Called within the transaction. Returns whether the data that the replay depends
  ///     on is unchanged.
  /// - Returns: The head of the chain, or nil if something has changed. In that case the replay is
  ///   not finished, and the next writer deletes what it committed.
  package func finish(
    _ end: RunEnd, _ imports: some Sequence<ReplayedImportCounts>, lastBlock: SealedBlock?,
    claims: [RuleClaims]?, isStill: (Database) throws -> Bool
  ) throws(StoreError) -> String? {
    let head: [UInt8]? = try transaction.perform { db in
      try begin(db)
      guard try isStill(db), let table = transaction.table else {
        try transaction.abandon(db)
        return nil
      }
      if let lastBlock { try insert(db, lastBlock) }
      try insertRanges(db, ranges[...])
      try end.insert(db, runID: runID, program: start.program)
      try ReplayedImportCounts.insert(db, table, imports: imports, runID: runID)
      try CurrentRangeTable.replace(db, table, runID: runID, planID: planID)
      if let covered { try StatusTable.replay(db, runID: runID, planID: planID, covered) }
      if let claims { try replaceClaims(db, claims) }
      let head = try Ledger.append(
        db, .run, subject: runID, at: end.finishedAt, attribution: start.attribution)
      try transaction.commit(db)
      return head
    }
    store.lock.unlock(Self.key(of: runID))
    transaction.release()
    store.checkpoint()
    return head?.hexadecimal
  }

  /// Replaces the claims according to the new verdicts.
  private func replaceClaims(_ db: Database, _ claims: [RuleClaims]) throws {
    guard covered != nil else { return }
    let ids = try db.mapRows(
      sql: """
        SELECT first_submission, last_submission FROM run_range WHERE run = ?
        ORDER BY first_submission
        """, arguments: [runID]
    ) { try $0.ids() }.joined()
    try Claims.replace(db, ids, by: claims, formID: start.form.definitionID)
  }
}

extension WritableStore {
  /// Deletes the rows of interrupted replays.
  static func deleteLeftovers(_ db: Database, _ lock: WriterLock) throws {
    let runs = try Int64.fetchAll(
      db,
      sql: """
        SELECT r.id FROM run r
        WHERE r.kind = 'replay' AND NOT EXISTS (SELECT 1 FROM run_end e WHERE e.run = r.id)
        """)
    for run in runs {
      // An active replay holds its lock.
      let key = ReplayWriter.key(of: run)
      guard try lock.lock(key) else { continue }
      for table in ["error", "answer", "block", "run_range", "run"] {
        try db.execute(
          sql: "DELETE FROM \(table) WHERE \(table == "run" ? "id" : "run") = ?", arguments: [run])
      }
      lock.unlock(key)
    }
  }
}

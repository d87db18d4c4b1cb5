import FormRules
import GRDB

/// Writes one import, its submissions and their errors, in transactions of many batches.
///
/// Each transaction contains rows, errors, digests and progress. Whenever the process is killed,
/// the store therefore contains complete chunks and their extent. A chunk begins with its first
/// records, so that a commit before the first one writes nothing. Other writers may write between
/// commits, so each transaction checks its assumptions when it begins.
package final class ImportWriter {
  /// The run's id, once its first transaction has begun.
  package private(set) var runID: Int64 = 0
  /// The import's id, once its first transaction has begun.
  package private(set) var importID: Int64 = 0
  /// The number of committed records.
  package var committed: Int { progress.committed }
  /// Whether any records were appended.
  package var hasRecords: Bool { progress.hasRecords }
  /// The number of distinct record keys, once the import has finished.
  package internal(set) var recordKeys = 0

  let store: WritableStore
  let transaction: WriteTransaction
  let start: RunStart
  let importStart: ImportStart
  /// Whether the import is part of a transaction that its owner commits.
  let isPart: Bool
  /// By rule position, whether the rule rejects.
  let rejects: [Bool]
  /// The plan's id.
  private var planID: Int64 = 0
  /// The ids of the submissions without a span. The upper bound is that of the next submission.
  private var newIDs: Range<Int64> = 0..<0
  private var columns: [ImportColumn] = []
  /// Whether columns were added since the views last showed them.
  private var hasNewColumns = false
  /// Whether the records have superseded earlier deliveries, in the last transaction.
  var isEffective = false
  /// The delivery with which records share their cells.
  private var previous: PreviousDelivery?
  private var isPreviousKnown = false
  var progress = ImportProgress()
  private var keys: KeyBuffer
  /// The lines of records that were purged before, if their form notices them.
  package var linesOfPurged: [Int64] { keys.linesOfPurged }

  /// The form's id.
  var formID: Int64 { start.form.definitionID }
  /// The plan's rules.
  var rules: [PlanRule] { start.plan.rules }

  /// Starts an import, or resumes an interrupted one.
  ///
  /// - Parameter whole: A transaction that contains the import, or nil for separate transactions.
  package init(
    _ store: WritableStore, _ start: RunStart, importStart: ImportStart,
    in whole: WriteTransaction? = nil, resuming unfinished: UnfinishedImport? = nil
  ) {
    self.store = store
    isPart = whole != nil
    transaction = whole ?? WriteTransaction(store, isBulk: true)
    self.start = start
    self.importStart = importStart
    rejects = start.plan.rules.map(\.severity.rejects)
    keys = KeyBuffer(start)
    if let unfinished {
      importID = unfinished.importID
      (runID, planID) = (unfinished.run.id, unfinished.run.planID)
      columns = unfinished.columns
      progress = ImportProgress(unfinished)
    }
  }

  /// Writes a batch of submissions with their errors.
  ///
  /// Opens the transaction of the next chunk, unless it is open. No other connection can write
  /// until it is committed. `WritableStore.store` writes the rows of single submissions.
  package func append(_ batch: PreparedBatch) throws(StoreError) {
    if batch.count == 0 { return }
    try transaction.perform { db in
      try begin(db)
      let first = newIDs.upperBound
      if importStart.kind == .file || importStart.kind == .stream {
        try shareCells(of: batch, db)
      }
      try transaction.table?.withBatch(batch) {
        let insert = try db.cachedStatement(
          sql: """
            INSERT INTO submission (line, cells, cells_of)
            SELECT line, cells, cells_of FROM batch_record
            """)
        try insert.execute()
        guard db.changesCount == batch.count,
          db.lastInsertedRowID == first + Int64(batch.count) - 1
        else {
          throw StoreError.failed(path: store.path, reason: "a batch was not written completely")
        }
        try StoredError.insert(batch, db, runID: runID, first: first)
      }
      for malformed in batch.malformed {
        try malformed.insert(db, submission: first + Int64(malformed.record))
      }
      if let table = transaction.table {
        try StatusTable.insertRejected(db, table, batch: batch, rejects: rejects, first: first)
      }
      try RecordedAnswers.insert(db, batch.answers, runID: runID, first: first)
      keys.add(batch, first: first)
      if keys.isLarge { try keys.flush(db) }
      try insertCorrections(batch, first: first, db)
      if !batch.newColumns.isEmpty { try insertColumns(batch.newColumns, db) }
      try progress.add(batch, db, runID: runID)
      newIDs = newIDs.lowerBound..<first + Int64(batch.count)
    }
  }

  /// Determines which records of the batch are stored with the cells of the previous delivery.
  private func shareCells(of batch: PreparedBatch, _ db: Database) throws {
    if !isPreviousKnown {
      isPreviousKnown = true
      previous = try PreviousDelivery(db, formID: formID)
    }
    batch.originals = try previous?.originals(of: batch, in: importID, db) ?? []
    if previous?.isDifferent == true { previous = nil }
  }

  private func insertColumns(_ new: [ImportColumn], _ db: Database) throws {
    for column in new {
      try column.insert(db, import: importID, at: columns.count)
      columns.append(column)
    }
    hasNewColumns = true
  }

  /// Records which submissions the batch corrects.
  private func insertCorrections(
    _ batch: PreparedBatch, first: Int64, _ db: Database
  ) throws {
    if batch.corrects.isEmpty { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO correction (submission, corrects) SELECT ? + key, value FROM json_each(?)
        """
    ).execute(arguments: [first, SQLFragments.jsonArray(of: batch.corrects)])
    try StatusTable.correct(db, batch.corrects)
  }

  func begin(_ db: Database) throws {
    let isNew = try transaction.begin(db)
    if importID == 0 {
      try insertStart(db)
    } else if isNew {
      try progress.requireOwn(db, importID: importID, path: store.path)
      try previous?.reload(db)
    } else {
      return
    }
    let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM submission") ?? 0
    guard (0...Store.largestNumber).contains(last) else {
      throw StoreError.altered("submission number \(last) is out of range")
    }
    newIDs = last + 1..<last + 1
  }

  private func insertStart(_ db: Database) throws {
    planID = try WritableStore.planID(db, start)
    importID = try importStart.insert(db, start)
    runID = try start.insert(db, planID: planID, importID: importID)
    try importStart.externalRun?.insert(db, importID: importID)
    try Ledger.append(
      db, .import, subject: importID, at: start.startedAt, attribution: start.attribution)
    try insertColumns(importStart.columns, db)
    if importStart.kind == .stream {
      try store.lock.lock(FileFingerprint.key(ofStream: importID))
    }
  }

  /// Commits the appended records. A chunk without a record is rolled back: an import exists only
  /// with its first records, whose seal covers it.
  ///
  /// When this returns, the data is on disk.
  ///
  /// - Parameter releases: Whether to release the lock until further records are appended.
  package func commit(releasing releases: Bool = false) throws(StoreError) {
    guard transaction.isOpen else { return }
    guard !newIDs.isEmpty else { return rollback() }
    try transaction.perform { db in
      try commitPart(db)
    }
    if releases { transaction.release() } else { try transaction.yield() }
  }

  /// Replaces a block of the run, whose records have new verdicts.
  func replace(block number: Int, with block: SealedBlock, _ db: Database) throws {
    try progress.replace(block: number, with: block, db, runID: runID)
  }

  /// Discards uncommitted writes. Ends the use of the writer.
  package func rollback() {
    transaction.rollback()
    isEffective = false
    progress.didRollBack()
    keys.removeAll()
  }

  /// Commits the appended records, and `last` with them, as part of the unfinished import.
  func commitPart(_ db: Database, with last: () throws -> Void = {}) throws {
    try writeSpan(db, isFinished: false)
    try progress.write(db, importID: importID, runID: runID, at: importStart.clock())
    try last()
    try transaction.commit(db)
    progress.didCommit()
  }

  func writeSpan(_ db: Database, isFinished: Bool) throws {
    try keys.flush(db)
    if hasNewColumns {
      try ImportColumnTable.show(
        db, import: importID, columns, of: start.bound, state: .unfinished)
      hasNewColumns = false
    }
    if !newIDs.isEmpty {
      try SubmissionSpan(
        ids: ClosedRange(newIDs), importID: importID, firstRecord: Int64(committed) + 1
      ).insert(db, runID: nil, planID: nil)
      newIDs = newIDs.upperBound..<newIDs.upperBound
    }
    if isFinished {
      try db.execute(
        sql: "UPDATE current SET run = ?, plan = ? WHERE import = ?",
        arguments: [runID, planID, importID])
      try ImportColumnTable.setState(db, import: importID, nil)
    }
  }
}

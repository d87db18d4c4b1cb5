import FormRules
import Foundation
import GRDB

/// Writes one import, its submissions and their errors, in transactions of many batches.
///
/// Each transaction contains rows, errors, digests and progress. Whenever the process is killed,
/// the store therefore contains complete chunks and their extent. A chunk begins with its first
/// records, so that a commit before the first one writes nothing. Other writers may write between
/// commits, so each transaction checks its assumptions when it begins.
package final class ImportWriter {
  /// The run's id, once its first transaction has begun.
  package private(set) var run: Int64 = 0
  /// The import's id, once its first transaction has begun.
  package private(set) var importID: Int64 = 0
  /// The number of committed records.
  package var committed: Int { progress.committed }
  /// Whether any records were appended.
  package var hasRecords: Bool { progress.hasRecords }
  /// The number of distinct record keys, once the import has finished.
  package private(set) var recordKeys = 0

  private let store: WritableStore
  let transaction: WriteTransaction
  let start: RunStart
  private let importStart: ImportStart
  /// Whether the import is part of a transaction that its owner commits.
  private let isPart: Bool
  /// By rule position, whether the rule rejects.
  let rejects: [Bool]
  /// The plan's id.
  private var plan: Int64 = 0
  /// The ids of the first submission without a span, and of the next submission.
  private var firstID: Int64 = 0
  private var nextID: Int64 = 0
  private var columns: [PreparedBatch.Column] = []
  /// Whether columns were added since the last commit.
  private var areColumnsNew = false
  /// Whether the records have superseded earlier deliveries, in the last transaction.
  private var isEffective = false
  /// The delivery with which records share their cells.
  private var previous: PreviousDelivery?
  private var isPreviousKnown = false
  var progress = ImportProgress()
  private var keys: KeyBuffer
  /// The lines of records that were purged before, if their form notices them.
  package var linesOfErased: [Int64] { keys.linesOfErased }

  /// The form's id.
  var form: Int64 { start.form.definition }
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
      (importID, run, plan) = (unfinished.importID, unfinished.run, unfinished.plan)
      columns = unfinished.columns
      progress = ImportProgress(unfinished)
    }
  }

  /// Writes a batch of submissions with their errors.
  ///
  /// Opens the transaction of the next chunk, unless it is open. No other connection can write
  /// until it is committed.
  package func append(_ batch: PreparedBatch) throws(StoreError) {
    if batch.count == 0 { return }
    try transaction.perform { db in
      try begin(db)
      let first = nextID
      try shareCells(db, batch)
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
        try StoredError.insert(batch, db, run: run, first: first)
      }
      for malformed in batch.malformed {
        try malformed.insert(db, submission: first + Int64(malformed.record))
      }
      if let table = transaction.table {
        try StatusTable.insertRejected(db, table, batch: batch, rejects: rejects, first: first)
      }
      try RecordedAnswers.insert(db, batch.answers, run: run, first: first)
      keys.add(batch, first: first)
      if keys.isLarge { try keys.flush(db) }
      if !batch.corrects.isEmpty {
        try db.cachedStatement(
          sql: """
            INSERT INTO correction (submission, corrects) SELECT ? + key, value FROM json_each(?)
            """
        ).execute(arguments: [first, Store.jsonArray(of: batch.corrects)])
        try StatusTable.correct(db, batch.corrects)
      }
      if !batch.newColumns.isEmpty { try insert(batch.newColumns, db) }
      try progress.add(batch, db, run: run)
      nextID += Int64(batch.count)
    }
  }

  /// Determines which records are stored with the cells of the previous delivery.
  private func shareCells(_ db: Database, _ batch: PreparedBatch) throws {
    guard importStart.kind == .file || importStart.kind == .stream else { return }
    if !isPreviousKnown {
      isPreviousKnown = true
      previous = try PreviousDelivery(db, form: form)
    }
    batch.originals = try previous?.originals(of: batch, in: importID, db) ?? []
    if previous?.isDifferent == true { previous = nil }
  }

  private func insert(_ new: [PreparedBatch.Column], _ db: Database) throws {
    for column in new {
      try column.insert(db, import: importID, at: columns.count)
      columns.append(column)
    }
    areColumnsNew = true
  }

  private func begin(_ db: Database) throws {
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
    guard (0...Row.largestNumber).contains(last) else {
      throw StoreError.damaged("submission number \(last) is out of range")
    }
    firstID = last + 1
    nextID = firstID
  }

  private func insertStart(_ db: Database) throws {
    plan = try WritableStore.planID(db, start)
    try db.execute(
      sql: """
        INSERT INTO import (form, kind, file_name, path, size, beginning, number, again, source,
          batch, part_of, delimiter, encoding, options, started_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        start.form.definition, importStart.kind.rawValue, importStart.fileName, importStart.path,
        importStart.fingerprint?.size, importStart.fingerprint?.beginning,
        importStart.fingerprint?.number ?? 0,
        importStart.allowsReimport, importStart.source, importStart.batch,
        importStart.firstPart, importStart.delimiter,
        importStart.encoding, importStart.options, start.startedAt,
      ])
    importID = db.lastInsertedRowID
    run = try start.insert(db, plan: plan, importID: importID)
    try importStart.externalRun?.insert(db, importID: importID)
    try Ledger.append(
      db, .import, subject: importID, at: start.startedAt, attribution: start.attribution)
    try insert(importStart.columns, db)
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
    guard nextID > firstID else { return rollback() }
    try transaction.perform { db in
      try commitPart(db)
    }
    if releases { transaction.release() } else { try transaction.yield() }
  }

  /// Replaces a block of the run, whose records have new verdicts.
  func replace(block number: Int, with block: SealedBlock, _ db: Database) throws {
    try progress.replace(block: number, with: block, db, run: run)
  }

  /// Discards uncommitted writes.
  package func rollback() {
    transaction.rollback()
    isEffective = false
    progress.didRollBack()
    keys.removeAll()
  }

  /// Commits the appended records, and `last` with them, as part of the unfinished import.
  private func commitPart(_ db: Database, with last: () throws -> Void = {}) throws {
    try writeSpan(db, isFinished: false)
    try progress.write(db, importID: importID, run: run)
    try last()
    try transaction.commit(db)
    progress.didCommit()
  }

  func writeSpan(_ db: Database, isFinished: Bool) throws {
    try keys.flush(db)
    if areColumnsNew {
      try ImportColumnTable.show(
        db, import: importID, columns, of: start.bound, state: .unfinished)
      areColumnsNew = false
    }
    if nextID > firstID {
      try SubmissionSpan(
        ids: firstID...(nextID - 1), importID: importID, firstRecord: Int64(committed) + 1
      ).insert(db, run: nil, plan: nil)
      firstID = nextID
    }
    if isFinished {
      try db.execute(
        sql: "UPDATE current SET run = ?, plan = ? WHERE import = ?",
        arguments: [run, plan, importID])
      try ImportColumnTable.setState(db, import: importID, nil)
    }
  }

  /// The outcome of an import.
  package enum Outcome: Sendable {
    /// The import is sealed. The value is the head of the chain.
    case finished(head: String)
    /// Another process, or an import under another path, finished the same file in the meantime as
    /// the import with this id.
    ///
    /// The committed part of this import is discarded.
    case known(importID: Int64)
    /// The store already contains the records of the file, as the import with this id.
    ///
    /// One of the two imports contains the whole file, and the other an external run of it.
    /// The committed part of this import is discarded.
    case counted(importID: Int64)
  }

  /// Opens the last transaction, and makes the records supersede earlier deliveries.
  ///
  /// No other process can write until the import has finished.
  ///
  /// - Parameters:
  ///   - sha256: The digest of the whole input.
  ///   - time: The time at which the import ends.
  /// - Returns: The outcome, if the store already contains the records of the input. The import has
  ///   then ended.
  package func takeEffect(sha256: String, at time: String) throws(StoreError) -> Outcome? {
    guard let outcome = try transaction.perform({ try takeEffect($0, sha256, time: time) }) else {
      return nil
    }
    release()
    return outcome
  }

  private func takeEffect(_ db: Database, _ sha256: String, time: String) throws -> Outcome? {
    try begin(db)
    if let earlier = try earlier(db, sha256) {
      guard committed > 0 else {
        try transaction.abandon(db)
        progress.didRollBack()
        return earlier.outcome
      }
      try commitPart(db) {
        try Discard.insert(
          db, importID, at: time,
          attribution: Attribution(by: start.attribution.by, reason: earlier.reason))
      }
      return earlier.outcome
    }
    try writeSpan(db, isFinished: false)
    recordKeys = try RecordKeys.finish(
      db, Store.spans(db, ofImport: importID).joined(), form: form,
      as: importStart.kind == .correction ? .corrections : .records, table: transaction.table)
    isEffective = true
    return nil
  }

  /// Whether another import may have the same file: requested, or because the other one was
  /// retracted.
  private func allowsReimport(_ db: Database, _ sha256: String) throws -> Bool {
    try importStart.allowsReimport
      || !FileImports(db, sha256: sha256, form: form).retracted.isEmpty
  }

  /// Finishes the import: writes counts, the last block and the seal in one commit with the last
  /// records, or leaves the commit to the owner of the transaction.
  package func finish(_ end: RunEnd, _ importEnd: ImportEnd) throws(StoreError) -> Outcome {
    let outcome: Outcome = try transaction.perform { db in
      if !isEffective, let outcome = try takeEffect(db, importEnd.sha256, time: end.finishedAt) {
        return outcome
      }
      try writeSpan(db, isFinished: true)
      try progress.closeBlock(db, run: run)
      try end.insert(db, run: run, program: start.program)
      try db.execute(
        sql: """
          INSERT INTO import_end (
            import, form, again, sha256, size, records, malformed, blank_lines, finished_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          importID, form, try allowsReimport(db, importEnd.sha256), importEnd.sha256,
          importEnd.size,
          end.counts.records, importEnd.malformed, importEnd.blankLines, end.finishedAt,
        ])
      try db.execute(sql: "DELETE FROM progress WHERE import = ?", arguments: [importID])
      try Claims.finish(db, Store.spans(db, ofImport: importID).joined(), form: form)
      let head = try Ledger.append(
        db, .run, subject: run, at: end.finishedAt, attribution: start.attribution)
      if !isPart { try transaction.commit(db) }
      progress.didCommit()
      return .finished(head: head.hexadecimal)
    }
    release()
    return outcome
  }

  /// Releases the lock, unless the owner of the transaction holds it.
  private func release() {
    if isPart { return }
    transaction.release()
    store.checkpoint()
  }
}

extension ImportWriter {
  /// Returns the outcome, with the reason in words, if the records of the import are already
  /// stored.
  private func earlier(
    _ db: Database, _ sha256: String
  ) throws -> (outcome: Outcome, reason: String)? {
    guard !importStart.allowsReimport else { return nil }
    let stored = try FileImports(db, sha256: sha256, form: form)
    if let known = stored.whole.first {
      return (.known(importID: known), "the same file was imported completely as import \(known)")
    }
    let counted =
      if let run = importStart.externalRun {
        try FileImports(db, sha256: run.sha256, form: form).whole.first
      } else {
        stored.externalRuns.first
      }
    return counted.map {
      (.counted(importID: $0), "the records of the same file are stored as import \($0)")
    }
  }
}

extension SealedBlock {
  /// Stores the block of a run.
  func insert(_ db: Database, run: Int64, number: Int) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO block (run, number, records, salt, digest, withdrawn) VALUES (?, ?, ?, ?, ?, x'')
        """
    ).execute(arguments: [run, number, records, Data(salt), Data(digest)])
  }
}

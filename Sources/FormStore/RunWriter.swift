import FormRules
import Foundation
import GRDB

/// Writes one run, and for an import its submissions, in transactions of many batches.
///
/// Each transaction holds rows, errors, digests and progress together, so that after a kill at any
/// instant the store shows whole chunks and says how far they go. Nothing is there before the first
/// commit. Between commits other writers get their turn.
package final class RunWriter {
  /// The run's number, once its first transaction has begun.
  package private(set) var run: Int64 = 0
  /// The import's number, likewise; for a replay nil.
  package private(set) var importID: Int64?
  /// How many records are committed.
  package private(set) var committed: Int

  private let store: Store
  private let lock: WriterLock
  private let start: RunStart
  private let importStart: ImportStart?
  private var table: BatchTable?
  private var pending = 0
  private var inTransaction = false
  private var nextID: Int64 = 0
  private var firstID: Int64 = 0
  private var columnCount: Int
  private var blockCount: Int
  private var partialDigest: [UInt8] = []

  /// Starts a run; for an import with what is known of it.
  package init(_ store: Store, _ start: RunStart, import importStart: ImportStart?)
    throws(StoreError)
  {
    guard let lock = store.lock else {
      throw .unusable(path: store.path, reason: "the store was opened for reading only")
    }
    self.store = store
    self.lock = lock
    self.start = start
    self.importStart = importStart
    committed = 0
    columnCount = 0
    blockCount = 0
  }

  /// Goes on with an import that was broken off.
  package convenience init(
    _ store: Store, _ start: RunStart, resuming unfinished: UnfinishedImport, columns: Int
  ) throws(StoreError) {
    try self.init(store, start, import: nil)
    importID = unfinished.importID
    run = unfinished.run
    committed = unfinished.records
    columnCount = columns
    blockCount = unfinished.records / BlockHasher.size
  }

  /// Writes a batch of an import: submissions with their errors.
  ///
  /// - Returns: the id of its first submission.
  @discardableResult
  package func append(_ batch: PreparedBatch) throws(StoreError) -> Int64 {
    try work { db in
      try begin(db)
      let first = nextID
      try table?.withBatch(batch) {
        let insert = try db.cachedStatement(
          sql: "INSERT INTO submission (line, cells) SELECT line, cells FROM batch_record")
        try insert.execute()
        guard db.changesCount == batch.count else {
          throw StoreError.failed(path: store.path, reason: "a batch was not taken whole")
        }
        if batch.count > 0, db.lastInsertedRowID != first + Int64(batch.count) - 1 {
          throw StoreError.failed(path: store.path, reason: "submission ids are not contiguous")
        }
        try insertErrors(db, batch, first: first)
      }
      try insertRest(db, batch, first: first)
      nextID += Int64(batch.count)
      pending += batch.count
      partialDigest = batch.partialDigest
      return first
    }
  }

  /// Writes the errors of a batch of a replay, whose submissions are there already; all of them are
  /// at or after `first`, and `record` counts from it.
  package func appendErrors(_ batch: PreparedBatch, first: Int64) throws(StoreError) {
    try work { db in
      try begin(db)
      try table?.withBatch(batch) { try insertErrors(db, batch, first: first) }
      if let digest = batch.blockDigest { try insertBlock(db, digest) }
      pending += batch.count
    }
  }

  private func insertErrors(_ db: Database, _ batch: PreparedBatch, first: Int64) throws {
    guard !batch.errors.isEmpty else { return }
    try db.cachedStatement(
      sql: "INSERT INTO error SELECT ?, ? + record, rule, code, arguments FROM batch_error"
    ).execute(arguments: [run, first])
  }

  private func insertRest(_ db: Database, _ batch: PreparedBatch, first: Int64) throws {
    for malformed in batch.malformed {
      try db.cachedStatement(sql: "INSERT INTO malformed VALUES (?, ?, ?, ?, ?)").execute(
        arguments: [
          first + Int64(malformed.record), Data(malformed.raw), malformed.line, malformed.column,
          malformed.byte,
        ])
    }
    for key in batch.uniqueKeys {
      try db.cachedStatement(
        sql: """
          INSERT INTO unique_key SELECT form, ?, ?, ? FROM form_version WHERE id = ?
          ON CONFLICT DO NOTHING
          """
      ).execute(
        arguments: [key.rule, Data(key.hash), first + Int64(key.record), start.form.id])
    }
    try insert(batch.newColumns, db)
    if let digest = batch.blockDigest { try insertBlock(db, digest) }
  }

  private func insertBlock(_ db: Database, _ digest: [UInt8]) throws {
    try db.cachedStatement(sql: "INSERT INTO block VALUES (?, ?, ?)").execute(
      arguments: [run, blockCount, Data(digest)])
    blockCount += 1
  }

  private func insert(_ columns: [PreparedBatch.Column], _ db: Database) throws {
    for column in columns {
      try db.cachedStatement(sql: "INSERT INTO import_column VALUES (?, ?, ?, ?)").execute(
        arguments: [importID, columnCount, column.header, column.field])
      columnCount += 1
    }
  }

  /// Begins a transaction if none is open; the run's first one also makes its rows.
  private func begin(_ db: Database) throws {
    guard !inTransaction else { return }
    try lock.take(wait: store.wait)
    // Every reference below is made by construction; checking each costs a tenth of an import.
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    do {
      try db.beginTransaction(.immediate)
    } catch {
      lock.release()
      throw error
    }
    inTransaction = true
    if table == nil { table = try BatchTable(db) }
    if run == 0 { try insertStart(db) }
    firstID = 1 + (try Int64.fetchOne(db, sql: "SELECT max(id) FROM submission") ?? 0)
    nextID = firstID
  }

  private func insertStart(_ db: Database) throws {
    let plan = try Store.planID(
      db, start.plan, formVersion: start.form.id, ruleSetVersion: start.rules.id)
    if let first = importStart {
      try db.execute(
        sql: """
          INSERT INTO import (form_version, kind, file_name, source, batch, "by", options, started_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          start.form.id, first.kind.rawValue, first.fileName, first.source, first.batch, first.by,
          first.options, start.startedAt,
        ])
      importID = db.lastInsertedRowID
      try insert(first.columns, db)
    }
    try db.execute(
      sql: """
        INSERT INTO run (kind, plan, import, now, given, scenario, "by", program, started_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        start.kind.rawValue, plan, importID, start.now, start.given, start.scenario, start.by,
        ProgramVersion.number, start.startedAt,
      ])
    run = db.lastInsertedRowID
  }

  /// Commits what was appended; when this returns, it is on the disk.
  package func commit() throws(StoreError) {
    guard inTransaction else { return }
    try work { db in
      try writeProgress(db)
      try db.commit()
      ended()
    }
    try lock.yieldToOthers(wait: store.wait)
  }

  /// Throws what was not committed away.
  package func rollback() {
    guard inTransaction else { return }
    _ = try? store.queue.inDatabase { try $0.rollback() }
    inTransaction = false
    lock.release()
  }

  private func writeProgress(_ db: Database) throws {
    guard let importID else { return }
    try insertSpan(db)
    try db.execute(
      sql: """
        INSERT INTO progress VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (import) DO UPDATE SET records = excluded.records, digest = excluded.digest,
          pid = excluded.pid, updated_at = excluded.updated_at
        """,
      arguments: [
        importID, run, committed + pending, partialDigest.hexadecimal, getpid(), Timestamp.now(),
      ])
  }

  private func insertSpan(_ db: Database) throws {
    guard let importID, nextID > firstID else { return }
    try db.execute(
      sql: "INSERT INTO span VALUES (?, ?, ?, ?)",
      arguments: [firstID, nextID - 1, importID, committed + 1])
    try db.execute(
      sql: "INSERT INTO run_range (run, first_submission, last_submission) VALUES (?, ?, ?)",
      arguments: [run, firstID, nextID - 1])
  }

  private func ended() {
    committed += pending
    pending = 0
    inTransaction = false
  }

  /// Ends the run: counts, last block and seal, in one commit with what was appended last.
  ///
  /// - Parameters:
  ///   - ranges: for a replay, the submissions that it covered.
  /// - Returns: the head of the hash chain.
  package func finish(
    _ end: RunEnd, import importEnd: ImportEnd?, lastBlock: [UInt8]?,
    ranges: [ReplayedRange] = []
  ) throws(StoreError) -> String {
    let head = try work { db in
      try begin(db)
      try insertSpan(db)
      for range in ranges {
        try db.execute(
          sql: "INSERT INTO run_range VALUES (?, ?, ?, ?, ?)",
          arguments: [run, range.ids.lowerBound, range.ids.upperBound, range.now, range.given])
      }
      if let lastBlock { try insertBlock(db, lastBlock) }
      let head = try seal(db, end)
      if let importID, let importEnd {
        try db.execute(
          sql: "INSERT INTO import_end VALUES (?, ?, ?, ?, ?, ?, ?)",
          arguments: [
            importID, importEnd.sha256, importEnd.size, end.counts.records, importEnd.malformed,
            importEnd.blankLines, end.finishedAt,
          ])
        try db.execute(sql: "DELETE FROM progress WHERE import = ?", arguments: [importID])
      }
      try db.commit()
      try db.execute(sql: "PRAGMA foreign_keys = ON")
      ended()
      return head
    }
    lock.release()
    store.checkpoint()
    return head
  }

  private func seal(_ db: Database, _ end: RunEnd) throws -> String {
    for count in end.rules {
      try db.execute(
        sql: "INSERT INTO run_rule VALUES (?, ?, ?, ?, ?)",
        arguments: [run, count.rule, count.code, count.failures, count.skipped])
    }
    let previous =
      try String.fetchOne(db, sql: "SELECT head FROM run_end ORDER BY number DESC LIMIT 1") ?? ""
    let blocks = try Data.fetchAll(
      db, sql: "SELECT digest FROM block WHERE run = ? ORDER BY number", arguments: [run])
    let head = RunSeal(
      previous: previous, kind: start.kind.rawValue, program: ProgramVersion.number,
      formDigest: start.form.digest,
      rulesDigest: start.rules.digest, now: start.now, given: start.given, counts: end.counts
    ).head(blocks: blocks.map { Array($0) })
    try db.execute(
      sql: "INSERT INTO run_end VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        run, end.counts.records, end.counts.accepted, end.counts.rejected, end.counts.warned,
        end.counts.errors, end.newlyAccepted, end.newlyRejected,
        end.limits.isEmpty ? nil : JSON.array(end.limits.map(JSON.string)).text, previous, head,
        end.finishedAt,
      ])
    return head
  }

  private func work<Result>(_ body: (Database) throws -> Result) throws(StoreError) -> Result {
    do {
      return try store.queue.inDatabase(body)
    } catch {
      rollback()
      throw StoreError(error, path: store.path)
    }
  }
}

import FormRules
import Foundation
import GRDB

/// The progress of an import: how much of it is written and committed, and its last block.
///
/// Its row in the table `progress` exists from the first commit until the import is finished or
/// discarded. The row identifies the process's own state: if it differs from what this process
/// wrote last, another process continued or discarded the import.
struct ImportProgress {
  /// The number of committed records.
  private(set) var committed = 0
  /// The number of records appended since the last commit.
  private var pending = 0
  /// The last block, not yet full, including everything appended so far.
  private(set) var openBlock: SealedBlock?
  private var seal = ProgressSeal()
  /// The digest of the row as this process last wrote it.
  private var writtenDigest: [UInt8] = []

  init() {}

  /// Continues from the stored progress of an interrupted import.
  init(_ unfinished: UnfinishedImport) {
    committed = unfinished.records
    openBlock = unfinished.openBlock
    writtenDigest = unfinished.openBlock.digest
    for block in unfinished.blocks { seal.add(block) }
  }

  /// Adds a batch, and stores the block that it completes, if any.
  mutating func add(_ batch: PreparedBatch, _ db: Database, runID: Int64) throws {
    if let block = batch.fullBlock { try insert(block, db, runID: runID) }
    openBlock = batch.openBlock
    pending += batch.count
  }

  /// Stores the last block, unless it is empty.
  mutating func closeBlock(_ db: Database, runID: Int64) throws {
    if let openBlock, openBlock.records > 0 { try insert(openBlock, db, runID: runID) }
  }

  private mutating func insert(_ block: SealedBlock, _ db: Database, runID: Int64) throws {
    try block.insert(db, runID: runID, number: seal.blocks)
    seal.add(block)
  }

  /// Replaces the block with this number, whose records have new verdicts.
  ///
  /// The seal still covers the previous digest of a stored block. It must not be written again
  /// unless the import is discarded in the same transaction.
  mutating func replace(
    block number: Int, with block: SealedBlock, _ db: Database, runID: Int64
  ) throws {
    if number == seal.blocks {
      openBlock = block
    } else {
      try db.cachedStatement(sql: "UPDATE block SET digest = ? WHERE run = ? AND number = ?")
        .execute(arguments: [Data(block.digest), runID, number])
    }
  }

  /// Writes the row and its seal, before the appended records are committed.
  mutating func write(_ db: Database, importID: Int64, runID: Int64, at now: Instant) throws {
    guard let openBlock else {
      throw StoreError.altered("a chunk of import \(importID) has no records")
    }
    try db.execute(
      sql: """
        INSERT INTO progress (import, run, records, salt, digest, seal, process, updated_at)
        VALUES (?, ?, ?, ?, ?, zeroblob(32), ?, ?)
        ON CONFLICT (import) DO UPDATE SET records = excluded.records, salt = excluded.salt,
          digest = excluded.digest, process = excluded.process, updated_at = excluded.updated_at
        """,
      arguments: [
        importID, runID, committed + pending, Data(openBlock.salt), Data(openBlock.digest),
        getpid(), now.description,
      ])
    try db.cachedStatement(sql: "UPDATE progress SET seal = ? WHERE import = ?").execute(
      arguments: [Data(try seal.digest(db, importID)), importID])
    writtenDigest = openBlock.digest
  }

  /// Whether any records were appended.
  var hasRecords: Bool { committed + pending > 0 }

  /// Checks that no other process continued, discarded or finished the import, whose first
  /// transaction was committed.
  func requireOwn(_ db: Database, importID: Int64, path: String) throws {
    let isOwn = try db.firstRow(
      sql: "SELECT records, digest FROM progress WHERE import = ?", arguments: [importID]
    ) { row in try row.count(0) == committed && row.bytes(1) == writtenDigest }
    guard isOwn == true else {
      throw StoreError.failed(
        path: path,
        reason: "import \(importID) was continued or discarded by another process; no more records "
          + "were stored by this process")
    }
  }

  /// Counts the appended records as committed.
  mutating func didCommit() {
    committed += pending
    pending = 0
  }

  /// Forgets the appended records.
  mutating func didRollBack() { pending = 0 }
}

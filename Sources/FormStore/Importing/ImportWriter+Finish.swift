import FormBytes
import GRDB

/// Finishes an import: its records supersede earlier deliveries, and the import is sealed.
extension ImportWriter {
  /// The outcome of an import.
  package enum Outcome: Sendable {
    /// The import is sealed. The value is the head of the chain.
    case finished(head: String)
    /// The same file was already imported completely, as the import with this id: by another
    /// process in the meantime, under another path, or as a stream.
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
      db, SubmissionSpan.ranges(db, ofImport: importID).joined(), formID: formID,
      as: importStart.kind == .correction ? .corrections : .records, table: transaction.table)
    isEffective = true
    return nil
  }

  /// Whether another import may have the same file: requested, or because the other one was
  /// retracted.
  private func allowsReimport(_ db: Database, _ sha256: String) throws -> Bool {
    try importStart.allowsReimport
      || !FileImports(db, sha256: sha256, formID: formID).retracted.isEmpty
  }

  /// Finishes the import: writes counts, the last block and the seal in one commit with the last
  /// records, or leaves the commit to the owner of the transaction.
  package func finish(_ end: RunEnd, _ importEnd: ImportEnd) throws(StoreError) -> Outcome {
    let outcome: Outcome = try transaction.perform { db in
      if !isEffective, let outcome = try takeEffect(db, importEnd.sha256, time: end.finishedAt) {
        return outcome
      }
      try writeSpan(db, isFinished: true)
      try progress.closeBlock(db, runID: runID)
      try end.insert(db, runID: runID, program: start.program)
      try importEnd.insert(
        db, of: importID, formID: formID, again: allowsReimport(db, importEnd.sha256), end)
      try db.execute(sql: "DELETE FROM progress WHERE import = ?", arguments: [importID])
      try Claims.finish(db, SubmissionSpan.ranges(db, ofImport: importID).joined(), formID: formID)
      let head = try Ledger.append(
        db, .run, subject: runID, at: end.finishedAt, attribution: start.attribution)
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

  /// Returns the outcome, with the reason in words, if the records of the import are already
  /// stored.
  private func earlier(
    _ db: Database, _ sha256: String
  ) throws -> (outcome: Outcome, reason: String)? {
    guard !importStart.allowsReimport else { return nil }
    let stored = try FileImports(db, sha256: sha256, formID: formID)
    if let known = stored.whole.first {
      return (.known(importID: known), "the same file was imported completely as import \(known)")
    }
    let counted =
      if let run = importStart.externalRun {
        try FileImports(db, sha256: run.sha256, formID: formID).whole.first
      } else {
        stored.externalRuns.first
      }
    return counted.map {
      (.counted(importID: $0), "the records of the same file are stored as import \($0)")
    }
  }
}

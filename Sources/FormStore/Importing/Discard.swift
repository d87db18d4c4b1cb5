import FormBytes
import GRDB

/// Discards unfinished imports.
enum Discard {
  /// Seals the content of an unfinished import, removes it from the table `current`, and releases
  /// its keys.
  ///
  /// - Returns: The head of the chain, or nil if the import is no longer unfinished.
  @discardableResult
  static func insert(
    _ db: Database, _ importID: Int64, at: String, attribution: Attribution
  ) throws -> [UInt8]? {
    guard
      let run = try Int64.fetchOne(
        db, sql: "SELECT run FROM progress WHERE import = ?", arguments: [importID])
    else { return nil }
    let blocks = try SealedBlock.all(db, ofRun: run)
    if let open = try SealedBlock.open(db, ofRun: run, after: blocks), open.records > 0 {
      try open.insert(db, runID: run, number: blocks.count)
    }
    try db.insertRow(into: "discard", ["import": importID])
    let spans = try SubmissionSpan.ranges(db, ofImport: importID)
    try Claims.release(db, spans, formID: Store.formID(db, ofImport: importID))
    for ids in spans { try StatusTable.remove(db, ids) }
    try ImportColumnTable.setState(db, import: importID, .discarded)
    for table in ["current", "progress"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE import = ?", arguments: [importID])
    }
    return try Ledger.append(db, .discard, subject: importID, at: at, attribution: attribution)
  }
}

extension WritableStore {
  /// Discards an unfinished import.
  ///
  /// - Returns: The number of its records, and the head of the chain.
  /// - Throws: `StoreError` if there is no such import, it is not unfinished, or a process is
  ///   writing it.
  package func discard(
    _ importID: Int64, at: String, _ attribution: Attribution
  ) throws(StoreError) -> (records: Int, head: String) {
    guard let summary = try importSummary(importID) else {
      throw .unknownImport(importID)
    }
    guard summary.state == .unfinished else {
      throw .notUnfinished(importID: importID, state: summary.state)
    }
    guard try lock.lock(summary.lockKey) else {
      throw .busy(path: path, process: summary.process, importID: importID)
    }
    defer { lock.unlock(summary.lockKey) }
    let head = try write { db in
      try Discard.insert(db, importID, at: at, attribution: attribution)
    }
    guard let head else {
      // Another process finished or discarded it before this one held its lock.
      throw .notUnfinished(
        importID: importID, state: try importSummary(importID)?.state ?? .discarded)
    }
    return (summary.counts.records, head.hexadecimal)
  }
}

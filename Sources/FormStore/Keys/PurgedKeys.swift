import FormRules
import GRDB

/// The keyed hashes of the keys of purged records, for forms that notice their return.
enum PurgedKeys {
  /// Records the keys of submissions that are purged, before they are deleted.
  static func insert(
    _ db: Database, _ ids: [ClosedRange<Int64>], purge: Int64
  ) throws {
    for list in try KeyList.all(db) where list.isFormKey {
      let isWanted = try Bool.fetchOne(
        db,
        sql: """
          SELECT content ->> '$.erased' IS NOT NULL FROM version WHERE definition = ?
          ORDER BY number DESC LIMIT 1
          """, arguments: [list.formID])
      guard isWanted == true else { continue }
      let insert = try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO erased_key (form, hash, purge) VALUES (?, ?, ?)")
      try KeyPages(list).forEach(db, ids) {
        try insert.execute(arguments: [list.formID, $0.hash, purge])
      }
    }
  }

  /// Returns the keys among some that belong to purged records.
  static func matches(
    _ db: Database, formID: Int64, _ keys: [SubmissionKey]
  ) throws -> [SubmissionKey] {
    let hashes = keys.map { String($0.hash) }.joined(separator: ",")
    let purged = Set(
      try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT hash FROM erased_key
            WHERE form = ? AND hash IN (SELECT value FROM json_each(?))
            """), arguments: [formID, "[\(hashes)]"]))
    return purged.isEmpty ? [] : keys.filter { purged.contains($0.hash) }
  }
}

extension Store {
  /// Returns the lines of the records of a batch that were purged before, if their form notices
  /// them. Dry runs use it; what is written is noticed by `KeyBuffer`.
  ///
  /// - Throws: `StoreError` if the form refuses such a record.
  package func linesOfPurged(
    _ batch: PreparedBatch, of bound: BoundVersions
  ) throws(StoreError) -> [Int64] {
    guard let treatment = bound.latestForm.purgedRecords, !batch.recordKeys.isEmpty else {
      return []
    }
    let keys = batch.recordKeys.map { SubmissionKey(submission: Int64($0.record), hash: $0.hash) }
    let purged = try read { db in
      try PurgedKeys.matches(db, formID: bound.form.definitionID, keys)
    }
    let lines = purged.map { batch.lines[Int($0.submission)] }
    if treatment == .refuse, let line = lines.first { throw .purged(line: line) }
    return lines
  }
}

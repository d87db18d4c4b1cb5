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

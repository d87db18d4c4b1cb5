import GRDB

extension WritableStore {
  /// Records and seals an activity.
  ///
  /// - Parameter detail: A JSON object.
  /// - Returns: The activity's id.
  package func record(
    _ kind: StoredActivity.Kind, subject: Int64? = nil, detail: String, at: String,
    _ attribution: Attribution
  ) throws(StoreError) -> Int64 {
    try write { db in
      try db.cachedStatement(sql: "INSERT INTO activity (kind, subject, detail) VALUES (?, ?, ?)")
        .execute(arguments: [kind.rawValue, subject, detail])
      let id = db.lastInsertedRowID
      try Ledger.append(db, .activity, subject: id, at: at, attribution: attribution)
      return id
    }
  }
}

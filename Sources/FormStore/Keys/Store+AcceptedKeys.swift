import GRDB

extension Store {
  /// Returns whether an accepted and current submission of a form has a key.
  ///
  /// - Parameter key: The key's `Hash128.storedKey`.
  package func hasAcceptedRecord(ofForm formID: Int64, key: Int64) throws(StoreError) -> Bool {
    try readWithoutTransaction { db in
      guard let list = try KeyList.find(db, formID: formID, rule: "") else { return false }
      return try KeyRuns(list).matches(db, [KeyEntry(hash: key, submission: 0)]).contains {
        // Submissions that are rejected or no longer current are exceptions.
        try !db.hasRow(
          sql: "SELECT 1 FROM submission_status WHERE submission = ?", arguments: [$0.submission])
      }
    }
  }
}

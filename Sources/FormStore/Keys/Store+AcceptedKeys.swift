import FormRules
import GRDB

extension Store {
  /// Returns the current submissions of a form, accepted or not, whose records have some of the
  /// keys.
  ///
  /// - Parameter keys: The `Hash128.storedKey`s.
  package func currentSubmissions(
    ofForm name: String, keys: Set<Int64>
  ) throws(StoreError) -> Set<Int64> {
    guard let formID = try version(of: .form, named: name)?.definitionID else { return [] }
    let wanted = keys.sorted().map { KeyEntry(hash: $0, submission: 0) }
    return try read { db -> Set<Int64> in
      guard let list = try KeyList.find(db, formID: formID, rule: "") else { return [] }
      return Set(try KeyRuns(list).matches(db, wanted).map(\.submission))
    }
  }

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

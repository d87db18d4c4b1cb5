import GRDB

/// Consecutive submissions that are consecutive records of an import.
struct SubmissionSpan {
  var ids: ClosedRange<Int64>
  var importID: Int64
  var firstRecord: Int64

  /// Records that these submissions belong to the import: extends the import's last span or adds a
  /// new one.
  ///
  /// Updates the table `current` accordingly.
  func insert(_ db: Database, runID: Int64?, planID: Int64?) throws {
    let (first, last) = (ids.lowerBound, ids.upperBound)
    try db.cachedStatement(
      sql: "UPDATE span SET last_submission = ? WHERE import = ? AND last_submission = ?"
    ).execute(arguments: [last, importID, first - 1])
    if db.changesCount == 0 {
      try db.insertRow(
        into: "span",
        [
          "first_submission": first, "last_submission": last, "import": importID,
          "first_record": firstRecord,
        ])
    }
    try db.cachedStatement(
      sql: """
        UPDATE current SET last_submission = ?
        WHERE import = ? AND last_submission = ? AND run IS ?
        """
    ).execute(arguments: [last, importID, first - 1, runID])
    if db.changesCount == 0 {
      try db.insertRow(
        into: "current",
        [
          "first_submission": first, "last_submission": last, "import": importID,
          "first_record": firstRecord, "run": runID, "plan": planID,
        ])
    }
  }

  /// Returns the spans of an import, in the order of ids.
  static func all(_ db: Database, ofImport id: Int64) throws -> [SubmissionSpan] {
    try db.mapRows(
      sql: """
        SELECT first_submission, last_submission, first_record FROM span WHERE import = ?
        ORDER BY first_submission
        """, arguments: [id]
    ) { try SubmissionSpan(ids: $0.ids(), importID: id, firstRecord: Int64($0.count(2))) }
  }

  /// Returns the submissions of an import, in the order of ids.
  static func ranges(_ db: Database, ofImport id: Int64) throws -> [ClosedRange<Int64>] {
    try db.mapRows(
      sql: """
        SELECT first_submission, last_submission FROM span WHERE import = ?
        ORDER BY first_submission
        """, arguments: [id]
    ) { try $0.ids() }
  }
}

extension Store {
  /// Returns the spans of an import, in the order of ids.
  package func spans(ofImport importID: Int64) throws(StoreError) -> [ClosedRange<Int64>] {
    try read { try SubmissionSpan.ranges($0, ofImport: importID) }
  }
}

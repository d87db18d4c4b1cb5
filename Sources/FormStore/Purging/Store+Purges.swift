import GRDB

extension Store {
  /// Returns the purge that deleted a submission's cells, or nil if the submission has cells.
  package func purge(of submission: Int64) throws(StoreError) -> StoredRemoval? {
    try read { db in
      try StoredRemoval.fetch(
        db, of: .purge,
        subject: """
          SELECT purge FROM purged WHERE first_submission <= ?1 AND last_submission >= ?1
          """, [submission])
    }
  }

  /// Returns the purge of an earlier submission of the same record, or nil.
  package func earlierPurge(of submission: Int64) throws(StoreError) -> StoredRemoval? {
    try read { db in
      guard let list = try KeyList.ofRecord(db, submission),
        let key = try KeyPages(list).key(db, of: submission)
      else { return nil }
      return try StoredRemoval.fetch(
        db, of: .purge, subject: "SELECT purge FROM erased_key WHERE form = ? AND hash = ?",
        [list.formID, key.hash])
    }
  }

  /// Returns whether any submission was purged.
  package func hasPurges() throws(StoreError) -> Bool {
    try read { try !Purge.ranges($0).isEmpty }
  }

  /// Returns the parts of the selected segments that are purged. Their submissions have verdicts,
  /// but no cells.
  package func purgedSegments(
    _ filter: SubmissionFilter
  ) throws(StoreError) -> [VerdictSegment] {
    guard try hasPurges() else { return [] }
    return try purgedParts(of: verdictSegments(filter, withPurged: true))
  }

  /// Returns the parts of segments that are purged.
  package func purgedParts(
    of segments: [VerdictSegment]
  ) throws(StoreError) -> [VerdictSegment] {
    let purged = try read { try Purge.ranges($0) }
    return purged.isEmpty ? [] : segments.parts { $0.intersection(purged) }
  }
}

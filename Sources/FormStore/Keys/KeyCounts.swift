import GRDB

/// Counts of the records of an import whose form has a key.
package struct KeyCounts: Sendable, Equatable {
  /// The number of keys that occur for the first time.
  package var new = 0
  /// The number of records that are a new version of an earlier one.
  package var changed = 0
  /// The number of records that equal an earlier one.
  package var unchanged = 0
  /// The number of rejected submissions that accepted ones of this import superseded.
  package var closed = 0
  /// The number of accepted submissions that rejected ones of this import superseded.
  package var reopened = 0
}

extension Store {
  /// Compares the records of a finished import with earlier deliveries.
  ///
  /// Returns nil if none has a key.
  ///
  /// - Parameter known: The number of distinct keys, or nil to count them.
  package func keyCounts(
    ofImport importID: Int64, distinct known: Int? = nil
  ) throws(StoreError) -> KeyCounts? {
    try read { db in
      let spans = try Self.spans(db, ofImport: importID).joined()
      guard let first = spans.first?.lowerBound, let list = try KeyList.ofRecord(db, first) else {
        return nil as KeyCounts?
      }
      let pages = KeyPages(list)
      var distinct = known ?? 0
      if known == nil {
        try pages.forEachSortedBatch(db, spans) { distinct += $0.distinctHashes }
      }
      if distinct == 0 { return nil as KeyCounts? }
      let (old, new) = (KeyPageReader(pages), KeyPageReader(pages))
      var counts = KeyCounts()
      var (known, same, last): (Int, Bool, Int64) = (0, false, 0)
      for span in spans {
        try db.forEachRow(
          sql: """
            SELECT submission, superseded_by,
              \(Self.isRejected("submission")) AND NOT \(Self.isRejected("superseded_by")),
              \(Self.isRejected("superseded_by")) AND NOT \(Self.isRejected("submission"))
            FROM superseded WHERE superseded_by BETWEEN ? AND ? ORDER BY superseded_by
            """, arguments: [span.lowerBound, span.upperBound]
        ) { row in
          guard let earlier = try old.key(db, of: row.integer(0)),
            let later = try new.key(db, of: row.integer(1))
          else { return }
          if later.submission != last {
            (known, last) = (known + 1, later.submission)
            if same { counts.unchanged += 1 }
            same = false
          }
          if earlier.content == later.content { same = true }
          counts.closed += Int(row.integer(2))
          counts.reopened += Int(row.integer(3))
        }
      }
      if same { counts.unchanged += 1 }
      counts.new = distinct - known
      counts.changed = known - counts.unchanged
      return counts
    }
  }

  /// Returns a condition that is true if a submission with a verdict is rejected.
  private static func isRejected(_ submission: String) -> String {
    "EXISTS (SELECT 1 FROM submission_status x WHERE x.submission = superseded.\(submission) AND rejected = 1)"
  }
}

import GRDB

extension Store {
  /// Returns the submissions that can be purged: those that have cells and belong to no unfinished
  /// import.
  ///
  /// - Parameters:
  ///   - filter: The filter. Its `since` and `run` are ignored.
  ///   - before: Only submissions received before this time are returned.
  package func purgeable(
    _ filter: SubmissionFilter, before: String?
  ) throws(StoreError) -> [ClosedRange<Int64>] {
    try read { try Self.settled($0, filter, before: before).subtracting(Purge.ranges($0)) }
  }

  /// Returns the purged submissions among those selected by the same parameters.
  package func purgedRanges(
    _ filter: SubmissionFilter, before: String?
  ) throws(StoreError) -> [ClosedRange<Int64>] {
    try read { db in
      let purged = try Purge.ranges(db)
      // Returns early, because usually none are purged, and the selection reads every single
      // submission.
      return purged.isEmpty ? [] : try Self.settled(db, filter, before: before).intersection(purged)
    }
  }

  /// Returns the submissions of unfinished imports among those selected by the same parameters.
  package func unfinishedRanges(
    _ filter: SubmissionFilter, before: String?
  ) throws(StoreError) -> [ClosedRange<Int64>] {
    try read { db in
      let unfinished = try db.mapRows(
        sql: """
          SELECT s.first_submission, s.last_submission FROM progress g
          JOIN span s ON s.import = g.import
          JOIN import i ON i.id = g.import
          JOIN definition f ON f.id = i.form
          WHERE (:before IS NULL OR i.started_at < :before) AND \(SubmissionFilter.condition)
          ORDER BY 1
          """, arguments: filter.arguments + ["before": before]
      ) { try $0.ids() }.joined()
      return filter.ids.map { unfinished.intersection($0) } ?? unfinished
    }
  }

  private static func settled(
    _ db: Database, _ filter: SubmissionFilter, before: String?
  ) throws -> [ClosedRange<Int64>] {
    let (first, last) = (filter.ids?.first?.lowerBound, filter.ids?.last?.upperBound)
    let settled = try db.mapRows(
      sql: """
        SELECT s.first_submission, s.last_submission FROM span s
        JOIN import i ON i.id = s.import
        JOIN definition f ON f.id = i.form
        WHERE i.kind <> 'intake' AND (:before IS NULL OR i.started_at < :before)
          AND s.first_submission <= :last AND s.last_submission >= :first
          AND NOT EXISTS (SELECT 1 FROM progress g WHERE g.import = i.id)
          AND \(SubmissionFilter.condition)
        UNION ALL
        SELECT n.submission, n.submission FROM intake_submission n
        JOIN span s ON s.first_submission = \(SQLFragments.rangeStart(of: "n.submission"))
        JOIN import i ON i.id = s.import
        JOIN definition f ON f.id = i.form
        WHERE (:before IS NULL OR n.at < :before) AND n.submission BETWEEN :first AND :last
          AND (:source IS NULL OR n.source = :source) AND \(SubmissionFilter.condition)
        ORDER BY 1
        """,
      arguments: filter.arguments + ["before": before, "first": first ?? 0, "last": last ?? .max]
    ) { try $0.ids() }.joined()
    return filter.ids.map { settled.intersection($0) } ?? settled
  }

  /// The size of the database file, in bytes.
  package func fileSize() throws(StoreError) -> Int {
    try read { db in
      try db.number(sql: "PRAGMA page_size") * db.number(sql: "PRAGMA page_count")
    }
  }
}

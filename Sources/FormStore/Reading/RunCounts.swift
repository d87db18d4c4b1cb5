import GRDB

/// The counts of a run.
package struct RunCounts: Sendable, Equatable, Encodable {
  /// The number of all records.
  package var records = 0
  /// The number of records without an error that rejects.
  package var accepted = 0
  /// The number of records with at least one error that rejects.
  package var rejected = 0
  /// The number of records with a warning, accepted or not.
  package var warned = 0
  /// The number of errors that reject.
  package var errors = 0

  package init(
    records: Int = 0, accepted: Int = 0, rejected: Int = 0, warned: Int = 0, errors: Int = 0
  ) {
    self.records = records
    self.accepted = accepted
    self.rejected = rejected
    self.warned = warned
    self.errors = errors
  }

  /// Decodes the columns with these names.
  init(_ row: StatementRow) throws {
    try self.init(
      records: row["records"], accepted: row["accepted"], rejected: row["rejected"],
      warned: row["warned"], errors: row["errors"])
  }

  package static func += (left: inout RunCounts, right: RunCounts) {
    left.records += right.records
    left.accepted += right.accepted
    left.rejected += right.rejected
    left.warned += right.warned
    left.errors += right.errors
  }
}

extension RunCounts {
  /// Returns the counts of an intake, which never ends, from the results of its run for all of its
  /// submissions.
  static func ofIntake(_ db: Database, importID: Int64, runID: Int64) throws -> RunCounts {
    try db.firstRow(
      sql: """
        SELECT
          (SELECT coalesce(sum(last_submission - first_submission + 1), 0) FROM span
            WHERE import = ?1),
          count(DISTINCT CASE WHEN \(SQLFragments.rejects("p")) THEN e.submission END),
          count(DISTINCT CASE WHEN p.severity = 'warning' THEN e.submission END),
          count(CASE WHEN \(SQLFragments.rejects("p")) THEN 1 END)
        FROM error e
        JOIN run r ON r.id = e.run
        JOIN plan_rule p ON p.plan = r.plan AND p.position = e.rule
        WHERE e.run = ?2
        """, arguments: [importID, runID]
    ) { row in
      let (records, rejected) = try (row.count(0), row.count(1))
      return try RunCounts(
        records: records, accepted: records - rejected, rejected: rejected, warned: row.count(2),
        errors: row.count(3))
    } ?? RunCounts()
  }
}

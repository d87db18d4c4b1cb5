/// The submissions that later deliveries of the same records supersede (table `superseded`).
///
/// A row is a range, so that a table that is delivered again in the same order takes one row for
/// several thousand records.
enum SupersededTable {
  /// The largest number of submissions in a range. Ranges end before ids that are multiples of it.
  static let longestRange: Int64 = 4_096

  /// Returns an expression for what supersedes a submission, NULL if nothing does.
  ///
  /// SQLite searches by the bounds, DuckDB by the equality.
  static func superseder(of id: String) -> String {
    """
    (SELECT CASE WHEN x.last_submission >= \(id)
        THEN x.superseded_by + \(id) - x.first_submission END
      FROM superseded x
      WHERE x.first_submission >> 12 = \(id) >> 12
        AND x.first_submission BETWEEN \(id) >> 12 << 12 AND \(id)
      ORDER BY x.first_submission DESC LIMIT 1)
    """
  }

  /// Returns a condition that is true if a submission is superseded, otherwise false.
  static func contains(_ id: String) -> String { "(\(superseder(of: id)) IS NOT NULL)" }

  /// Returns an expression for the last submission that a submission supersedes, NULL if there is
  /// none.
  static func lastSuperseded(by id: String) -> String {
    """
    (SELECT max(x.first_submission + \(id) - x.superseded_by) FROM superseded x
      WHERE x.superseded_by BETWEEN \(id) - \(longestRange - 1) AND \(id)
        AND x.superseded_by + x.last_submission - x.first_submission >= \(id))
    """
  }
}

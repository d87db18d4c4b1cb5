import GRDB

/// A stored error.
package struct StoredError: Sendable, Equatable {
  package var submission: Int64
  /// The rule's position in the plan; 0 is the reader.
  package var rule: Int
  /// The code, or nil for the rule's default.
  package var code: String?
  /// A JSON object, or nil.
  package var arguments: String?

  package init(submission: Int64, rule: Int, code: String?, arguments: String?) {
    self.submission = submission
    self.rule = rule
    self.code = code
    self.arguments = arguments
  }
}

extension StoredError {
  /// Returns the first errors of a run for a range of submissions, as `Store.errors` does.
  static func fetch(
    _ db: Database, runID: Int64, _ ids: ClosedRange<Int64>, maximum: Int = .max
  ) throws -> (errors: [StoredError], end: Int64?) {
    var errors: [StoredError] = []
    var end: Int64?
    try db.forEachRow(
      sql: """
        SELECT submission, rule, code, arguments FROM error
        WHERE run = ? AND submission BETWEEN ? AND ? ORDER BY submission, rule
        """, arguments: [runID, ids.lowerBound, ids.upperBound], while: { end == nil }
    ) { row in
      let submission = try row.integer(0)
      if errors.count >= maximum, errors.last?.submission != submission {
        end = submission
        return
      }
      errors.append(
        try StoredError(
          submission: submission, rule: Int(row.integer(1)), code: row.optionalText(2),
          arguments: row.optionalText(3)))
    }
    return (errors, end)
  }
}

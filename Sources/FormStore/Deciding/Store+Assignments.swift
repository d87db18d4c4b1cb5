import FormRules
import GRDB

/// An assignment of the open failures of a submission to an operator.
public struct StoredAssignment: Sendable, Encodable {
  /// The operator, or nil for nobody.
  public var assignee: String?
  /// The reason, if given.
  public var reason: String?
  /// The operator who assigned them.
  public var by: String
  /// The time of the assignment (RFC 3339 in UTC).
  public var at: String

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["assignee": assignee, "at": at, "by": by, "reason": reason])
  }
}

extension Store {
  /// Returns the assignee of each submission that has one. Of the assignments of a correction and
  /// of the submissions that it corrects, the last one counts.
  ///
  /// Reads all assignments.
  package func assignees() throws(StoreError) -> [Int64: String] {
    try read { db in
      try db.dictionary(
        sql: """
          WITH RECURSIVE
            held (submission, assignment) AS (
              SELECT submission, max(assignment) FROM assigned GROUP BY submission
              UNION
              SELECT c.submission, h.assignment FROM held h
              JOIN effective_correction c ON c.corrects = h.submission),
            last (submission, assignment) AS (
              SELECT submission, max(assignment) FROM held GROUP BY submission)
          SELECT l.submission, a.assignee FROM last l JOIN assignment a ON a.id = l.assignment
          WHERE a.assignee IS NOT NULL
          """
      ) { try ($0.integer(0), $0.text(1)) }
    }
  }

  /// Returns the assignments of a submission and of those that it corrects, oldest first. The last
  /// one is in effect.
  package func assignments(of submission: Int64) throws(StoreError) -> [StoredAssignment] {
    try read { db in
      try db.mapRows(
        sql: """
          \(Store.correctedSubmissions)
          SELECT a.assignee, e.reason, e."by", e.at FROM chain h
          JOIN assigned d ON d.submission = h.id
          JOIN assignment a ON a.id = d.assignment
          JOIN event e ON e.kind = 'assignment' AND e.subject = a.id
          ORDER BY a.id
          """, arguments: [submission]
      ) {
        try StoredAssignment(
          assignee: $0.optionalText(0), reason: $0.optionalText(1), by: $0.text(2), at: $0.text(3))
      }
    }
  }
}

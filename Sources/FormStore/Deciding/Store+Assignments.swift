import GRDB

/// An assignment of a submission.
package struct StoredAssignment: Sendable {
  /// The operator, or nil for nobody.
  package var assignee: String?
  package var reason: String?
  package var by: String
  package var at: String
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
      ) { ($0.integer(0), $0.text(1) ?? "") }
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
        StoredAssignment(
          assignee: $0.text(0), reason: $0.text(1), by: $0.text(2) ?? "", at: $0.text(3) ?? "")
      }
    }
  }
}

extension WritableStore {
  /// Records and seals an assignment.
  ///
  /// The caller must hold the writer lock since it looked up the submissions.
  ///
  /// - Parameters:
  ///   - submissions: Different submissions.
  ///   - assignee: The operator, or nil for nobody.
  /// - Returns: The assignment's id, and the head of the chain.
  package func assign(
    _ submissions: [Int64], to assignee: String?, at: String, _ attribution: Attribution
  ) throws(StoreError) -> (assignment: Int64, head: String) {
    try write { db in
      try db.execute(sql: "INSERT INTO assignment (assignee) VALUES (?)", arguments: [assignee])
      let assignment = db.lastInsertedRowID
      let insertion = try db.cachedStatement(
        sql: "INSERT INTO assigned (assignment, submission) VALUES (?, ?)")
      for submission in submissions { try insertion.execute(arguments: [assignment, submission]) }
      let head = try Ledger.append(
        db, .assignment, subject: assignment, at: at, attribution: attribution)
      return (assignment, head.hexadecimal)
    }
  }
}

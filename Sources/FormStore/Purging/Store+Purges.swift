import GRDB

/// What an operator did for a reason: a purge or a retraction.
package struct StoredAct: Sendable {
  package var reason: String
  package var by: String
  package var at: String
}

extension Store {
  /// Returns the purge that deleted a submission's cells, or nil if the submission has cells.
  package func purge(of submission: Int64) throws(StoreError) -> StoredAct? {
    try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT e.reason, e."by", e.at FROM purged p
          JOIN event e ON e.kind = 'purge' AND e.subject = p.purge
          WHERE p.first_submission <= ?1 AND p.last_submission >= ?1
          """,
        arguments: [submission]
      ).map { try StoredAct(reason: $0[0], by: $0[1], at: $0[2]) }
    }
  }

  /// Returns whether any submission was purged.
  package func hasPurges() throws(StoreError) -> Bool {
    try read { try !Purge.ranges($0).isEmpty }
  }

  /// Returns whether the last recorded event is a purge.
  package func endsWithPurge() throws(StoreError) -> Bool {
    try read { db in
      try db.mapRows(sql: "SELECT kind FROM event ORDER BY number DESC LIMIT 1") { $0.text(0) }
        .first == EventKind.purge.rawValue
    }
  }

  /// Returns how many of the selected submissions are purged.
  package func purgedCount(_ filter: SubmissionFilter) throws(StoreError) -> Int {
    try purgedRanges(filter, before: nil).reduce(0) { $0 + $1.count }
  }
}

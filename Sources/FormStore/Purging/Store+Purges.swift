import GRDB

/// What an operator did for a reason: a purge or a retraction.
package struct StoredAct: Sendable {
  package var reason: String
  package var by: String
  package var at: String

  /// Returns the act of an event.
  ///
  /// - Parameter subject: A query for the subject of the event.
  static func fetch(
    _ db: Database, of kind: EventKind, subject: String, _ arguments: StatementArguments
  ) throws -> StoredAct? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT reason, "by", at FROM event
        WHERE kind = '\(kind.rawValue)' AND subject = (\(subject))
        """, arguments: arguments
    ).map { try StoredAct(reason: $0[0], by: $0[1], at: $0[2]) }
  }
}

extension Store {
  /// Returns the purge that deleted a submission's cells, or nil if the submission has cells.
  package func purge(of submission: Int64) throws(StoreError) -> StoredAct? {
    try read { db in
      try StoredAct.fetch(
        db, of: .purge,
        subject: """
          SELECT purge FROM purged WHERE first_submission <= ?1 AND last_submission >= ?1
          """, [submission])
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

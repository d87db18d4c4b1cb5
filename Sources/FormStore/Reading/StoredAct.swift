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
      db.cachedStatement(
        sql: """
          SELECT reason, "by", at FROM event
          WHERE kind = '\(kind.rawValue)' AND subject = (\(subject))
          """), arguments: arguments
    ).map { try StoredAct(reason: $0[0], by: $0[1], at: $0[2]) }
  }
}

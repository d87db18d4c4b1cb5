import GRDB

/// A purge or a retraction, with its operator and reason.
public struct StoredRemoval: Sendable, Encodable {
  /// The time (RFC 3339 in UTC).
  public var at: String
  /// The operator.
  public var by: String
  /// The reason.
  public var reason: String

  /// Returns the removal of an event.
  ///
  /// - Parameter subject: A subquery for the subject of the event.
  static func fetch(
    _ db: Database, of kind: EventKind, subject: String, _ arguments: StatementArguments
  ) throws -> StoredRemoval? {
    try db.firstRow(
      sql: """
        SELECT at, "by", reason FROM event
        WHERE kind = '\(kind.rawValue)' AND subject = (\(subject))
        """, arguments: arguments
    ) { try StoredRemoval(at: $0.text(0), by: $0.text(1), reason: $0.text(2)) }
  }
}

import FormHashing
import FormRules
import GRDB

/// A comment on a submission.
public struct StoredComment: Sendable, Encodable {
  /// The submission.
  public var submissionID: Int64
  /// The rule of the failure, or nil if the comment is about the submission.
  public var rule: String?
  /// The text, or nil if it was purged with its submission.
  public var text: String?
  /// The author.
  public var by: String
  /// The time of the comment (RFC 3339 in UTC).
  public var at: String

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "rule": rule, "text": text, "by": by, "at": at,
    ])
  }

  /// The digest of a text with its salt, which an event seals in place of the text.
  static func digest(salt: [UInt8], text: [UInt8]) -> [UInt8] { Digest.of(salt + text) }

  /// Returns a comment whose text or salt differs from what was sealed, unless its submission is
  /// purged.
  ///
  /// - Parameter ids: The submissions.
  static func altered(
    _ db: Database, _ ids: ClosedRange<Int64> = .min ... .max
  ) throws -> Int64? {
    var altered: Int64?
    try db.forEachRow(
      sql: """
        SELECT id, salt, CAST(text AS BLOB), digest FROM comment
        WHERE submission BETWEEN ? AND ? AND NOT \(Purge.isPurged("submission"))
        """, arguments: [ids.lowerBound, ids.upperBound], while: { altered == nil }
    ) { row in
      let id = try row.integer(0)
      if digest(salt: row.bytes(1), text: row.bytes(2)) != row.bytes(3) { altered = id }
    }
    return altered
  }
}

extension Store {
  /// Returns the comments on a submission and on those that it corrects, oldest first.
  package func comments(on submission: Int64) throws(StoreError) -> [StoredComment] {
    try read { db in
      try db.mapRows(
        sql: """
          \(Store.correctedSubmissions)
          SELECT c.submission, c.rule, c.text, length(c.salt) > 0, e."by", e.at
          FROM chain h JOIN comment c ON c.submission = h.id
          JOIN event e ON e.kind = 'comment' AND e.subject = c.id
          ORDER BY c.id
          """, arguments: [submission]
      ) { row in
        try StoredComment(
          submissionID: row.integer(0), rule: row.optionalText(1),
          text: row.integer(3) == 1 ? row.text(2) : nil, by: row.text(4), at: row.text(5))
      }
    }
  }

  /// The start of a statement: `chain` has the id of a submission, the only argument, and those of
  /// the submissions that it corrects.
  static let correctedSubmissions = """
    WITH RECURSIVE chain (id) AS (
      SELECT ?
      UNION SELECT c.corrects FROM chain h JOIN correction c ON c.submission = h.id)
    """
}

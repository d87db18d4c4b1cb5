import GRDB

/// Erasing the cells of submissions permanently.
///
/// Their numbers, lines, verdicts, errors and sources remain, and a new seal covers what remains.
/// The statements are here because most reads need them.
enum Purge {
  /// Returns the purged submissions, in order.
  static func ranges(_ db: Database) throws -> [ClosedRange<Int64>] {
    try db.mapRows(
      sql: "SELECT first_submission, last_submission FROM purged ORDER BY first_submission"
    ) { try $0.ids() }
  }

  /// Returns a condition that is true if a submission is purged.
  static func isPurged(_ submission: String) -> String {
    """
    EXISTS (SELECT 1 FROM purged
      WHERE first_submission = \(SQLFragments.rangeStart(of: submission, in: "purged"))
        AND last_submission >= \(submission))
    """
  }

  /// Returns the same condition, or a false one if nothing was purged, which saves a search for
  /// each row.
  static func isPurged(_ db: Database, _ submission: String) throws -> String {
    try db.hasRow(sql: "SELECT 1 FROM purged") ? isPurged(submission) : "FALSE"
  }

  static func contains(_ db: Database, _ submission: Int64) throws -> Bool {
    try db.hasRow(sql: "SELECT 1 WHERE \(isPurged("?1"))", arguments: [submission])
  }

  /// Returns the blocks of a run. Those that a purge changed have their latest seed and root.
  static func resealed(
    _ db: Database, _ blocks: [SealedBlock], ofRun runID: Int64
  ) throws -> [SealedBlock] {
    var blocks = blocks
    try db.forEachRow(
      sql: "SELECT number, salt, digest FROM resealed WHERE run = ? ORDER BY purge",
      arguments: [runID]
    ) { row in
      let number = Int(try row.integer(0))
      guard blocks.indices.contains(number) else { return }
      blocks[number] = SealedBlock(
        records: blocks[number].records, salt: row.bytes(1), digest: row.bytes(2))
    }
    return blocks
  }
}

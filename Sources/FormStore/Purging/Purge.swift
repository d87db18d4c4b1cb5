import GRDB

/// Erases the cells of submissions permanently.
///
/// Their numbers, lines, verdicts, errors and sources remain, and a new seal covers what remains.
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
      WHERE first_submission = (
        SELECT max(first_submission) FROM purged WHERE first_submission <= \(submission))
        AND last_submission >= \(submission))
    """
  }

  /// Returns the same condition, or a false one if nothing was purged, which saves a search for
  /// each row.
  static func isPurged(_ db: Database, _ submission: String) throws -> String {
    try db.number(sql: "SELECT EXISTS (SELECT 1 FROM purged)") == 1
      ? isPurged(submission) : "FALSE"
  }

  static func contains(_ db: Database, _ submission: Int64) throws -> Bool {
    return try db.mapRows(
      sql: "SELECT \(isPurged("?1"))", arguments: [submission]
    ) { $0.integer(0) == 1 }.first == true
  }

  /// Returns the blocks of a run. Those that a purge changed have their latest seed and root.
  static func resealed(
    _ db: Database, _ blocks: [SealedBlock], ofRun run: Int64
  ) throws -> [SealedBlock] {
    var blocks = blocks
    try db.forEachRow(
      sql: "SELECT number, salt, digest FROM resealed WHERE run = ? ORDER BY purge",
      arguments: [run]
    ) { row in
      guard blocks.indices.contains(Int(row.integer(0))) else { return }
      let number = Int(row.integer(0))
      blocks[number] = SealedBlock(
        records: blocks[number].records, salt: row.bytes(1), digest: row.bytes(2))
    }
    return blocks
  }

  /// Returns a problem if a purged submission has content again.
  static func problem(_ db: Database) throws -> StoreProblem? {
    for (table, submission, isThere) in [
      ("submission", "id", "x.cells <> '[]'"), ("malformed", "submission", "x.raw <> x''"),
      ("answer", "submission", "TRUE"),
      ("comment", "submission", "x.text <> '' OR x.salt <> x''"),
      ("intake_submission", "submission", "length(x.salt) > 0 OR x.idempotency_key IS NOT NULL"),
    ] {
      let row = try Int64.fetchOne(
        db,
        sql: """
          SELECT x.\(submission) FROM purged p CROSS JOIN \(table) x
          WHERE x.\(submission) BETWEEN p.first_submission AND p.last_submission AND (\(isThere)) LIMIT 1
          """)
      if let row {
        return StoreProblem(
          .content, table: table, row: row,
          "submission \(row) was purged, but \(table) still contains data of it")
      }
    }
    let salted = try Int64.fetchOne(
      db,
      sql: """
        SELECT r.run FROM resealed r WHERE length(r.salt) > 0 AND EXISTS (
          SELECT 1 FROM resealed x
          WHERE x.run = r.run AND x.number = r.number AND x.purge > r.purge) LIMIT 1
        """)
    if let salted {
      return StoreProblem(
        .content, table: "resealed", run: salted,
        "a block of run \(salted) was sealed again by a purge but has its old salt")
    }
    return nil
  }

  /// Deletes the values of the submissions and everything that identifies them.
  static func delete(_ db: Database, _ ids: ClosedRange<Int64>) throws {
    for sql in [
      "UPDATE submission SET cells = '[]' WHERE id BETWEEN ? AND ?",
      "UPDATE malformed SET raw = x'' WHERE submission BETWEEN ? AND ?",
      """
      UPDATE intake_submission SET salt = x'', idempotency_key = NULL
      WHERE submission BETWEEN ? AND ?
      """,
      "DELETE FROM answer WHERE submission BETWEEN ? AND ?",
      "UPDATE comment SET text = '', salt = x'' WHERE submission BETWEEN ? AND ?",
    ] {
      try db.cachedStatement(sql: sql).execute(arguments: [ids.lowerBound, ids.upperBound])
    }
    try StatusTable.purge(db, ids)
  }

  /// Returns the size in bytes of the cells of the submissions.
  static func size(_ db: Database, _ ids: ClosedRange<Int64>) throws -> Int {
    let statement = try db.cachedStatement(
      sql: "SELECT sum(length(CAST(cells AS BLOB))) FROM submission WHERE id BETWEEN ? AND ?")
    return try Int.fetchOne(statement, arguments: [ids.lowerBound, ids.upperBound]) ?? 0
  }

  /// Deletes the samples of index rows that ANALYZE creates in some builds of SQLite.
  ///
  /// The planner uses the other statistics until ANALYZE runs again.
  static func deleteSamples(_ db: Database) throws {
    if try db.tableExists("sqlite_stat4") { try db.execute(sql: "DELETE FROM sqlite_stat4") }
  }
}

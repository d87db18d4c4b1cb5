import GRDB

extension Purge {
  /// Deletes the values of the submissions and everything that identifies them.
  static func delete(_ db: Database, _ ids: ClosedRange<Int64>) throws {
    for sql in [
      "UPDATE submission SET cells = '[]', cells_of = NULL WHERE id BETWEEN ? AND ?",
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
      sql: """
        SELECT sum(length(CAST(cells AS BLOB))) FROM submission_content WHERE id BETWEEN ? AND ?
        """)
    return try Int.fetchOne(statement, arguments: [ids.lowerBound, ids.upperBound]) ?? 0
  }

  /// Deletes the samples of index rows that ANALYZE creates in some builds of SQLite.
  ///
  /// The planner uses the other statistics until ANALYZE runs again.
  static func deleteSamples(_ db: Database) throws {
    if try db.tableExists("sqlite_stat4") { try db.execute(sql: "DELETE FROM sqlite_stat4") }
  }
}

import GRDB

extension Purge {
  /// Returns a problem if a purged submission has content again.
  static func problem(_ db: Database) throws -> StoreProblem? {
    for (table, submission, isThere) in [
      ("submission", "id", "x.cells IS NOT '[]'"), ("malformed", "submission", "x.raw <> x''"),
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
        .content, table: "resealed", runID: salted,
        "a block of run \(salted) was sealed again by a purge but has its old salt")
    }
    return nil
  }
}

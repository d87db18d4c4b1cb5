import GRDB

extension Store {
  /// Returns the runs over submissions of a form, or of all forms, newest first.
  package func runs(form: String?, limit: Int) throws(StoreError) -> [RunSummary] {
    try runSummaries(where: "?1 IS NULL OR f.name = ?1", [form], limit: limit)
  }

  /// Returns the numbers of imports and runs that `imports` and `runs` return for a form, or for
  /// all forms, without a limit.
  package func listedCounts(
    form: String?
  ) throws(StoreError) -> (imports: Int, runs: Int) {
    try read { db in
      try db.firstRow(
        sql: """
          SELECT
            (SELECT count(*) FROM import WHERE part_of IS NULL AND form IN (
              SELECT id FROM definition WHERE kind = 'form' AND (?1 IS NULL OR name = ?1))),
            (SELECT count(*) FROM run r
              WHERE (r.kind = 'intake' OR EXISTS (SELECT 1 FROM run_end e WHERE e.run = r.id)
                OR EXISTS (SELECT 1 FROM progress p WHERE p.run = r.id))
                AND r.plan IN (
                  SELECT l.id FROM plan l
                  JOIN version v ON v.id = l.form_version
                  JOIN definition f ON f.id = v.definition
                  WHERE ?1 IS NULL OR f.name = ?1))
          """, arguments: [form]
      ) { try (imports: $0.count(0), runs: $0.count(1)) } ?? (0, 0)
    }
  }

  /// Returns the run with an id.
  package func runSummary(_ id: Int64) throws(StoreError) -> RunSummary? {
    try runSummaries(where: "r.id = ?1", [id], limit: 1).first
  }

  private func runSummaries(
    where condition: String, _ arguments: StatementArguments, limit: Int
  ) throws(StoreError) -> [RunSummary] {
    try read { db in
      var summaries = try db.mapRows(
        sql: """
          SELECT \(RunSummary.columns), o."by", o.reason, r.started_at
          -- This order lets the query end at the limit without sorting.
          FROM run r
          \(RunSummary.joins)
          WHERE (e.run IS NOT NULL OR p.run IS NOT NULL OR r.kind = 'intake') AND (\(condition))
          ORDER BY r.id DESC LIMIT ?
          """, arguments: arguments + [limit], RunSummary.init(row:))
      for index in summaries.indices { try summaries[index].countIntake(db) }
      return summaries
    }
  }
}

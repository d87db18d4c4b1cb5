import Foundation
import GRDB

/// A summary of a run.
package struct RunSummary: Sendable {
  package var run: Int64
  package var kind: RunKind
  /// The import that it judged, if any.
  package var importID: Int64?
  package var form: String
  package var formVersion: Int
  package var rules: String
  package var rulesVersion: Int
  /// The operator of the run, and the reason.
  package var attribution: Attribution
  package var startedAt: String
  /// Nil while it is unfinished.
  package var finishedAt: String?
  package var counts: RunCounts
  /// For a replay, the changes relative to the previous verdicts.
  package var newlyAccepted: Int?
  package var newlyRejected: Int?
  package var head: String?

  init(row: Row) throws {
    run = try row["run"]
    kind = try row["kind"]
    importID = try row["import"]
    form = try row["form"]
    formVersion = try row["form_version"]
    rules = try row["rules"]
    rulesVersion = try row["rules_version"]
    attribution = try Attribution(row)
    startedAt = try row["started_at"]
    finishedAt = try row["finished_at"]
    counts = try RunCounts(row)
    newlyAccepted = try row["newly_accepted"]
    newlyRejected = try row["newly_rejected"]
    head = try (row["head"] as Data?)?.hexadecimal
  }
}

extension Store {
  /// Returns the runs over submissions of a form, or of all forms, newest first.
  package func runs(form: String? = nil, limit: Int) throws(StoreError) -> [RunSummary] {
    try runSummaries(where: "?1 IS NULL OR f.name = ?1", [form], limit: limit)
  }

  /// Returns the numbers of imports and runs that `imports` and `runs` return for a form, or for
  /// all forms, without a limit.
  package func listedCounts(
    form: String? = nil
  ) throws(StoreError) -> (imports: Int, runs: Int) {
    try read { db in
      let row = try Row.fetchOne(
        db,
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
          """,
        arguments: [form])
      return (try row?[0] ?? 0, try row?[1] ?? 0)
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
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT r.id AS run, r.kind, r.import, f.name AS form, fv.number AS form_version,
            s.name AS rules, v.number AS rules_version, o."by", o.reason, r.started_at, e.finished_at,
            coalesce(e.records, p.records, 0) AS records, coalesce(e.accepted, 0) AS accepted,
            coalesce(e.rejected, 0) AS rejected, coalesce(e.warned, 0) AS warned,
            coalesce(e.errors, 0) AS errors, e.newly_accepted, e.newly_rejected, o.head
          -- This order lets the query end at the limit without sorting.
          FROM run r
          CROSS JOIN plan l ON l.id = r.plan
          \(SQL.versionsOfPlan)
          LEFT JOIN run_end e ON e.run = r.id
          LEFT JOIN event o ON o.kind = 'run' AND o.subject = r.id
          LEFT JOIN progress p ON p.run = r.id
          WHERE (e.run IS NOT NULL OR p.run IS NOT NULL OR r.kind = 'intake') AND (\(condition))
          ORDER BY r.id DESC LIMIT \(limit)
          """,
        arguments: arguments)
      return try rows.map { row in
        var summary = try RunSummary(row: row)
        if summary.kind == .intake, let importID = summary.importID {
          summary.counts = try RunCounts.ofIntake(db, importID: importID, run: summary.run)
        }
        return summary
      }
    }
  }
}

import Foundation
import GRDB

/// A summary of a run.
package struct RunSummary: Sendable {
  package var runID: Int64
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

  /// The columns of a summary except `by`, `reason` and `started_at`.
  static let columns = """
    r.id AS run, r.kind AS run_kind, r.import, f.name AS form, fv.number AS form_version,
    s.name AS rules, v.number AS rules_version, e.finished_at,
    coalesce(e.records, p.records, 0) AS records, coalesce(e.accepted, 0) AS accepted,
    coalesce(e.rejected, 0) AS rejected, coalesce(e.warned, 0) AS warned,
    coalesce(e.errors, 0) AS errors, e.newly_accepted, e.newly_rejected, o.head
    """
  /// Joins the tables of `columns` to the table `run`.
  static let joins = """
    CROSS JOIN plan l ON l.id = r.plan
    \(SQLFragments.versionsOfPlan)
    LEFT JOIN run_end e ON e.run = r.id
    LEFT JOIN event o ON o.kind = 'run' AND o.subject = r.id
    LEFT JOIN progress p ON p.import = r.import
    """

  init(row: StatementRow) throws {
    runID = try row["run"]
    kind = try row["run_kind"]
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

  /// Counts the submissions of an intake, whose run has no end.
  mutating func countIntake(_ db: Database) throws {
    if kind == .intake, let importID {
      counts = try RunCounts.ofIntake(db, importID: importID, runID: runID)
    }
  }
}

import FormBytes
import FormRules
import Foundation
import GRDB

/// A summary of a run.
public struct RunSummary: Sendable, Encodable {
  /// The run's number.
  public var runID: Int64
  /// The operation that started the run.
  public var kind: RunKind
  /// The import that it judged, if any.
  public var importID: Int64?
  /// The form.
  public var form: String
  /// The form's version.
  public var formVersion: Int
  /// The rule set.
  public var rules: String
  /// The rule set's version.
  public var rulesVersion: Int
  package var attribution: Attribution
  /// The operator, if given.
  public var by: String? { attribution.by }
  /// The reason, if given.
  public var reason: String? { attribution.reason }
  /// The time at which it began (RFC 3339 in UTC).
  public var startedAt: String
  /// The time at which it finished, or nil if it is unfinished or an intake (RFC 3339 in UTC).
  public var finishedAt: String?
  /// Whether it is unfinished or finished.
  public var state: ImportState {
    finishedAt != nil || kind == .intake ? .finished : .unfinished
  }
  package var counts: RunCounts
  /// The number of records.
  public var records: Int { counts.records }
  /// The number of accepted records.
  public var accepted: Int { counts.accepted }
  /// The number of rejected records.
  public var rejected: Int { counts.rejected }
  /// For a replay, the changes relative to the previous verdicts.
  package var newlyAccepted: Int?
  package var newlyRejected: Int?
  /// The event that sealed it, or nil if it is unfinished or an intake. Imports took effect in this
  /// order.
  package var event: Int64?
  package var head: String?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encodeMembers(kind.rawValue, state, to: encoder)
    try encoder.encodeMembers([
      "newlyAccepted": newlyAccepted, "newlyRejected": newlyRejected, "head": head,
    ])
  }

  /// Encodes the members that an import has too.
  func encodeMembers(_ kind: String, _ state: ImportState, to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "import": importID, "run": runID, "kind": kind, "form": form, "formVersion": formVersion,
      "rules": rules, "rulesVersion": rulesVersion, "startedAt": startedAt,
      "finishedAt": finishedAt,
    ])
    try counts.encode(to: encoder)
    try encoder.encodeMembers(["state": state.rawValue, "by": by, "reason": reason])
  }

  /// The columns of a summary except `by`, `reason` and `started_at`.
  static let columns = """
    r.id AS run, r.kind AS run_kind, r.import, f.name AS form, fv.number AS form_version,
    s.name AS rules, v.number AS rules_version, e.finished_at,
    coalesce(e.records, p.records, 0) AS records, coalesce(e.accepted, 0) AS accepted,
    coalesce(e.rejected, 0) AS rejected, coalesce(e.warned, 0) AS warned,
    coalesce(e.errors, 0) AS errors, e.newly_accepted, e.newly_rejected,
    o.number AS event, o.head
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
    kind = try row.value("run_kind")
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
    event = try row["event"]
    head = try (row["head"] as Data?)?.hexadecimal
  }

  /// Counts the submissions of an intake, whose run has no end.
  mutating func countIntake(_ db: Database) throws {
    if kind == .intake, let importID {
      counts = try RunCounts.ofIntake(db, importID: importID, runID: runID)
    }
  }
}

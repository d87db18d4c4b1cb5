/// Parts of SQL that several statements share.
enum SQLFragments {
  /// Returns a condition that is true if a failure (a row of `error` under `plan_rule p`) is not
  /// waived.
  static func notWaived(_ id: String, error: String = "e") -> String {
    """
    NOT EXISTS (SELECT 1 FROM waiver w WHERE w.submission = \(id)
      AND w.rule = \(decidedRule(error)))
    """
  }

  /// Returns a condition that is true if a failure (a row of `error` under `plan_rule p`) was not
  /// waived as of the decision `:decision`.
  static func wasNotWaived(_ id: String, error: String = "e") -> String {
    """
    (SELECT x.kind FROM decided d CROSS JOIN decision x ON x.id = d.decision
      WHERE d.submission = \(id) AND d.rule = \(decidedRule(error)) AND d.decision <= :decision
      ORDER BY d.decision DESC LIMIT 1) IS NOT 'waive'
    """
  }

  /// Returns the rule by which decisions name a failure: the code of the reader's error, or the
  /// rule's id.
  private static func decidedRule(_ error: String) -> String {
    "CASE WHEN \(error).rule = 0 THEN \(error).code ELSE p.rule END"
  }

  /// Returns a condition that is true if failures of a rule reject records (`Severity.rejects`).
  ///
  /// - Parameter rule: The alias of a row of `plan_rule`.
  static func rejects(_ rule: String) -> String { "\(rule).severity = 'error'" }

  /// Returns the first submission of the range that contains a submission, or of the one before it,
  /// in a table of disjoint ranges.
  static func rangeStart(of id: String, in table: String = "span") -> String {
    "(SELECT max(y.first_submission) FROM \(table) y WHERE y.first_submission <= \(id))"
  }

  /// Returns the import that contains a submission.
  static func importID(of id: String) -> String {
    "(SELECT z.import FROM span z WHERE z.first_submission = \(rangeStart(of: id)))"
  }

  /// Selects the submissions with a correction that was retracted at the request of an operator,
  /// and not because the retracted import was one that it depends on.
  static let retractedByRequest = """
    SELECT d.corrects FROM retracted_correction k
    CROSS JOIN correction d ON d.submission = k.submission
    CROSS JOIN import m ON m.id = \(importID(of: "d.submission"))
    CROSS JOIN retracted_import t ON t.import = m.id
    CROSS JOIN import q ON q.id = t.requested
    WHERE coalesce(q.part_of, q.id) = coalesce(m.part_of, m.id)
    """

  /// The common table expression `judged (submission, run, plan, event, at)`: the finished runs
  /// that judged the submissions of `named (id)`, with the events and times of their verdicts.
  ///
  /// Searches only the replays whose first and last submission enclose the named one.
  static let judged = """
    replay (run) AS (
      SELECT min(run) FROM run_range
      UNION ALL SELECT (SELECT min(g.run) FROM run_range g WHERE g.run > y.run) FROM replay y
      WHERE y.run IS NOT NULL),
    extent (run, low, high) AS MATERIALIZED (
      SELECT y.run, (SELECT min(g.first_submission) FROM run_range g WHERE g.run = y.run),
        (SELECT g.last_submission FROM run_range g WHERE g.run = y.run
          ORDER BY g.first_submission DESC LIMIT 1)
      FROM replay y WHERE y.run IS NOT NULL),
    judging (id, run) AS (
      SELECT n.id, g.run FROM named n CROSS JOIN extent y ON n.id BETWEEN y.low AND y.high
      CROSS JOIN run_range g ON g.run = y.run AND g.last_submission >= n.id
        AND g.first_submission = (SELECT max(x.first_submission) FROM run_range x
          WHERE x.run = y.run AND x.first_submission <= n.id)
      UNION ALL
      SELECT n.id, r.id FROM named n
      CROSS JOIN span p ON p.first_submission = \(rangeStart(of: "n.id")) AND p.last_submission >= n.id
      CROSS JOIN run r ON r.import = p.import),
    judged (submission, run, plan, event, at) AS (
      SELECT g.id, g.run, r.plan, o.number, coalesce(e.finished_at, n.at) FROM judging g
      CROSS JOIN run r ON r.id = g.run
      LEFT JOIN run_end e ON e.run = g.run
      LEFT JOIN intake_submission n ON n.submission = g.id AND r.kind = 'intake'
      LEFT JOIN event o ON o.kind = CASE WHEN n.submission IS NULL THEN 'run' ELSE 'submission' END
        AND o.subject = coalesce(n.submission, g.run)
      WHERE e.run IS NOT NULL OR n.submission IS NOT NULL)
    """

  /// The joins from `plan l` to the form `f` and the rule set `s`, with their versions `fv` and
  /// `v`.
  static let versionsOfPlan = """
    JOIN version fv ON fv.id = l.form_version
    JOIN definition f ON f.id = fv.definition
    JOIN version v ON v.id = l.rules_version
    JOIN definition s ON s.id = v.definition
    """

  /// The ranges covered by each run.
  static let coveredRanges = """
    WITH covered (first_submission, last_submission, run) AS (
      SELECT first_submission, last_submission, run FROM run_range
      UNION ALL
      SELECT p.first_submission, p.last_submission, r.id FROM span p
      JOIN run r ON r.import = p.import)
    """

  /// Returns the ids as a JSON array, which a statement reads with `json_each`.
  static func jsonArray(of ids: some Sequence<Int64>) -> String {
    "[\(ids.map(String.init).joined(separator: ","))]"
  }
}

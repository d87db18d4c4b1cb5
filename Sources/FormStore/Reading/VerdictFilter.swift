import GRDB

/// A condition on the verdict and state of submissions. The default is no restriction.
package struct VerdictFilter: Sendable, Equatable {
  package enum Verdict: Sendable {
    /// Fails no rule that rejects.
    case accepted
    /// Fails a rule that rejects.
    case rejected
    /// Fails a rule of severity `warning`, accepted or not.
    case warned
  }

  /// Only submissions with this verdict.
  package var verdict: Verdict?
  /// Only submissions that no correction and no later delivery has replaced.
  package var isUnreplaced: Bool
  /// With `rejected`, `warned` or `rule`: whether waived failures are ignored.
  package var ignoresWaived: Bool
  /// The state that determines what is replaced and waived. Nil means that of each statement.
  package var state: SelectionState?
  /// Only submissions that fail this rule.
  package var rule: FailedRule?
  /// Only submissions that are not purged.
  package var omitsPurged = false

  package init(
    _ verdict: Verdict? = nil, isUnreplaced: Bool = false, ignoresWaived: Bool = false
  ) {
    self.verdict = verdict
    self.isUnreplaced = isUnreplaced
    self.ignoresWaived = ignoresWaived
  }

  /// Whether only submissions with failures are selected.
  private var selectsFailures: Bool {
    switch verdict {
    case .rejected, .warned: true
    case .accepted, nil: rule != nil
    }
  }

  /// Returns a statement for the ids of the selected submissions, in order, under the parameters
  /// `:first`, `:last` and those of `arguments`.
  ///
  /// It reads errors if only failures are wanted, otherwise submissions.
  func candidates(_ db: Database) throws -> String {
    func purged(_ id: String) throws -> String {
      try omitsPurged ? Purge.isPurged(db, id) : "FALSE"
    }
    let isNotWaived = """
      EXISTS (SELECT 1 FROM plan_rule p WHERE p.plan = :plan AND p.position = c.rule
        AND \(SQLFragments.wasNotWaived("c.submission", error: "c")))
      """
    return try selectsFailures
      ? """
      SELECT c.submission AS id FROM error c
      WHERE c.run = :run AND c.submission BETWEEN :first AND :last
        AND (:rule IS NULL OR (c.rule = :rule AND (:code IS NULL OR c.code = :code)))
        AND \(rule != nil && ignoresWaived ? isNotWaived : "TRUE")
      GROUP BY c.submission HAVING \(verdictCondition("c.submission"))
        AND NOT \(purged("c.submission"))
      ORDER BY c.submission
      """
      : """
      SELECT c.id FROM submission c
      WHERE c.id BETWEEN :first AND :last AND \(verdictCondition("c.id"))
        AND NOT \(purged("c.id"))
      ORDER BY c.id
      """
  }

  /// The part of the condition that concerns the verdict and replacements.
  private func verdictCondition(_ id: String) -> String {
    func fails(_ condition: String, ignoringWaived: Bool) -> String {
      let notWaived = ignoringWaived ? " AND \(SQLFragments.wasNotWaived(id))" : ""
      return """
        EXISTS (
          SELECT 1 FROM error e
          JOIN plan_rule p ON p.plan = :plan AND p.position = e.rule
            AND \(condition)
          WHERE e.run = :run AND e.submission = \(id)\(notWaived))
        """
    }
    var conditions: [String] = []
    if isUnreplaced {
      conditions.append(
        """
        NOT EXISTS (SELECT 1 FROM effective_correction k
          WHERE k.corrects = \(id) AND \(Self.replaces("k.submission")))
        """)
      conditions.append("NOT \(Self.replaces(SupersededTable.superseder(of: id)))")
    }
    let rejects = SQLFragments.rejects("p")
    switch verdict {
    case .accepted: conditions.append("NOT \(fails(rejects, ignoringWaived: false))")
    case .rejected: conditions.append(fails(rejects, ignoringWaived: ignoresWaived))
    case .warned: conditions.append(fails("p.severity = 'warning'", ignoringWaived: ignoresWaived))
    case nil: break
    }
    return conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
  }

  /// Returns a condition that is true if a submission is in effect in `state`, false if it is NULL.
  private static func replaces(_ submission: String) -> String {
    """
    (\(submission) IS NOT NULL AND (:in_effect IS NULL OR EXISTS (
      SELECT 1 FROM json_each(:in_effect) r
      WHERE \(submission) BETWEEN r.value ->> 0 AND r.value ->> 1)))
    """
  }

  /// Returns whether all submissions of a range are in the same range of those in effect.
  func replaces(_ ids: ClosedRange<Int64>) -> Bool {
    state?.inEffect.contains { $0.contains(ids.lowerBound) && $0.contains(ids.upperBound) } ?? true
  }

  /// Returns the arguments of the statement for a segment, without `:first` and `:last`.
  func arguments(_ segment: VerdictSegment) -> StatementArguments {
    let ranges = state?.inEffect.map { "[\($0.lowerBound),\($0.upperBound)]" }
    let decision = state?.lastDecision ?? Int64.max
    return [
      "plan": segment.planID, "run": segment.runID, "rule": rule?.position, "code": rule?.code,
      "in_effect": ranges.map { "[\($0.joined(separator: ","))]" }, "decision": decision,
    ]
  }
}

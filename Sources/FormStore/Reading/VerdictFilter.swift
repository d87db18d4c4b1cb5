package import FormRules

/// A condition on the verdict and state of submissions. The default is no restriction.
package struct VerdictFilter: Sendable, Equatable {
  /// Only submissions that fail a rule of this severity.
  package var severity: Severity?
  /// Only submissions that fail no rule of severity `error`.
  package var isAccepted: Bool
  /// Only submissions that no correction and no later delivery has replaced.
  package var isUnreplaced: Bool
  /// With `severity` or `rule`: whether waived failures are ignored.
  package var ignoresWaived: Bool
  /// Only submissions that fail this rule.
  package var rule: FailedRule?
  /// Only submissions that are not purged.
  package var omitsPurged = false

  package init(
    severity: Severity? = nil, isAccepted: Bool = false, isUnreplaced: Bool = false,
    ignoresWaived: Bool = false
  ) {
    self.severity = severity
    self.isAccepted = isAccepted
    self.isUnreplaced = isUnreplaced
    self.ignoresWaived = ignoresWaived
  }

  /// The condition for the submission with an id, under the parameters `:plan` and `:run`.
  func condition(_ id: String) -> String {
    func fails(_ severity: Severity, ignoringWaived: Bool = false) -> String {
      let notWaived = ignoringWaived ? " AND \(SQLFragments.notWaived(id))" : ""
      return """
        EXISTS (
          SELECT 1 FROM error e
          JOIN plan_rule p ON p.plan = :plan AND p.position = e.rule
            AND p.severity = '\(severity.rawValue)'
          WHERE e.run = :run AND e.submission = \(id)\(notWaived))
        """
    }
    var conditions: [String] = []
    if isUnreplaced {
      conditions.append("\(id) NOT IN (SELECT corrects FROM effective_correction)")
      conditions.append("NOT \(SupersededTable.contains(id))")
    }
    if let severity { conditions.append(fails(severity, ignoringWaived: ignoresWaived)) }
    if isAccepted { conditions.append("NOT \(fails(.error))") }
    return conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND ")
  }
}

/// Expressions of SQL that several queries share.
extension Store {
  /// Returns a condition that is true if a failure (`error e` under `plan_rule p`) is not waived.
  static func notWaived(_ id: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM waiver w WHERE w.submission = \(id)
      AND w.rule = CASE WHEN e.rule = 0 THEN e.code ELSE p.rule END)
    """
  }

  /// Returns a condition that is true if failures of a rule reject records (`Severity.rejects`).
  ///
  /// - Parameter rule: The alias of a row of `plan_rule`.
  static func rejects(_ rule: String) -> String { "\(rule).severity = 'error'" }

  /// Returns the first submission of the span that contains a submission, or of the one before it.
  static func spanStart(of id: String) -> String {
    "(SELECT max(y.first_submission) FROM span y WHERE y.first_submission <= \(id))"
  }
}

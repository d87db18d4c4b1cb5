extension Store {
  /// Returns a condition that is true if a failure (`error e` under `plan_rule p`) is not waived.
  static func notWaived(_ id: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM waiver w WHERE w.submission = \(id)
      AND w.rule = CASE WHEN e.rule = 0 THEN e.code ELSE p.rule END)
    """
  }
}

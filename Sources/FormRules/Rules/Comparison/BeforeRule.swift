/// Requires a value before a date, time or datetime.
struct BeforeRule: TimeComparisonRule {
  static let name = "before"
  static let order = Ordering.ascending
  static let documentation = TimeComparison.documentation(
    name, opposite: "after",
    examples: [
      .init("2026-01-01", type: .date(), accepts: ["2025-12-31"], rejects: ["2026-01-01"]),
      .init(
        ["date": "2026-01-01", "orEqual": "true"], type: .date(),
        accepts: ["2025-12-31", "2026-01-01"], rejects: ["2026-01-02"], code: "before.after"),
      .init("18:00", type: .time(), accepts: ["17:59:59.999"], rejects: ["18:00", "18:00:00.0"]),
      .init(
        "2026-01-01T00:00:00Z", type: .datetime(), accepts: ["2026-01-01T00:30:00+01:00"],
        rejects: ["2026-01-01T00:00:00Z", "2025-12-31T23:30:00-01:00"]),
    ])

  let comparison: TimeComparison
}

extension DeclaredRule {
  /// The value is before a date, time or datetime.
  ///
  /// - Parameters:
  ///   - date: The value to compare with.
  ///   - orEqual: Whether an equal value passes too; the default is false.
  public static func before(_ date: some RuleOperand, orEqual: Bool? = nil) -> Self {
    Self(BeforeRule.self, TimeComparison.date.comparand(date), TimeComparison.orEqual(orEqual))
  }
}

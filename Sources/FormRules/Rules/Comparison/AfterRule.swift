/// Requires a value after a date, time or datetime.
struct AfterRule: TimeComparisonRule {
  static let name = "after"
  static let order = Ordering.descending
  static let documentation = TimeComparison.documentation(
    name, opposite: "before",
    examples: [
      .init("2024-02-28", type: .date(), accepts: ["2024-02-29"], rejects: ["2024-02-28"]),
      .init(
        ["date": "2024-02-28", "orEqual": "true"], type: .date(), accepts: ["2024-02-28"],
        rejects: ["2024-02-27"], code: "after.before"),
      .init("08:00", type: .time(), accepts: ["08:00:00.000000001"], rejects: ["08:00", "00:00"]),
      .init(
        "2026-01-01T00:00:00Z", type: .datetime(), accepts: ["2026-01-01T00:00:01"],
        rejects: ["2026-01-01T00:00:00Z", "2026-01-01T00:30:00+01:00"]),
    ])

  let comparison: TimeComparison
}

extension DeclaredRule {
  /// The value is after a date, time or datetime.
  ///
  /// - Parameters:
  ///   - date: The value to compare with.
  ///   - orEqual: Whether an equal value passes too; the default is false.
  public static func after(_ date: some RuleOperand, orEqual: Bool? = nil) -> Self {
    Self(AfterRule.self, TimeComparison.date.comparand(date), TimeComparison.orEqual(orEqual))
  }
}

/// Requires a value after a date, time or datetime.
struct AfterRule: Rule {
  static let name = "after"
  static let documentation = RuleDocumentation(
    "The value is after a date or time.",
    discussion: TimeComparison.discussion,
    mainParameter: "date",
    types: FieldType.orderedNames,
    parameters: TimeComparison.parameters,
    codes: [
      .init(
        "after.notAfter",
        "{label} must be {dateKind, select, now {in the future} other {after {date}}}."),
      .init(
        "after.before",
        "{label} must not be {dateKind, select, now {in the past} other {before {date}}}."),
    ],
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

  private let comparison: TimeComparison

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    comparison = try TimeComparison(parameters)
  }

  var arguments: [MessageArgument] { comparison.arguments }

  var causes: [RuleCause] {
    [RuleCause(Self.documentation.codes[comparison.takesEqual ? 1 : 0])]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    comparison.answer(
      value, record, passing: .descending,
      code: comparison.takesEqual ? "after.before" : "after.notAfter")
  }
}

extension RuleProtocol {
  /// The value is after a date, time or datetime.
  ///
  /// - Parameters:
  ///   - date: The value to compare with.
  ///   - orEqual: Whether an equal value passes too; the default is false.
  public static func after(_ date: some RuleOperand, orEqual: Bool? = nil) -> Self {
    Self(
      AfterRule.self, TimeComparison.date.comparand(date), TimeComparison.orEqual(orEqual))
  }
}

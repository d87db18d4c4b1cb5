/// Requires a time before another one.
struct BeforeRule: RuleWithCauses {
  static let name = "before"
  static let documentation = RuleDocumentation(
    "The value lies before a date or time.",
    discussion: """
      `now` and `today` mean the run's clock, in UTC, which is recorded: a replay repeats. A date \
      compares with a moment as its first moment in UTC. When the field it is compared with is \
      missing, empty or not of its type, it cannot be told, and the rule counts as skipped. Numbers \
      are taken too.
      """,
    mainParameter: "date",
    types: FieldType.orderedNames,
    parameters: [
      .other("date", "A constant of the field's type, `now` or `today`.", .value), .field, .given,
      .flag("orEqual", "Whether the date itself is taken too."),
    ],
    codes: [
      .init("before.notBefore", "{label} must be before {date}."),
      .init("before.after", "{label} must not be after {date}."),
    ],
    examples: [
      .init("2026-01-01", type: .date(), accepts: ["2025-12-31"], rejects: ["2026-01-01"]),
      .init(
        ["date": "2026-01-01", "orEqual": "true"], type: .date(), accepts: ["2026-01-01"],
        rejects: ["2026-01-02"], code: "before.after"),
      .init("18:00", type: .time, accepts: ["17:59:59.999"], rejects: ["18:00", "18:00:00.0"]),
      .init(
        "2026-01-01T00:00:00Z", type: .datetime, accepts: ["2026-01-01T00:30:00+01:00"],
        rejects: ["2026-01-01T00:00:00Z", "2025-12-31T23:30:00-01:00"]),
    ])

  private let operand: Operand
  private let takesEqual: Bool
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    operand = try parameters.comparand("date")
    takesEqual = try parameters.flag("orEqual")
    arguments = [parameters.argument("date", operand)]
  }

  var ownCauses: [RuleCause] {
    [RuleCause(Self.documentation.codes[takesEqual ? 1 : 0])]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    switch value.order(to: record.value(of: operand)) {
    case .ascending: .passes
    case .equal: takesEqual ? .passes : .fails("before.notBefore")
    case .descending: .fails(takesEqual ? "before.after" : "before.notBefore")
    case nil: .undecided(.unknown)
    }
  }
}

/// Requires a time after another one.
struct AfterRule: RuleWithCauses {
  static let name = "after"
  static let documentation = RuleDocumentation(
    "The value lies after a date or time.",
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
      .init("after.notAfter", "{label} must be after {date}."),
      .init("after.before", "{label} must not be before {date}."),
    ],
    examples: [
      .init("2024-02-28", type: .date(), accepts: ["2024-02-29"], rejects: ["2024-02-28"]),
      .init(
        ["date": "2024-02-28", "orEqual": "true"], type: .date(), accepts: ["2024-02-28"],
        rejects: ["2024-02-27"], code: "after.before"),
      .init("08:00", type: .time, accepts: ["08:00:00.000000001"], rejects: ["08:00", "00:00"]),
      .init(
        "2026-01-01T00:00:00Z", type: .datetime, accepts: ["2026-01-01T00:00:01"],
        rejects: ["2026-01-01T00:00:00Z", "2026-01-01T00:30:00+01:00"]),
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
    case .descending: .passes
    case .equal: takesEqual ? .passes : .fails("after.notAfter")
    case .ascending: .fails(takesEqual ? "after.before" : "after.notAfter")
    case nil: .undecided(.unknown)
    }
  }
}

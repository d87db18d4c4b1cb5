/// Requires a value between two dates or times.
struct BetweenRule: Rule {
  static let name = "between"
  static let from = Parameter<ParameterOperand?>(
    "from", effect: .stricterIfGreater,
    "A constant of the field's type, `now`, `today`, {field: …} or {param: …}.", as: .operand)
  static let to = Parameter<ParameterOperand?>(
    "to", effect: .looserIfGreater, "The upper bound; takes the same values as `from`.",
    as: .operand)
  static let inclusive = Parameter<Bool>(
    "inclusive", effect: .looserIfTrue, "Whether the bounds themselves are accepted.", default: true
  )

  static let documentation = RuleDocumentation(
    "The value is between two dates or times.",
    discussion: """
      Both bounds are inclusive unless `inclusive: false`. `now` means the recorded clock of the \
      run, and `today` its day in the time zone of the run. If one bound is a field without a value of its type, the rule \
      fails if the value is beyond the other bound; otherwise the result is unknown and the rule \
      counts as skipped. The rule accepts number fields too, but `range` has more specific \
      messages for them.
      """,
    types: FieldType.orderedNames,
    parameters: [from, to, inclusive],
    codes: [
      .init(
        "between.outside",
        "{label} must be between {fromKind, select, now {now} other {{from}}} and "
          + "{toKind, select, now {now} other {{to}}}.")
    ],
    examples: [
      .init(
        ["from": "2026-01-01", "to": "2026-12-31"], type: .date(),
        accepts: ["2026-01-01", "2026-12-31"], rejects: ["2025-12-31", "2027-01-01"]),
      .init(
        ["from": "09:00", "to": "17:00", "inclusive": "false"], type: .time(),
        accepts: ["09:00:01", "16:59"], rejects: ["09:00", "17:00", "23:00"]),
    ])

  private let from, to: Operand
  private let isInclusive: Bool
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let from = try parameters.operand(Self.from), let to = try parameters.operand(Self.to)
    else {
      throw parameters.error("requires from and to", .missing(nil))
    }
    isInclusive = try parameters[Self.inclusive]
    try parameters.checkOrder(from, to, at: Self.to, isStrict: !isInclusive)
    (self.from, self.to) = (from, to)
    arguments = parameters.arguments("from", from) + parameters.arguments("to", to)
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    let fromStart = value.order(to: record.value(of: from))
    let fromEnd = value.order(to: record.value(of: to))
    if fromStart == .ascending || fromEnd == .descending { return .fails("between.outside") }
    if !isInclusive, fromStart == .equal || fromEnd == .equal { return .fails("between.outside") }
    return fromStart == nil || fromEnd == nil ? .undecided(.unknown) : .passes
  }
}

extension DeclaredRule {
  /// The value is between two dates, times or datetimes.
  ///
  /// - Parameters:
  ///   - from: The lower bound.
  ///   - to: The upper bound.
  ///   - inclusive: Whether the bounds themselves are accepted; the default is true.
  public static func between(
    _ from: some RuleOperand, and to: some RuleOperand, inclusive: Bool? = nil
  ) -> Self {
    Self(
      BetweenRule.self, BetweenRule.from(from), BetweenRule.to(to), BetweenRule.inclusive(inclusive)
    )
  }
}

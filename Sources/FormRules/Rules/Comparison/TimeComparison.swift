/// What `after` and `before` have in common: they compare with a date or time that is told, another
/// field's, given, or the clock.
struct TimeComparison {
  static let discussion = """
    `now` and `today` mean the run's clock, in UTC, which is recorded: a replay repeats. A date \
    compares with a moment as its first moment in UTC. When the field it is compared with is missing, \
    empty or not of its type, it cannot be told, and the rule counts as skipped. Numbers are taken too.
    """
  static let date = Parameter<ParameterOperand?>(
    "date", "A constant of the field's type, `now` or `today`.")
  static let orEqual = Parameter<Bool>("orEqual", "Whether the date itself is taken too.")

  static let parameters: [any DeclaredParameter] = [
    date, Comparand.field, Comparand.parameter, orEqual,
  ]

  private let operand: Operand
  let takesEqual: Bool
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    operand = try parameters.comparand(Self.date)
    takesEqual = try parameters[Self.orEqual]
    arguments = parameters.arguments("date", operand)
  }

  /// - Parameters:
  ///   - passing: how the value must be ordered to the other.
  ///   - code: of a value that is not.
  func answer(
    _ value: Value, _ record: borrowing RecordContext, passing: Order, code: String
  ) -> RuleAnswer {
    switch value.order(to: record.value(of: operand)) {
    case passing: .passes
    case .equal: takesEqual ? .passes : .fails(code)
    case nil: .undecided(.unknown)
    default: .fails(code)
    }
  }
}

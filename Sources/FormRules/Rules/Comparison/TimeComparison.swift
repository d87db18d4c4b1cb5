/// The common part of `after` and `before`: comparison with a constant date or time, another field,
/// a run parameter, or the clock.
struct TimeComparison {
  static let discussion = """
    `now` and `today` mean the clock of the run, in UTC. It is recorded, so a replay gives the \
    same result. A date compared with a datetime counts as its first instant in UTC. If the field \
    to compare with is missing, empty or not of its type, the result is unknown and the rule \
    counts as skipped. Number fields are accepted too.
    """
  static let date = Parameter<ParameterOperand?>(
    "date", "A constant of the field's type, `now` or `today`.")
  static let orEqual = Parameter<Bool>("orEqual", "Whether an equal value is accepted too.")

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

  /// Compares a value with the operand.
  ///
  /// - Parameters:
  ///   - passing: The required order of the value relative to the operand.
  ///   - code: The code of the failure.
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

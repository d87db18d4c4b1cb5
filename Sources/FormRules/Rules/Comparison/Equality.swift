/// The common part of `equals` and `notEquals`: comparison with a constant, another field or a run
/// parameter.
struct Equality {
  static let discussion = """
    Text is compared byte by byte unless `normalize: nfc`, everything else by value: 1.50 equals \
    1.5. A constant is read with the field's own type. If the value to compare with is missing, \
    empty or not of its type, the result is unknown and the rule counts as skipped.
    """
  static let to = Parameter<ParameterOperand?>("to", "The constant.")

  static let parameters: [any DeclaredParameter] = [
    to, Comparand.field, Comparand.parameter, TextNormalization.parameter,
  ]

  private let operand: Operand
  private let normalizes: Bool
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    operand = try parameters.comparand(Self.to)
    normalizes = try parameters[TextNormalization.parameter] == .nfc
    arguments = [parameters.argument("to", operand)]
  }

  /// Compares a value with the operand.
  ///
  /// - Parameters:
  ///   - passing: Whether equal values pass (true) or different values pass (false).
  ///   - code: The code of the failure.
  func answer(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext, passing: Bool,
    code: String
  ) -> RuleAnswer {
    switch record.isEqual(value, text, to: operand, normalizes: normalizes) {
    case passing: .passes
    case nil: .undecided(.unknown)
    default: .fails(code)
    }
  }
}

/// What `equals` and `notEquals` have in common: they compare with a constant, another field's value or a
/// given one.
struct Equality {
  static let discussion = """
    Text is compared byte by byte unless `normalize: nfc`, everything else by value: 1.50 equals 1.5. A constant is read \
    by the field's own type. When what it is compared with is missing, empty or not of its type, \
    it cannot be told, and the rule counts as skipped.
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

  /// - Parameters:
  ///   - passing: whether equal values pass, or different ones.
  ///   - code: of a value that does not.
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

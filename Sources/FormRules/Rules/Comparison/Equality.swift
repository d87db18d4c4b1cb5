/// The common part of `equals` and `notEquals`: comparison with a constant, another field or a run
/// parameter.
struct Equality {
  private static let discussion = """
    Text is compared byte by byte unless `normalize: nfc`, a list item by item, everything else by \
    value: 1.50 equals 1.5. A constant is read with the field's own type. If the value to compare \
    with is missing, empty or not of its type, the result is unknown and the rule counts as skipped.
    """
  static let to = Parameter<ParameterOperand?>("to", effect: .unknown, "The constant.")

  static func documentation(
    _ summary: String, normalization: any DeclaredParameter = TextNormalization.parameter,
    code: RuleDocumentation.Code, examples: [RuleExample]
  ) -> RuleDocumentation {
    RuleDocumentation(
      summary, discussion: discussion, mainParameter: to.name,
      parameters: [to, Comparand.field, Comparand.parameter, normalization],
      codes: [code], examples: examples)
  }

  fileprivate let operand: Operand
  fileprivate let items: ListItems?
  fileprivate let normalizes: Bool
  fileprivate let code: String
  fileprivate let arguments: [MessageArgument]

  fileprivate init(
    _ parameters: borrowing RuleParameters, code: String
  ) throws(DefinitionError) {
    operand = try parameters.comparand(Self.to)
    items = ListItems(parameters)
    normalizes = try parameters[TextNormalization.parameter] == .nfc
    self.code = code
    arguments = [parameters.argument("to", operand)]
  }
}

/// The rule `equals` or `notEquals`.
protocol EqualityRule: Rule {
  /// Whether equal values pass (true) or different values pass (false).
  static var acceptsEqual: Bool { get }
  var equality: Equality { get }
  init(equality: Equality)
}

extension EqualityRule {
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    self.init(equality: try Equality(parameters, code: Self.documentation.codes[0].code))
  }

  var arguments: [MessageArgument] { equality.arguments }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    switch record.isEqual(
      value, text, items: equality.items, to: equality.operand, normalizes: equality.normalizes)
    {
    case Self.acceptsEqual: .passes
    case nil: .undecided(.unknown)
    default: .fails(equality.code)
    }
  }
}

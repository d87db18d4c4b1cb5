/// Requires an integer multiple of a number.
struct MultipleOfRule: Rule {
  static let name = "multipleOf"
  static let step = Parameter<ParameterOperand?>(
    "step", effect: .unknown, "The number; must not be zero.")
  static let offset = Parameter<ParameterOperand?>(
    "offset", effect: .unknown, "The number from which the steps are counted.", whenAbsent: "0")

  static let documentation = RuleDocumentation(
    "The number is an integer multiple of another number.",
    discussion: """
      The check is exact, in decimal: 0.3 is a multiple of 0.1. Fields of type `number` (binary \
      floating point) are not supported; use the type `decimal`. With `offset`, the steps are \
      counted from that number, as with `min` and `step` in HTML.
      """,
    mainParameter: "step",
    types: ["integer", "decimal"],
    parameters: [step, offset],
    codes: [
      .init(
        "multipleOf.isNot",
        "{label} must be a multiple of {step}{offset, plural, =0 {} other {, counted from {offset}}}."
      )
    ],
    examples: [
      .init(5, type: .integer, accepts: ["0", "5", "-10"], rejects: ["1", "-11"]),
      .init("0.1", type: .decimal(), accepts: ["0.3", "2", "-0.70"], rejects: ["0.25", "0.31"]),
      .init(
        "30000000000000000000000000000000000000", type: .decimal(),
        accepts: ["90000000000000000000000000000000000000"],
        rejects: [
          "90000000000000000000000000000000000001", "0.00000000000000000000000000000000001",
        ]),
      .init(
        ["step": "0.3", "offset": "-99999999999999999999999999999999999999"], type: .decimal(),
        accepts: ["0", "99999999999999999999999999999999999999", "0.3"],
        rejects: ["0.1", "99999999999999999999999999999999999998.8"]),
      .init(
        ["step": 3, "offset": -1], type: .integer, accepts: ["-1", "2", "5"], rejects: ["0", "3"]),
    ])

  private let step, offset: ExactDecimal
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let step = try Self.number(Self.step, parameters) else {
      throw parameters.error("requires a step", .missing(nil))
    }
    guard step.mantissa != 0 else { throw parameters.error("step must not be 0", at: Self.step) }
    let offset = try Self.number(Self.offset, parameters) ?? ExactDecimal(0)
    (self.step, self.offset) = (step, offset)
    arguments = [
      parameters.argument(Self.step.name, step),
      parameters.argument(Self.offset.name, offset.mantissa == 0 ? ExactDecimal(0) : offset),
    ]
  }

  private static func number(
    _ parameter: Parameter<ParameterOperand?>, _ parameters: borrowing RuleParameters
  ) throws(DefinitionError) -> ExactDecimal? {
    guard let node = parameters.node(parameter) else { return nil }
    let text = try String.read(node, parameters.use(of: parameter))
    if let number = ExactDecimal(text) { return number }
    throw parameters.error("\(parameter.name) must be a decimal number", at: parameter)
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    guard let number = value.exact else { return .passes }
    return number.isMultiple(of: step, from: offset) ? .passes : .fails("multipleOf.isNot")
  }
}

extension DeclaredRule {
  /// The number is an integer multiple of another number, counted from `offset`, which is 0 by
  /// default.
  public static func multipleOf(_ step: some FormValue, offset: (any FormValue)? = nil) -> Self {
    Self(MultipleOfRule.self, MultipleOfRule.step(step), MultipleOfRule.offset(offset))
  }
}

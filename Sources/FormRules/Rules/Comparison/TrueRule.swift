/// Requires the value true.
struct TrueRule: TruthRule {
  static let name = "true"
  static let accepted = true
  static let documentation = RuleDocumentation(
    "The value is true, as for a checkbox that must be ticked.",
    discussion: """
      The type of the field defines which words mean true. With `coerce: number`, number fields \
      are accepted too; every number except zero is true.
      """,
    types: TruthConversion.types,
    parameters: [TruthConversion.parameter],
    codes: [.init("true.isFalse", "{label} must be true.")],
    examples: [
      .init(type: .boolean(), accepts: ["true", "YES", "1"], rejects: ["false", "No", "0"]),
      .init(
        ["coerce": "number"], type: .integer, accepts: ["1", "-100"], rejects: ["0", "-0"]),
    ])
}

/// The rule `true` or `false`.
protocol TruthRule: Rule {
  static var accepted: Bool { get }
  init()
}

extension TruthRule {
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    try TruthConversion.check(parameters)
    self.init()
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    TruthConversion.of(value) == Self.accepted ? .passes : .fails(Self.documentation.codes[0].code)
  }
}

/// The conversion of a value to a Boolean by the rules `true` and `false`.
enum TruthConversion {
  static let types = ["boolean", "integer", "decimal", "number"]

  static let parameter = Parameter<RuleEntry.Coercion>(
    "coerce", effect: .words([["none"], ["number"]]), "`number` accepts number fields too.",
    default: .boolean)

  /// - Throws: `DefinitionError` if the field is a number and the rule lacks `coerce: number`.
  static func check(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let coerces = try parameters[Self.parameter] == .number
    if let field = parameters.field, field.type.isNumeric, !coerces {
      throw parameters.error(
        "'\(field.name)' is \(field.type.name); set coerce: number to convert it")
    }
  }

  /// Whether the value is true; nil if it is neither a Boolean nor a number.
  static func of(_ value: Value) -> Bool? {
    switch value {
    case .boolean(let truth): truth
    case .integer(let number): number != 0
    case .decimal(let number): number.mantissa != 0
    case .number(let number): number != 0
    default: nil
    }
  }
}

extension RuleEntry {
  /// The field types that have a truth value.
  public enum Coercion: String, ParameterValue, CaseIterable, Sendable {
    /// Boolean fields only.
    case boolean = "none"
    /// Boolean and number fields; 0 is false.
    case number
  }
}

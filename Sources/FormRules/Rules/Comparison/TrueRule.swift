/// Requires true.
struct TrueRule: Rule {
  static let name = "true"
  static let documentation = RuleDocumentation(
    "The value is true, as that of a box that must be ticked.",
    discussion: """
      Which words mean true, the field's type says. With `coerce: number` a field of numbers is \
      taken too, in which everything but zero is true.
      """,
    types: Truthfulness.types,
    parameters: [Truthfulness.parameter],
    codes: [.init("true.isFalse", "{label} must be true.")],
    examples: [
      .init(type: .boolean(), accepts: ["true", "YES", "1"], rejects: ["false", "No", "0"]),
      .init(
        ["coerce": "number"], type: .integer, accepts: ["1", "-100"], rejects: ["0", "-0"]),
    ])

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    try Truthfulness.check(parameters)
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    Truthfulness.of(value) == true ? .passes : .fails("true.isFalse")
  }
}

/// What `true` and `false` make of values.
enum Truthfulness {
  static let types = ["boolean", "integer", "decimal", "number"]

  static let parameter = Parameter<RuleEntry.Coercion>(
    "coerce", "`number` takes numbers too.", default: .boolean)

  private typealias Coercion = RuleEntry.Coercion

  /// Reads `coerce`, which a field of numbers needs.
  static func check(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let coerces = try parameters[Self.parameter] == .number
    if let field = parameters.field, field.type.isNumeric, !coerces {
      throw parameters.error(
        "'\(field.name)' is \(field.type.name); say coerce: number if it is meant")
    }
  }

  /// Whether the value is true; nil for what is neither a truth nor a number.
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
  /// The value is true.
  public static func `true`(coerce: Coercion? = nil) -> RuleEntry {
    RuleEntry(
      TrueRule.self, Truthfulness.parameter(coerce))
  }
}

extension RuleEntry {
  /// What is true and false.
  public enum Coercion: String, ParameterValue, CaseIterable, Sendable {
    /// Booleans.
    case boolean = "none"
    /// Numbers too: 0 is false.
    case number
  }
}

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

  static let parameter = RuleDocumentation.Parameter.choice(
    "coerce", "`number` takes numbers too.", usual: RuleEntry.Coercion.boolean)

  private typealias Coercion = RuleEntry.Coercion

  /// Reads `coerce`, which a field of numbers needs.
  static func check(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let coerces = try parameters.choice("coerce", of: Coercion.self) == .number
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

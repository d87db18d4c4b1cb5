/// Requires a value different from a constant, another field or a run parameter.
struct NotEqualsRule: EqualityRule {
  static let name = "notEquals"
  static let acceptsEqual = false
  static let documentation = Equality.documentation(
    "The value differs from a constant, another field or a run parameter.",
    normalization: TextNormalization.parameter.reversed,
    code: .init("notEquals.same", "{label} must not be equal to {to}."),
    examples: [
      .init("test", accepts: ["Test", "test ", "tes"], rejects: ["test"]),
      .init(
        ["to": "\u{E9}", "normalize": "nfc"], accepts: ["e"], rejects: ["\u{E9}", "e\u{301}"]),
      .init("0", type: .integer, accepts: ["1", "-1"], rejects: ["0", "-0", "00"]),
    ])

  let equality: Equality
}

extension DeclaredRule {
  /// The value differs from a constant, another field or a run parameter.
  public static func notEquals(
    _ operand: some RuleOperand, normalize: RuleEntry.Normalization? = nil
  ) -> Self {
    Self(NotEqualsRule.self, Equality.to.comparand(operand), TextNormalization.parameter(normalize))
  }
}

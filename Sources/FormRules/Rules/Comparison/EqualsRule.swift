/// Requires a value equal to a constant, another field or a run parameter.
struct EqualsRule: EqualityRule {
  static let name = "equals"
  static let acceptsEqual = true
  static let documentation = Equality.documentation(
    "The value equals a constant, another field or a run parameter.",
    code: .init("equals.different", "{label} must be equal to {to}."),
    examples: [
      .init("yes", accepts: ["yes"], rejects: ["Yes", "yes ", "ye", "yess"]),
      .init(["to": "1.5"], type: .decimal(), accepts: ["1.5", "1.50"], rejects: ["1.51", "-1.5"]),
      // The letter é as one scalar differs from e with a combining accent.
      .init("caf\u{E9}", accepts: ["caf\u{E9}"], rejects: ["cafe\u{301}", "cafe"]),
      .init(
        ["to": "\u{212A}", "normalize": "nfc"], accepts: ["K", "\u{212A}"], rejects: ["k"]),
      .init(
        ["to": "caf\u{E9}", "normalize": "nfc"], accepts: ["caf\u{E9}", "cafe\u{301}"],
        rejects: ["cafe"]),
      .init("true", type: .boolean(), accepts: ["true", "YES", "1"], rejects: ["no"]),
    ])

  let equality: Equality
}

extension DeclaredRule {
  /// The value equals a constant, another field or a run parameter.
  public static func equals(
    _ operand: some RuleOperand, normalize: RuleEntry.Normalization? = nil
  ) -> Self {
    Self(EqualsRule.self, Equality.to.comparand(operand), TextNormalization.parameter(normalize))
  }
}

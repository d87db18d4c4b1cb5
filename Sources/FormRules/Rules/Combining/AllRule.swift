/// Requires that a value satisfies every one of several rules, and reports at most one failure.
struct AllRule: CombiningRule {
  static let name = "all"
  static let usesNestedCodes = true
  static let rules = Parameter<ParameterRules?>(
    "rules", effect: .rules, "The rules, written as in a list of rules.")

  static let documentation = RuleDocumentation(
    "The value satisfies every one of several rules.",
    discussion: """
      The rules are evaluated in order, and the first failure determines the code and the message; \
      a value that a rule cannot judge (a text too complex for `pattern`, a file that cannot be \
      read or decoded) counts only if no rule fails. If no rule fails and one is undecided, `all` \
      is undecided. A list of rules has the same effect but reports an error for each rule that \
      fails; `all` reports at most one, and can be used inside `any` and `not`. The rules apply to \
      the same field. `unique` and rules for records cannot be used inside; ids and conditions \
      belong to the outer rule. An inner rule may have `trim`; `code`, a name for its codes or a \
      mapping of codes to names; `message` and `message.LANGUAGE`; and `says`, a code whose \
      message is used in every language. A text of blanks is an empty text for an inner rule with \
      `trim`, which judges it, while a rule of a list skips it.
      """,
    mainParameter: "rules",
    parameters: [rules],
    codes: [],
    examples: [
      .init(
        ["email", ["length": ["max": 20]]], accepts: ["ana@example.com"],
        rejects: ["ana"],
        code: "email.invalid"),
      .init(
        ["email", ["length": ["max": 20]]], rejects: ["anastasia@mail.example.com"],
        code: "length.tooLong"),
      .init(
        [["range": ["min": 1]], ["any": [["in": ["5", "50"]], ["range": ["max": 3]]]]],
        type: .integer, accepts: ["1", "3", "5", "50"], rejects: ["4"], code: "any.none"),
    ])

  let rules: NestedRules

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    rules.all(value, text, in: record)
  }
}

extension DeclaredRule {
  /// The value satisfies every rule. There is at most one error for all of them.
  public static func all(_ rules: Self...) -> Self {
    Self(AllRule.self, rules: rules)
  }

  /// Variant of `all(_:)` that takes the rules as an array.
  public static func all(_ rules: [Self]) -> Self {
    Self(AllRule.self, rules: rules)
  }
}

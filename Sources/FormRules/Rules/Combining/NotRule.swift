/// Requires that a value does not satisfy all of the rules.
struct NotRule: CombiningRule {
  static let name = "not"
  static let rules = Parameter<ParameterRules?>(
    "rules", effect: .rules, "The rule, or rules, written as in a list of rules.")

  static let documentation = RuleDocumentation(
    "The value does not satisfy a rule, or does not satisfy all of several.",
    discussion: """
      Several rules count as one, as in `all`: it is enough that one of them fails. If no rule \
      fails and one is undecided, such as `before` with a field that is missing, `not` is \
      undecided. `not` also fails if a value cannot be judged, because a text is too complex for a \
      `pattern`, or a file is missing or cannot be read or decoded. An inner rule whose failure \
      carries arguments, such as `length`, allocates memory briefly when it fails.
      """,
    mainParameter: "rules",
    parameters: [rules],
    codes: [.init("not.satisfied", "{label} must not satisfy: {rules}.")],
    examples: [
      .init("email", accepts: ["ana"], rejects: ["ana@example.com"]),
      .init(
        [["pattern": "test.*"], ["length": ["max": 6]]], accepts: ["ana", "testing"],
        rejects: ["test", "test12"]),
      .init(["not": ["in": ["a", "b"]]], accepts: ["a"], rejects: ["c"]),
    ])

  let rules: NestedRules

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    switch rules.all(value, text, in: record) {
    case .passes: .fails("not.satisfied")
    case .fails: .passes
    case .undecided(let undecided): .undecided(rules.withSharedCode(undecided, "not.satisfied"))
    }
  }
}

extension DeclaredRule {
  /// The value does not satisfy all of the rules.
  public static func not(_ rules: Self...) -> Self {
    Self(NotRule.self, rules: rules)
  }

  /// Variant of `not(_:)` that takes the rules as an array.
  public static func not(_ rules: [Self]) -> Self {
    Self(NotRule.self, rules: rules)
  }
}

/// Requires that a value satisfies at least one of several rules.
struct AnyRule: CombiningRule {
  static let name = "any"
  static let rules = Parameter<ParameterRules?>(
    "rules", effect: .rules, "The rules, written as in a list of rules.")

  static let documentation = RuleDocumentation(
    "The value satisfies at least one of several rules.",
    discussion: """
      The rules are evaluated in order up to the first that passes; failures before it are \
      discarded. If no rule passes and one is undecided, `any` is undecided. The rules apply to \
      the same field. `unique` and rules for records cannot be used inside; ids, messages and \
      conditions belong to the outer rule. An inner rule may have `trim`. An inner rule whose \
      failure carries arguments, such as `length`, allocates memory briefly when it fails.
      """,
    mainParameter: "rules",
    parameters: [rules],
    codes: [.init("any.none", "{label} must satisfy one of: {rules}.")],
    examples: [
      .init(
        ["email", ["phone": "DE"]], accepts: ["ana@example.com", "+49 30 123456"],
        rejects: ["ana", "+43 1 5811650"]),
      .init(
        [["all": [["length": ["exact": 4]], ["characters": ["set": "digit", "mode": "only"]]]]],
        accepts: ["1234"], rejects: ["123", "123a"]),
    ])

  let rules: NestedRules

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    switch rules.any(value, text, in: record) {
    case nil, .fails: .fails("any.none")
    case .passes: .passes
    case .undecided(let undecided): .undecided(rules.withSharedCode(undecided, "any.none"))
    }
  }
}

extension DeclaredRule {
  /// The value satisfies at least one of the rules.
  public static func any(_ rules: Self...) -> Self {
    Self(AnyRule.self, rules: rules)
  }

  /// Variant of `any(_:)` that takes the rules as an array.
  public static func any(_ rules: [Self]) -> Self {
    Self(AnyRule.self, rules: rules)
  }
}

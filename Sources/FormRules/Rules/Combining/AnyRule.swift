/// Requires that one of several rules is satisfied.
struct AnyRule: Rule {
  static let name = "any"
  static let rules = Parameter<ParameterRules?>(
    "rules", "The rules, written as in a list of rules.")

  static let documentation = RuleDocumentation(
    "The value satisfies at least one of several rules.",
    discussion: """
      The rules are tried in order up to the first that passes; what failed before it is forgotten. \
      When none passes and one of them cannot tell, neither can the whole. \
      They judge the same field; `unique` and rules of records cannot stand inside, and ids, \
      messages and conditions belong to the whole. Beside a rule inside may stand `trim`. A rule inside that fails takes \
      some memory for a moment when it has more to say than its code, as `length` has.
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

  private let rules: NestedRules

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    rules = try NestedRules(parameters.rules, parameters)
  }

  var arguments: [MessageArgument] { [MessageArgument("rules", rules: rules.names)] }
  var looksAtBlank: Bool { rules.looksAtBlank }

  var demands: [RuleDemand] { rules.demands }
  var causes: [RuleCause] { rules.causes(around: Self.documentation.codes) }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    rules.any(value, text, record) ?? .fails("any.none")
  }
}

extension RuleEntry {
  /// At least one of the rules is satisfied.
  public static func any(_ rules: RuleEntry...) -> RuleEntry {
    RuleEntry(AnyRule.self, rules: rules)
  }

  /// The same with the rules in an array.
  public static func any(_ rules: [RuleEntry]) -> RuleEntry {
    RuleEntry(AnyRule.self, rules: rules)
  }
}

/// Requires that several rules are satisfied, as one.
struct AllRule: Rule {
  static let name = "all"
  static let holdsRules = true
  static let rules = Parameter<ParameterRules?>(
    "rules", "The rules, written as in a list of rules.")

  static let documentation = RuleDocumentation(
    "The value satisfies every one of several rules.",
    discussion: """
      The rules are tried in order, and the first that fails says why, with its code and message; \
      one that cannot tell leaves the whole untold only when none fails. A \
      list of rules demands the same, with an error for each; `all` makes at most one of them, and \
      is what stands inside `any` and `not`. They judge the same field; `unique` and rules of \
      records cannot stand inside, and ids and conditions belong to the whole. Beside a rule inside \
      may stand `trim`; `code`, a name for its codes or a mapping of codes to names; `message` and \
      `message.LANGUAGE`; and `says`, a code whose message is taken in every language.
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

  private let rules: NestedRules

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    rules = try NestedRules(parameters.rules, parameters)
  }

  var arguments: [MessageArgument] { [MessageArgument("rules", rules: rules.names)] }
  var looksAtBlank: Bool { rules.looksAtBlank }
  var causes: [RuleCause] { rules.causes }

  var demands: [RuleDemand] { rules.demands }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    rules.all(value, text, record)
  }
}

extension RuleEntry {
  /// Every one of the rules is satisfied; there is one error for all.
  public static func all(_ rules: RuleEntry...) -> RuleEntry {
    RuleEntry(AllRule.self, rules: rules)
  }

  /// The same with the rules in an array.
  public static func all(_ rules: [RuleEntry]) -> RuleEntry {
    RuleEntry(AllRule.self, rules: rules)
  }
}

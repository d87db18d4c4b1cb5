/// Requires that several rules are satisfied, as one.
struct AllRule: Rule {
  static let name = "all"
  static let documentation = RuleDocumentation(
    "The value satisfies every one of several rules.",
    discussion: """
      A list of rules demands the same, with an error for each; `all` makes one error of them, and \
      is what stands inside `any` and `not`. The rules are tried in order up to the first that \
      fails. They judge the same field; `unique` and rules of records cannot stand inside, and ids, \
      messages and conditions belong to the whole. Beside a rule inside may stand `trim`, and \
      `code`: a name for its codes in `{failed}`, or a mapping of codes to names.
      """,
    mainParameter: "rules",
    parameters: [.init("rules", "The rules, written as in a list of rules.")],
    codes: [.init("all.failed", "{label} must satisfy: {rules}. It fails with {failed}.")],
    examples: [
      .init(
        ["email", ["length": ["max": 20]]], accepts: ["ana@example.com"],
        rejects: ["ana", "anastasia@mail.example.com"]),
      .init(
        [["range": ["min": 1]], ["any": [["in": ["5", "50"]], ["range": ["max": 3]]]]],
        type: .integer, accepts: ["1", "3", "5", "50"], rejects: ["0", "4", "-5"]),
    ])

  private let rules: NestedRules

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let node = parameters["rules"] else { throw parameters.error("needs rules") }
    rules = try NestedRules(node, parameters)
  }

  var arguments: [MessageArgument] { [MessageArgument("rules", list: rules.names)] }
  var looksAtBlank: Bool { rules.looksAtBlank }

  var demands: [RuleDemand] { rules.demands }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> Failure? {
    guard let failure = rules.firstFailure(value, text, record) else { return nil }
    return Failure("all.failed", [MessageArgument("failed", failure.code)])
  }
}

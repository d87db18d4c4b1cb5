/// Requires that every item of a list satisfies one or more rules.
struct EachRule: Rule {
  static let name = "each"
  static let usesNestedCodes = true
  static let rules = Parameter<ParameterRules?>(
    "rules", effect: .rules, "The rule, or rules, written as in a list of rules.")

  static let documentation = RuleDocumentation(
    "Every item of a list satisfies every one of several rules.",
    discussion: """
      The items are checked as text, in order, and the first failure determines the code and the \
      message. In a custom message, `{item}` is the position of the item, counted from 1. White \
      space around an item belongs to it unless the inner rule sets `trim: true`. Empty items are \
      checked only by rules such as `required`, and a list without items satisfies every rule. The \
      rules are written as in `all`. Each item is copied while it is checked.
      """,
    mainParameter: "rules",
    types: ["list"],
    parameters: [rules],
    codes: [],
    examples: [
      .init(
        "email", type: .list(separator: "|"), accepts: ["ana@example.com|bob@example.com"],
        rejects: ["ana@example.com|bob", "ana"], code: "email.invalid"),
      .init(
        ["required", ["length": ["max": 2]]], type: .list(), accepts: ["a,bb"],
        rejects: ["a,bbb,c"], code: "length.tooLong"),
      .init("required", type: .list(), rejects: ["a,,b"], code: "required"),
    ])

  private let rules: NestedRules
  private let items: ListItems

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard let items = ListItems(parameters) else {
      throw parameters.error("judges the items of a list")
    }
    self.items = items
    rules = try NestedRules(parameters.rules, parameters.forItems())
  }

  var arguments: [MessageArgument] {
    [MessageArgument("rules", rules: rules.names), MessageArgument("item", "")]
  }
  var causes: [RuleCause] { rules.causes }
  var externalInputs: [ExternalInput] { rules.externalInputs }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    var texts: [[UInt8]] = []
    _ = items.allSatisfy(text, record) { item in
      texts.append(Array(String(copying: item).utf8))
      return true
    }
    var result = RuleResult.passes
    for (index, item) in texts.enumerated() {
      switch rules.all(item.isEmpty ? .empty : .text, item.span, in: record) {
      case .passes: break
      case .fails(let failure): return .fails(failure.ofItem(index))
      case .undecided(.unavailable(let failure)):
        result.markUndecided(.unavailable(failure.ofItem(index)))
      case .undecided(let undecided): result.markUndecided(undecided)
      }
    }
    return result
  }
}

extension Failure {
  /// Returns the failure with the position of its item, counted from 1 in messages.
  fileprivate func ofItem(_ index: Int) -> Failure {
    var failure = self
    failure.arguments.append(MessageArgument("item", String(index + 1)))
    return failure
  }
}

extension DeclaredRule {
  /// Every item of a list satisfies every one of the rules.
  public static func each(_ rules: Self...) -> Self {
    Self(EachRule.self, rules: rules)
  }

  /// Variant of `each(_:)` that takes the rules as an array.
  public static func each(_ rules: [Self]) -> Self {
    Self(EachRule.self, rules: rules)
  }
}

/// Requires that every item of a list satisfies rules.
struct EachRule: Rule {
  static let name = "each"
  static let holdsRules = true
  static let rules = Parameter<ParameterRules?>(
    "rules", "The rule, or rules, written as in a list of rules.")

  static let documentation = RuleDocumentation(
    "Every item of a list satisfies every one of several rules.",
    discussion: """
      The items are judged as texts, in order, and the first that fails says why, with its code and \
      message; `{item}` in a message of one's own is its number, from 1. Blanks around an item are \
      part of it: `trim: true` beside a rule inside leaves them out. An empty item is judged by \
      `required` and the like alone, and a list without items satisfies all. The rules are written as \
      under `all`. Judging copies each item for a moment.
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
    rules = try NestedRules(parameters.rules, parameters.ofItems())
  }

  var arguments: [MessageArgument] {
    [MessageArgument("rules", rules: rules.names), MessageArgument("item", "")]
  }
  var causes: [RuleCause] { rules.causes }
  var demands: [RuleDemand] { rules.demands }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    var texts: [[UInt8]] = []
    _ = items.allSatisfy(text, record) { item in
      texts.append(Array(String(copying: item).utf8))
      return true
    }
    var answer = RuleAnswer.passes
    for (index, item) in texts.enumerated() {
      switch rules.all(item.isEmpty ? .empty : .text, item.span, record) {
      case .passes: break
      case .fails(var failure):
        failure.arguments.append(MessageArgument("item", String(index + 1)))
        return .fails(failure)
      case .undecided(let undecided): answer.doubt(undecided)
      }
    }
    return answer
  }
}

extension RuleEntry {
  /// Every item of a list satisfies every one of the rules.
  public static func each(_ rules: RuleEntry...) -> RuleEntry {
    RuleEntry(EachRule.self, rules: rules)
  }

  /// The same with the rules in an array.
  public static func each(_ rules: [RuleEntry]) -> RuleEntry {
    RuleEntry(EachRule.self, rules: rules)
  }
}

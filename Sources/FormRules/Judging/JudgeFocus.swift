/// Some rules of a plan and the fields that they read. A live form evaluates these after a change
/// instead of the whole plan.
struct JudgeFocus: Sendable {
  /// Whether each rule is evaluated, by position, and whether each field is read.
  private(set) var isJudged: [Bool]
  private(set) var isRead: [Bool]

  /// Creates a focus on rules and everything that they depend on: the rules that they need, and the
  /// rules whose failure skips them.
  init(_ positions: some Sequence<Int>, of plan: Plan) {
    isJudged = Array(repeating: false, count: plan.rules.count)
    isRead = Array(repeating: false, count: plan.fields.count)
    var open = Array(positions)
    if plan.usesStops, plan.rules.contains(where: { $0.stop == .first }) {
      open = Array(plan.rules.indices.dropFirst())
    }
    while let position = open.popLast() {
      if isJudged[position] { continue }
      isJudged[position] = true
      let rule = plan.rules[position]
      open += rule.needs
      for field in rule.reads.fields { isRead[field] = true }
      guard plan.usesStops else { continue }
      open += plan.rules.indices.dropFirst().filter { plan.rules[$0].subject == rule.subject }
    }
  }

  /// Adds another focus.
  mutating func formUnion(_ other: JudgeFocus) {
    for index in isJudged.indices where other.isJudged[index] { isJudged[index] = true }
    for index in isRead.indices where other.isRead[index] { isRead[index] = true }
  }

  /// Removes the rules for scenarios other than that of a run.
  func without(scenario: String?, of plan: Plan) -> JudgeFocus {
    var rest = self
    for index in isJudged.indices where plan.rules[index].isExcluded(from: scenario) {
      rest.isJudged[index] = false
    }
    return rest
  }
}

/// Some rules of a plan, with the fields that must be read for them: what a live form asks after a
/// change, in place of everything.
struct JudgeFocus: Sendable {
  /// Of each rule, by position, whether it is judged, and of each field whether it is read.
  private(set) var isJudged: [Bool]
  private(set) var isRead: [Bool]

  /// A focus on rules and on all that decides about them: the rules that they need, and those whose
  /// failure leaves them out.
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

  /// Adds another one.
  mutating func formUnion(_ other: JudgeFocus) {
    for index in isJudged.indices where other.isJudged[index] { isJudged[index] = true }
    for index in isRead.indices where other.isRead[index] { isRead[index] = true }
  }

  /// Leaves out the rules for other scenarios than that of a run.
  func without(scenario: String?, of plan: Plan) -> JudgeFocus {
    var rest = self
    for index in isJudged.indices where plan.rules[index].isLeftOut(of: scenario) {
      rest.isJudged[index] = false
    }
    return rest
  }
}

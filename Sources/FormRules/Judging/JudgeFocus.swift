/// Some rules of a plan and the fields that they read. A live form evaluates these after a change
/// instead of the whole plan.
package struct JudgeFocus: Sendable {
  /// Whether each rule is evaluated, by position.
  private(set) var judgedRules: [Bool]
  /// Whether each field is read, by position.
  package private(set) var readFields: [Bool]

  /// Creates a focus on rules and everything that they depend on: the rules that they need, and the
  /// rules whose failure skips them.
  package init(_ positions: some Sequence<Int>, of plan: Plan) {
    judgedRules = Array(repeating: false, count: plan.rules.count)
    readFields = Array(repeating: false, count: plan.fields.count)
    var open = Array(positions)
    if plan.usesStops, plan.rules.contains(where: { $0.stop == .first }) {
      open = Array(plan.rules.indices.dropFirst())
    }
    while let position = open.popLast() {
      if judgedRules[position] { continue }
      judgedRules[position] = true
      let rule = plan.rules[position]
      open += rule.needs
      for field in rule.reads.fields { readFields[field] = true }
      // A record is not compared with the stored one that it supersedes.
      if rule.statefulRule?.comparesWithStored == true {
        for field in plan.form.key.compactMap(plan.form.fieldIndex) { readFields[field] = true }
      }
      guard plan.usesStops else { continue }
      open += plan.rules.indices.dropFirst().filter { plan.rules[$0].subject == rule.subject }
    }
  }

  /// Creates a focus on all rules of a scenario except some.
  init(of plan: Plan, without unevaluated: Set<Int>, scenario: String?) {
    judgedRules = plan.rules.indices.map { position in
      !unevaluated.contains(position) && !plan.rules[position].isExcluded(from: scenario)
    }
    // Keys under rules that the scenario excludes are needed too.
    let fields = plan.fields(of: Set(plan.rules.indices.dropFirst()).subtracting(unevaluated))
    readFields = plan.fields.indices.map(fields.contains)
  }

  /// Creates a focus on the fields that rules need to count records. No rule is evaluated.
  init(counting positions: [Int], of plan: Plan) {
    self.init(readingFields: plan.fields(of: Set(positions)), of: plan)
  }

  /// Creates a focus on fields alone.
  package init(readingFields fields: some Sequence<Int>, of plan: Plan) {
    judgedRules = Array(repeating: false, count: plan.rules.count)
    readFields = Array(repeating: false, count: plan.fields.count)
    for field in fields { readFields[field] = true }
  }

  /// Adds another focus.
  package mutating func formUnion(_ other: JudgeFocus) {
    for index in judgedRules.indices where other.judgedRules[index] { judgedRules[index] = true }
    for index in readFields.indices where other.readFields[index] { readFields[index] = true }
  }

  /// The focus without the rules for scenarios other than that of a run.
  package func without(scenario: String?, of plan: Plan) -> JudgeFocus {
    var rest = self
    for index in judgedRules.indices where plan.rules[index].isExcluded(from: scenario) {
      rest.judgedRules[index] = false
    }
    return rest
  }
}

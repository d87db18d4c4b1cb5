extension Plan {
  /// Two stateful rules, of which the second is evaluated only if the first has passed, or nil if
  /// there are none. A later comparison of keys cannot determine the records that the second rule
  /// compares.
  package var statefulRuleChain: (first: String, second: String)? {
    for second in statefulRulePositions {
      var (open, seen) = ([second], Set([second]))
      while let position = open.popLast() {
        for other in rules.indices where isEvaluated(position, dependsOn: other) {
          if other != second, rules[other].statefulRule != nil {
            return (rules[other].id, rules[second].id)
          }
          if seen.insert(other).inserted { open.append(other) }
        }
      }
    }
    return nil
  }

  /// The fields read by the stateful rules and by the rules that they depend on, in order.
  package var statefulRuleFields: [Int] {
    let focus = JudgeFocus(statefulRulePositions, of: self)
    return fields.indices.filter { focus.readFields[$0] }
  }

  /// These rules, and the rules whose evaluation depends on their results, directly or through
  /// other rules.
  package func rulesAffected(by positions: some Sequence<Int>) -> Set<Int> {
    var (open, affected) = (Array(positions), Set(positions))
    while let position = open.popLast() {
      for other in rules.indices where !affected.contains(other) {
        // A deferred rule is evaluated for the records that no other rule rejects.
        let isDeferred = rules[other].isDeferred && rules[position].severity.rejects
        guard isDeferred || isEvaluated(other, dependsOn: position) else { continue }
        affected.insert(other)
        open.append(other)
      }
    }
    return affected
  }

  /// The rules that must be evaluated to evaluate some rules.
  package func rulesNeeded(for positions: Set<Int>) -> Set<Int> {
    if positions.contains(where: { rules[$0].isDeferred }) { return Set(rules.indices) }
    let focus = JudgeFocus(positions, of: self)
    return Set(rules.indices.filter { focus.judgedRules[$0] })
  }

  /// Whether the result of another rule determines if a rule is evaluated.
  private func isEvaluated(_ position: Int, dependsOn other: Int) -> Bool {
    let (rule, before) = (rules[position], rules[other])
    if rule.needs.contains(other) { return true }
    guard other < position else { return false }
    switch before.stop {
    case .first: return true
    case .firstPerField: return before.subject != nil && before.subject == rule.subject
    case .never, nil: return false
    }
  }
}

extension Plan {
  /// Two rules that remember records, of which one is asked only if the other has passed: nil when
  /// there are none. Who compares keys afterwards cannot tell which records the second one compares.
  package var uniqueChain: (first: String, second: String)? {
    for second in uniquePositions {
      var (open, seen) = ([second], Set([second]))
      while let position = open.popLast() {
        for other in rules.indices where isEvaluated(position, dependsOn: other) {
          if other != second, rules[other].remembering != nil {
            return (rules[other].id, rules[second].id)
          }
          if seen.insert(other).inserted { open.append(other) }
        }
      }
    }
    return nil
  }

  /// The fields that the rules that remember records read, and the rules that decide about them, in order.
  package var uniqueReads: [Int] {
    let focus = JudgeFocus(uniquePositions, of: self)
    return fields.indices.filter { focus.isRead[$0] }
  }

  /// Whether what a rule says decides whether another one is asked.
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

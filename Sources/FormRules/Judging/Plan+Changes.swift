extension Plan {
  /// The rules that say of every record what they said under an earlier plan, so that a replay need
  /// not ask them again.
  ///
  /// They hold for the same form version, clock, parameters and program only; that is for the caller
  /// to see to. Rules that need something from outside, compare with the store, or may be left out
  /// for what other rules said are never among them.
  ///
  /// - Returns: positions in the earlier plan with their positions in this one.
  package func unchangedRules(since earlier: Plan) -> [Int: Int] {
    guard form == earlier.form, ruleSet.parameters == earlier.ruleSet.parameters,
      ruleSet.presets == earlier.ruleSet.presets, !dependsOnOutcomes, !earlier.dependsOnOutcomes
    else { return [:] }
    var unchanged: [Int: Int] = [:]
    for position in rules.indices.dropFirst() {
      guard let before = earlier.position(ofRule: rules[position].id),
        rules[position].judgesAlike(earlier.rules[before])
      else { continue }
      unchanged[before] = position
    }
    return unchanged
  }

  /// Whether what one rule says may depend on what another one said.
  private var dependsOnOutcomes: Bool { usesNeeds || usesStops || hasRemote }

  /// The fields that must be read for some rules.
  func fields(of positions: Set<Int>) -> Set<Int> {
    positions.reduce(into: []) { $0.formUnion(rules[$1].reads.fields) }
  }
}

extension PlanRule {
  /// Whether both say the same of every record, of the same form.
  fileprivate func judgesAlike(_ other: PlanRule) -> Bool {
    guard subject == other.subject, field == other.field else { return false }
    switch (kind, other.kind) {
    case (.required, .required), (.type, .type): return true
    case (.rule, .rule):
      guard demands.allSatisfy({ $0 == .maskedStorage }), remembering?.comparesWithStored != true,
        let entry,
        var before = other.entry
      else { return false }
      // What is said of a failure is no part of it.
      (before.message, before.messages) = (entry.message, entry.messages)
      before.severity = entry.severity
      return entry == before
    default: return false
    }
  }
}

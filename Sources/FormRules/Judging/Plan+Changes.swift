extension Plan {
  /// The rules that give the same result for every record as under an earlier plan, so that a
  /// replay does not need to evaluate them again.
  ///
  /// The caller must ensure that the form version, clock, parameters and program are the same.
  /// Rules that need external data, compare with the store, or may be skipped because of other
  /// rules' results are never included.
  ///
  /// - Returns: The positions in the earlier plan with their positions in this one.
  package func unchangedRules(since earlier: Plan) -> [Int: Int] {
    guard form == earlier.form, ruleSet.parameters == earlier.ruleSet.parameters,
      ruleSet.presets == earlier.ruleSet.presets, !dependsOnOutcomes, !earlier.dependsOnOutcomes
    else { return [:] }
    var unchanged: [Int: Int] = [:]
    for position in rules.indices.dropFirst() {
      guard let before = earlier.position(ofRule: rules[position].id),
        rules[position].isEquivalent(to: earlier.rules[before])
      else { continue }
      unchanged[before] = position
    }
    return unchanged
  }

  /// Whether the result of a rule may depend on that of another.
  private var dependsOnOutcomes: Bool { usesNeeds || usesStops || !deferred.isEmpty }

  /// The fields that some rules read.
  func fields(of positions: Set<Int>) -> Set<Int> {
    positions.reduce(into: []) { $0.formUnion(rules[$1].reads.fields) }
  }
}

extension PlanRule {
  /// Whether both rules give the same result for every record of the same form.
  fileprivate func isEquivalent(to other: PlanRule) -> Bool {
    guard subject == other.subject, field == other.field else { return false }
    switch (kind, other.kind) {
    case (.required, .required), (.type, .type): return true
    case (.rule, .rule):
      guard externalInputs.allSatisfy({ $0 == .maskedStorage }),
        statefulRule?.comparesWithStored != true,
        let entry,
        var before = other.entry
      else { return false }
      // Messages and severity do not affect whether a rule fails.
      (before.message, before.messages) = (entry.message, entry.messages)
      before.severity = entry.severity
      return entry == before
    default: return false
    }
  }
}

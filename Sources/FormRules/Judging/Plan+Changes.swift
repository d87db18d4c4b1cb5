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
        rules[position].isReproducible, rules[position].isSame(as: earlier.rules[before])
      else { continue }
      unchanged[before] = position
    }
    return unchanged
  }

  /// Whether both plans find the same errors in every record, apart from the messages.
  package func isEquivalent(to other: Plan) -> Bool {
    form == other.form && ruleSet.parameters == other.ruleSet.parameters
      && ruleSet.presets == other.ruleSet.presets && rules.count == other.rules.count
      && zip(rules.dropFirst(), other.rules.dropFirst()).allSatisfy { rule, other in
        rule.id == other.id && rule.severity == other.severity && rule.isSame(as: other)
      }
  }

  /// Whether the result of a rule may depend on that of another.
  private var dependsOnOutcomes: Bool { usesNeeds || usesStops || !deferred.isEmpty }

  /// These rules, and the rules whose results may depend on theirs.
  package func dependents(of positions: Set<Int>) -> Set<Int> {
    if usesStops { return Set(rules.indices) }
    // Deferred rules are evaluated for the records that no other rule rejects.
    var found = positions.union(deferred)
    // A rule may need a later one.
    while case let more = rules.indices.filter({
      !found.contains($0) && !found.isDisjoint(with: rules[$0].needs)
    }), !more.isEmpty { found.formUnion(more) }
    return found
  }

  /// The names of the fields that a rule reads, including those of its condition, and of the fields
  /// that depend on them. Nil if the plan has no rule with this id, or if it reads no field.
  package func fieldNames(ofRule id: String) -> Set<String>? {
    guard let position = position(ofRule: id), !rules[position].reads.fields.isEmpty else {
      return nil
    }
    let fields = expressions.dependents(of: rules[position].reads.fields)
    return Set(fields.map { form.fields[$0].name })
  }

  /// The fields that some rules read.
  func fields(of positions: Set<Int>) -> Set<Int> {
    positions.reduce(into: []) { $0.formUnion(rules[$1].reads.fields) }
  }
}

extension PlanRule {
  /// Whether the result of the rule depends neither on external data nor on other rules.
  package var isSelfContained: Bool { readsRecordsOnly && needs.isEmpty }

  private var readsRecordsOnly: Bool { externalInputs.allSatisfy { $0 == .maskedStorage } }

  /// Whether the result of the rule depends only on the records of one import, the clock, and the
  /// parameters.
  fileprivate var isReproducible: Bool {
    readsRecordsOnly && statefulRule?.comparesWithStored != true
  }

  /// Whether both rules test the same.
  fileprivate func isSame(as other: PlanRule) -> Bool {
    guard subject == other.subject, field == other.field else { return false }
    switch (kind, other.kind) {
    case (.required, .required), (.type, .type), (.implied, .implied): return true
    case (.rule, .rule):
      guard let entry, var before = other.entry else { return false }
      // Messages and severity do not affect whether a rule fails.
      (before.message, before.messageTranslations) = (entry.message, entry.messageTranslations)
      before.severity = entry.severity
      return entry == before
    default: return false
    }
  }
}

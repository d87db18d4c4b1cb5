extension Plan {
  /// Creates the counts of a run, or returns nil if no evaluated rule needs any.
  ///
  /// - Parameters:
  ///   - unevaluated: The positions of rules that are not evaluated.
  ///   - configuration: The configuration of the run.
  ///   - collectsTexts: Whether the values of a field may be part of errors, by the field's
  ///     position.
  package func makeCounts(
    _ configuration: RunState.Configuration, without unevaluated: Set<Int> = [],
    collectsTexts: (Int) -> Bool
  ) -> CountedRecords? {
    var byRule: [Int: any RuleCounts] = [:]
    for position in countingRulePositions where !unevaluated.contains(position) {
      let rule = rules[position]
      guard let counting = rule.countingRule, !rule.isExcluded(from: configuration.scenario) else {
        continue
      }
      byRule[position] = counting.makeCounts(
        spillingTo: configuration.spill, collectsTexts: rule.subject.map(collectsTexts) ?? false)
    }
    return byRule.isEmpty ? nil : CountedRecords(byRule)
  }

  /// Whether errors may contain the values of a field: not if it is sensitive or stored masked.
  package func mayQuote(field: Int) -> Bool {
    !form.fields[field].sensitive && !cardFields.contains(field)
  }
}

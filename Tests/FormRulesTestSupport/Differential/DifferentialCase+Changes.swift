import FormRules
package import FormTestSupport

extension DifferentialCase {
  /// Changes a few rules like a new version.
  package mutating func changeRules(using random: inout SeededGenerator) {
    for part in ruleSet.fields.indices {
      ruleSet.fields[part].rules = ruleSet.fields[part].rules.compactMap {
        $0.changed(using: &random)
      }
      if Int.random(in: 0..<8, using: &random) == 0 { ruleSet.fields[part].rules.reverse() }
    }
    ruleSet.recordRules = ruleSet.recordRules.compactMap { $0.changed(using: &random) }
  }
}

extension RuleEntry {
  fileprivate func changed(using random: inout SeededGenerator) -> RuleEntry? {
    var entry = self
    // A needed rule might be removed or follow its dependent rule.
    entry.needs = []
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return nil
    case 1: entry.severity = .warning
    case 2: entry.message = "Other words."
    case 3: entry.code = "another.code"
    case 4: entry.when = nil
    case 5: entry.empty = entry.empty == nil ? .validate : nil
    case 6: entry.scenarios = ["draft"]
    default: break
    }
    return entry
  }
}

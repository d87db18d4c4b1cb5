import FormRules
import FormStore

/// Counts the errors in the rejected records of a file, for comparison with the manifest.
struct ExternalRunCounter {
  private var counts = RunCounts()
  /// The numbers of rejecting errors and of other errors, by rule.
  private var rejecting: [String: Int] = [:]
  private var others: [String: Int] = [:]

  /// Counts a rejected record by the rules that it failed.
  mutating func count(_ rules: [String], _ severities: [Severity]) {
    for (rule, severity) in zip(rules, severities) {
      if severity.rejects {
        rejecting[rule, default: 0] += 1
      } else {
        others[rule, default: 0] += 1
      }
    }
    counts.add(severities)
  }

  /// Describes how a file's counts contradict its records, or returns nil if they do not.
  ///
  /// Only rejected records have rejecting errors, so their counts are exact. An accepted record may
  /// have at most one warning of each rule.
  func contradiction(_ file: ExternalRunManifest.File, _ plan: Plan) -> String? {
    guard file.errors == counts.errors else {
      return "it has \(file.errors) errors, but its rejected records have \(counts.errors)"
    }
    guard (counts.warned...counts.warned + file.accepted).contains(file.warned) else {
      return "it cannot have \(file.warned) records with warnings"
    }
    let warning = plan.rules.filter { $0.severity == .warning }.compactMap { file.byRule[$0.id] }
    // The sum of untrusted counts may overflow.
    var unexplained = file.warned
    for count in warning { unexplained -= min(count, unexplained) }
    guard file.warned >= warning.max() ?? 0, unexplained == 0 else {
      return "its rules cannot have warnings for \(file.warned) records"
    }
    let warnings = Set(plan.rules.filter { !$0.severity.rejects }.map(\.id))
    for rule in Set(file.byRule.keys).union(rejecting.keys).union(others.keys).sorted() {
      let count = file.byRule[rule] ?? 0
      let least = (rejecting[rule] ?? 0) + (others[rule] ?? 0)
      let most = warnings.contains(rule) ? least + file.accepted : least
      guard (least...most).contains(count) else {
        return
          "rule '\(rule)' cannot have failed \(count) times, because it failed \(least) times in "
          + "the rejected records"
      }
    }
    return nil
  }
}

import FormRules

/// What the rejected records of a job's file come to, to hold the counts of the manifest against.
struct ExternalRunTally {
  private var errors = 0
  private var warned = 0
  /// Errors that reject, and others, by rule.
  private var rejecting: [String: Int] = [:]
  private var others: [String: Int] = [:]

  /// Counts a rejected record by the rules that it failed.
  mutating func count(_ rules: [String], _ severities: [Severity]) {
    for (rule, severity) in zip(rules, severities) {
      if severity.rejects {
        errors += 1
        rejecting[rule, default: 0] += 1
      } else {
        others[rule, default: 0] += 1
      }
    }
    if severities.contains(.warning) { warned += 1 }
  }

  /// Why a file's counts cannot be those of its records, in words; nil when they can.
  ///
  /// Only rejected records have errors that reject, so these are known exactly; an accepted record may
  /// have one warning of each rule.
  func contradiction(_ file: ExternalRunManifest.File, _ plan: Plan) -> String? {
    guard file.errors == errors else {
      return "it has \(file.errors) errors, and its rejected records have \(errors)"
    }
    guard (warned...warned + file.accepted).contains(file.warned) else {
      return "it cannot have \(file.warned) records with warnings"
    }
    let warning = plan.rules.filter { $0.severity == .warning }.compactMap { file.byRule[$0.id] }
    guard file.warned >= warning.max() ?? 0, file.warned <= warning.reduce(0, +) else {
      return "its rules cannot have warned of \(file.warned) records"
    }
    let warnings = Set(plan.rules.filter { !$0.severity.rejects }.map(\.id))
    for rule in Set(file.byRule.keys).union(rejecting.keys).union(others.keys).sorted() {
      let count = file.byRule[rule] ?? 0
      let least = (rejecting[rule] ?? 0) + (others[rule] ?? 0)
      let most = warnings.contains(rule) ? least + file.accepted : least
      guard (least...most).contains(count) else {
        return
          "rule '\(rule)' cannot have failed \(count) times, since it failed \(least) times in the "
          + "rejected records"
      }
    }
    return nil
  }
}

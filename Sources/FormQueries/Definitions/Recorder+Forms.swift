package import FormRules
import FormStore

extension Recorder {
  /// The current versions of all forms, by name.
  package func currentForms() throws(RecorderError) -> [Form] {
    let store = try storeIfPresent()
    return try mappingErrors { try store?.latestVersions(of: .form).map { try $0.form() } } ?? []
  }

  /// The current versions of all rule sets, by name.
  package func currentRuleSets() throws(RecorderError) -> [RuleSet] {
    let store = try storeIfPresent()
    return try mappingErrors {
      try store?.latestVersions(of: .ruleSet).map { try $0.ruleSet() }
    } ?? []
  }

  /// Finds a form and a rule set in the store and binds them. See `bind(form:rules:in:)`.
  package func plan(
    form: VersionReference?, rules: VersionReference?
  ) throws(RecorderError) -> Plan {
    try bind(form: form, rules: rules, in: try storeForReading()).plan
  }
}

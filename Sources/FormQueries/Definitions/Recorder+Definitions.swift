import FormDefinitions
public import FormRules
import FormStore

extension Recorder {
  /// A stored form, in the given version or the latest one.
  ///
  /// - Throws: `RecorderError` with reason `missing` if there is no such version.
  public func form(_ reference: VersionReference) throws(RecorderError) -> Form {
    guard case .form(let form)? = try definitions(reference, kind: .form).first?.definition else {
      throw RecorderError(.missing(.form("\(reference)")), "there is no form \(reference)")
    }
    return form
  }

  /// A stored rule set, in the given version or the latest one.
  ///
  /// - Throws: `RecorderError` with reason `missing` if there is no such version.
  public func ruleSet(_ reference: VersionReference) throws(RecorderError) -> RuleSet {
    guard case .ruleSet(let rules)? = try definitions(reference, kind: .ruleSet).first?.definition
    else {
      throw RecorderError(.missing(.ruleSet("\(reference)")), "there is no rule set \(reference)")
    }
    return rules
  }
}

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

import FormDefinitions
public import FormRules

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

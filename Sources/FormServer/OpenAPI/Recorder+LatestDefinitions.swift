#if Server
import FormDefinitions
import FormRecorder
import FormRules

extension Recorder {
  /// The latest version of a form.
  func latestForm(_ name: String) throws -> Form {
    guard let reference = VersionReference(name),
      case .form(let form)? = try definitions(reference, kind: .form).first?.definition
    else { throw RecorderError(.missing(.form(name)), "there is no form \(name)") }
    return form
  }

  /// The latest version of a rule set, or nil if there is none.
  func latestRules(_ name: String) throws -> RuleSet? {
    guard let reference = VersionReference(name),
      case .ruleSet(let rules)? = try definitions(reference, kind: .ruleSet).first?.definition
    else { return nil }
    return rules
  }
}
#endif

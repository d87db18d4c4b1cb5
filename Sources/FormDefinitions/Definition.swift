public import FormRules

/// What one document of a definition file defines.
public enum Definition: Sendable, Equatable {
  /// `form: NAME`.
  case form(Form)
  /// `rules: NAME`.
  case ruleSet(RuleSet)

  /// The form's or rule set's name.
  public var name: String {
    switch self {
    case .form(let form): form.name
    case .ruleSet(let ruleSet): ruleSet.name
    }
  }

  /// The text that is stored and hashed; see `Form.canonicalJSON()`.
  package func canonicalJSON() -> String {
    switch self {
    case .form(let form): form.canonicalJSON()
    case .ruleSet(let ruleSet): ruleSet.canonicalJSON()
    }
  }
}

public import FormRules

/// The definition in one document of a definition file.
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

  /// Returns the normalized content for storing and hashing. See `Form.canonicalJSON()`.
  package func canonicalJSON() -> String {
    switch self {
    case .form(let form): form.canonicalJSON()
    case .ruleSet(let ruleSet): ruleSet.canonicalJSON()
    }
  }
}

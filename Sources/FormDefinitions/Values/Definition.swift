public import FormRules

/// The definition in one document of a definition file.
public enum Definition: Sendable, Equatable {
  /// `form: NAME`.
  case form(Form)
  /// `rules: NAME`.
  case ruleSet(RuleSet)
  /// `source: NAME`.
  case source(Source)

  /// The kind of the definition.
  public var kind: DefinitionKind {
    switch self {
    case .form: .form
    case .ruleSet: .ruleSet
    case .source: .source
    }
  }

  /// The name of the definition.
  public var name: String {
    switch self {
    case .form(let form): form.name
    case .ruleSet(let ruleSet): ruleSet.name
    case .source(let source): source.name
    }
  }
}

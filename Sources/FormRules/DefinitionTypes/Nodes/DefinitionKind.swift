/// The kind of a definition. The raw value is the key that begins its document.
public enum DefinitionKind: String, Sendable, CaseIterable {
  case form
  case ruleSet = "rules"
  case source

  /// The kind in words.
  package var displayName: String { self == .ruleSet ? "rule set" : rawValue }
}

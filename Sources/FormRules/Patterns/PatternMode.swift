extension RuleEntry {
  /// The part of the text that must match.
  public enum PatternMode: String, ParameterValue, CaseIterable, Sendable {
    /// The whole text.
    case whole
    /// Any part of the text.
    case search
    /// Exactly one part of the text.
    case once
  }
}

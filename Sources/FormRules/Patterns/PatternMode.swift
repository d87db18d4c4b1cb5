extension RuleEntry {
  /// What must match.
  public enum PatternMode: String, ParameterValue, CaseIterable, Sendable {
    /// The whole text.
    case whole
    /// Any part of it.
    case search
    /// Exactly one part of it.
    case once
  }
}

extension RuleEntry {
  /// What must match.
  public enum PatternMode: String, CaseIterable, Sendable {
    /// The whole text.
    case whole
    /// Any part of the text.
    case search
    /// Exactly one part of the text.
    case once
  }
}

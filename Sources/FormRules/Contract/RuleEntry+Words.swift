// Words that parameters of several rules have.
extension RuleEntry {
  /// How much a rule takes.
  public enum Strictness: String, ParameterValue, CaseIterable, Sendable {
    /// What the standard says.
    case standard
    /// What other libraries take.
    case loose
  }

  /// Whether a part is there.
  public enum Presence: String, ParameterValue, CaseIterable, Sendable {
    /// It must be.
    case required
    /// It may be.
    case optional
    /// It must not be.
    case forbidden = "none"
  }
}

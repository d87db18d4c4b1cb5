// Values of parameters that several rules share.
extension RuleEntry {
  /// How strict a rule is.
  public enum Strictness: String, ParameterValue, CaseIterable, Sendable {
    /// Accepts what the standard allows.
    case standard
    /// Accepts what other libraries accept.
    case loose
  }

  /// Whether a value must have a part.
  public enum Presence: String, ParameterValue, CaseIterable, Sendable {
    /// The part must be present.
    case required
    /// The part may be present.
    case optional
    /// The part must be absent.
    case forbidden = "none"

    func permits(isPresent: Bool) -> Bool {
      self == .optional || isPresent == (self == .required)
    }
  }
}

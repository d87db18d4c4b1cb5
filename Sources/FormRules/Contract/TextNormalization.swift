/// The parameter that makes canonically equivalent texts equal to a rule.
enum TextNormalization {
  static let parameter = Parameter<RuleEntry.Normalization>(
    "normalize", effect: .words([["none"], ["nfc"]]),
    "`nfc`: texts that are canonically equivalent in Unicode, such as é as one or two code "
      + "points, are equal.", default: .bytes)
}

extension RuleEntry {
  /// When two texts are equal to `unique`.
  public enum Normalization: String, ParameterValue, CaseIterable, Sendable {
    /// They have equal bytes.
    case bytes = "none"
    /// They are canonically equivalent in Unicode.
    case nfc
  }
}

extension Unicode.Scalar {
  /// Whether it is ASCII or canonically equivalent to an ASCII character. The Greek question mark,
  /// the Greek varia and the Kelvin sign are the only equivalents (UnicodeData, singleton
  /// decompositions).
  var isEquivalentToASCII: Bool { isASCII || [0x37E, 0x1FEF, 0x212A].contains(value) }
}

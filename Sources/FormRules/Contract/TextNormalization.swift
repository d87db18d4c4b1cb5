/// Whether texts that mean the same in Unicode, but are written otherwise, are the same to a rule.
enum TextNormalization {
  static let parameter = Parameter<RuleEntry.Normalization>(
    "normalize",
    "`nfc`: texts that differ only in how accents are written (Unicode "
      + "canonical equivalence) are the same.", default: .bytes)
}

extension RuleEntry {
  /// What is the same text to `unique`.
  public enum Normalization: String, ParameterValue, CaseIterable, Sendable {
    /// Equal bytes.
    case bytes = "none"
    /// Canonically equivalent Unicode.
    case nfc
  }
}

extension Unicode.Scalar {
  /// Whether it is ASCII, or canonically equivalent to one that is: the Greek question mark, the
  /// Greek varia and the Kelvin sign are the only ones (UnicodeData, singleton decompositions).
  var isEquivalentToASCII: Bool { isASCII || [0x37E, 0x1FEF, 0x212A].contains(value) }
}

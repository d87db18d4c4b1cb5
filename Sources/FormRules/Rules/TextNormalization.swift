/// Whether texts that mean the same in Unicode, but are written otherwise, are the same to a rule.
enum TextNormalization: String, CaseIterable, Sendable {
  /// Bytes are compared.
  case none
  /// é is é in one code point and in two (Unicode canonical equivalence, UAX #15).
  case nfc

  static let parameter = RuleDocumentation.Parameter(
    "normalize",
    "`nfc`: texts that differ only in how accents are written (Unicode canonical equivalence) "
      + "are the same; `none` unless said.")
}

extension Unicode.Scalar {
  /// Whether it is ASCII, or canonically equivalent to one that is: the Greek question mark, the
  /// Greek varia and the Kelvin sign are the only ones (UnicodeData, singleton decompositions).
  var isEquivalentToASCII: Bool { isASCII || [0x37E, 0x1FEF, 0x212A].contains(value) }
}

extension RuleParameters {
  /// Whether `normalize` asks for canonical equivalence.
  func normalizes() throws(DefinitionError) -> Bool {
    try choice("normalize", default: TextNormalization.none) == .nfc
  }
}

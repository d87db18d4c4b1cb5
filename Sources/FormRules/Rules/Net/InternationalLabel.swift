import FormBytes

/// Labels of international host names (IDNA 2008), after mapping (`DomainMapping`).
///
/// The properties that RFC 5892 derives from Unicode's tables are derived here from those of the
/// standard library.
enum InternationalLabel {
  /// Whether scalars, at least one of which is outside ASCII, are a U-label (RFC 5891, 4.2 and
  /// 5.4), apart from the Bidi rule.
  ///
  /// - Parameters:
  ///   - scalars: Mapped scalars in normal form C.
  ///   - acceptsSymbols: Whether symbols such as ☃ are accepted, as in web browsers (UTS #46).
  static func isValid(_ scalars: Span<UInt32>, acceptsSymbols: Bool = false) -> Bool {
    let last = scalars.count - 1
    guard last >= 0, let first = Unicode.Scalar(scalars[0]), !first.isMark, scalars[0] != 0x2D,
      scalars[last] != 0x2D
    else { return false }
    if scalars.count >= 4, scalars[2] == 0x2D, scalars[3] == 0x2D { return false }
    for index in 0..<scalars.count {
      guard let scalar = Unicode.Scalar(scalars[index]) else { return false }
      if let rule = contextRule(scalar) {
        guard rule(scalars, index) else { return false }
      } else if !isValid(scalar) {
        guard acceptsSymbols, scalar.isVisibleSymbol else { return false }
      }
    }
    return true
  }

  /// Whether the label meets the conditions of browsers (UTS #46, 4.1): it does not begin with a
  /// mark and satisfies the rules for joiners. The caller has already checked that its characters
  /// are mapped and allowed.
  static func isValidInBrowsers(_ scalars: Span<UInt32>) -> Bool {
    for index in 0..<scalars.count {
      guard let scalar = Unicode.Scalar(scalars[index]) else { return false }
      if index == 0, scalar.isMark { return false }
      guard scalar.value == 0x200C || scalar.value == 0x200D else { continue }
      guard let rule = contextRule(scalar), rule(scalars, index) else { return false }
    }
    return true
  }

  /// Whether the character is valid without context (RFC 5892, 2 and 3).
  private static func isValid(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Exceptions, RFC 5892, 2.6.
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    // Old Hangul jamo, 2.9, and ignorable blocks, 2.4.
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return false
    case 0x20D0...0x20FF, 0x1D100...0x1D24F: return false
    case 0x2D: return true
    default: break
    }
    if scalar.isASCII {
      let byte = UInt8(scalar.value)
      return byte.isASCIIDigit || byte.isASCIILetter && byte >= UInt8(ascii: "a")
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || properties.changesWhenNFKCCaseFolded {
      return false
    }
    switch properties.generalCategory {
    // Folding keeps only the uppercase letters of Cherokee, because its lowercase letters fold to
    // them.
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      return true
    default: return false
    }
  }

  private typealias ContextRule = (Span<UInt32>, Int) -> Bool

  /// The contextual rule for a character (RFC 5892, appendix A); nil if it has none.
  private static func contextRule(_ scalar: Unicode.Scalar) -> ContextRule? {
    switch scalar.value {
    case 0x200C:
      { scalars, index in
        isBehindVirama(scalars, index) || joinsBothSides(scalars, index)
      }
    case 0x200D: isBehindVirama
    case 0xB7:
      { scalars, index in
        index > 0 && index + 1 < scalars.count && scalars[index - 1] | 0x20 == 0x6C
          && scalars[index + 1] | 0x20 == 0x6C
      }
    case 0x375:
      { scalars, index in index + 1 < scalars.count && greek.contains(scalars[index + 1]) }
    case 0x5F3, 0x5F4:
      { scalars, index in index > 0 && hebrew.contains(scalars[index - 1]) }
    case 0x30FB:
      { scalars, _ in contains(scalars) { japanese.contains($0) } }
    case 0x660...0x669:
      { scalars, _ in !contains(scalars) { (0x6F0...0x6F9).contains($0) } }
    case 0x6F0...0x6F9:
      { scalars, _ in !contains(scalars) { (0x660...0x669).contains($0) } }
    default: nil
    }
  }

  private static func contains(_ scalars: Span<UInt32>, _ isMember: (UInt32) -> Bool) -> Bool {
    for index in 0..<scalars.count where isMember(scalars[index]) { return true }
    return false
  }

  private static func isBehindVirama(_ scalars: Span<UInt32>, _ index: Int) -> Bool {
    index > 0
      && Unicode.Scalar(scalars[index - 1])?.properties.canonicalCombiningClass == .virama
  }

  /// Whether the characters on both sides would join without the character at the index; marks and
  /// other transparent characters are skipped.
  private static func joinsBothSides(_ scalars: Span<UInt32>, _ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, isTransparent(scalars[before]) { before -= 1 }
    var behind = index + 1
    while behind < scalars.count, isTransparent(scalars[behind]) { behind += 1 }
    return before >= 0 && behind < scalars.count && joiningBehind.contains(scalars[before])
      && joiningBefore.contains(scalars[behind])
  }

  private static let joiningBehind = ScalarSet(hexadecimal: IDNATables.joiningBehind)
  private static let joiningBefore = ScalarSet(hexadecimal: IDNATables.joiningBefore)
  private static let greek = ScalarSet(hexadecimal: IDNATables.greek)
  private static let hebrew = ScalarSet(hexadecimal: IDNATables.hebrew)
  /// Hiragana, katakana and Han, without the middle dot and the length mark, which are common to
  /// several scripts.
  private static let japanese = ScalarSet(hexadecimal: IDNATables.japanese)

  /// Whether the character has joining type T (ArabicShaping.txt): nonspacing and enclosing marks,
  /// and format characters except the joiners.
  private static func isTransparent(_ value: UInt32) -> Bool {
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a combining mark (M).
  fileprivate var isMark: Bool {
    if value < 0x300 { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether the character is a symbol, other than placeholders (U+FFFC, U+FFFD).
  fileprivate var isVisibleSymbol: Bool {
    guard value != 0xFFFC, value != 0xFFFD, !isASCII else { return false }
    switch properties.generalCategory {
    case .otherSymbol, .mathSymbol, .currencySymbol, .otherNumber, .otherPunctuation: return true
    default: return false
    }
  }
}

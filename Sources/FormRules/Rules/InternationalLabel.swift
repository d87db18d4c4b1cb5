/// Labels of international host names (IDNA 2008).
///
/// What RFC 5892 derives from Unicode's tables is derived here from the standard library's. The
/// joining types behind its rule for U+200C are not among these: that character is taken between
/// letters of the scripts that join.
enum InternationalLabel {
  /// How many scalars a label can have: 63 bytes of punycode hold fewer.
  static let maximumScalars = 63

  /// Whether scalars that hold one beyond ASCII are a label in the form that people write (a
  /// U-label, RFC 5891, 4.2 and 5.4).
  ///
  /// - Parameters:
  ///   - foldsCase: whether characters that mapping changes, such as capitals, are taken
  ///     (RFC 5895).
  ///   - takesSymbols: whether symbols such as ☃ are taken, as web browsers do (UTS #46).
  static func isValid(
    _ scalars: Span<UInt32>, foldsCase: Bool, takesSymbols: Bool = false
  ) -> Bool {
    guard let first = Unicode.Scalar(scalars[0]), !first.isMark else { return false }
    if scalars.count >= 4, scalars[2] == 0x2D, scalars[3] == 0x2D { return false }
    for index in 0..<scalars.count {
      guard let scalar = Unicode.Scalar(scalars[index]) else { return false }
      if let rule = contextRule(scalar) {
        guard rule(scalars, index) else { return false }
      } else if !isValid(scalar, foldsCase: foldsCase) {
        guard takesSymbols, scalar.isVisibleSymbol else { return false }
      }
    }
    return satisfiesBidiRule(scalars)
  }

  /// RFC 5892, 2 and 3, but for the characters that need a context.
  private static func isValid(_ scalar: Unicode.Scalar, foldsCase: Bool) -> Bool {
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
      return byte.isASCIIDigit || byte.isASCIILetter && (foldsCase || byte >= UInt8(ascii: "a"))
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return false }
    if !foldsCase, properties.changesWhenNFKCCaseFolded { return false }
    switch properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
      .spacingMark:
      return true
    case .uppercaseLetter, .titlecaseLetter: return foldsCase
    default: return false
    }
  }

  private typealias ContextRule = (Span<UInt32>, Int) -> Bool

  /// The rules of RFC 5892, appendix A.
  private static func contextRule(_ scalar: Unicode.Scalar) -> ContextRule? {
    switch scalar.value {
    case 0x200C:
      { scalars, index in
        isBehindVirama(scalars, index)
          || index > 0 && index + 1 < scalars.count && joins(scalars[index - 1])
            && joins(scalars[index + 1])
      }
    case 0x200D: isBehindVirama
    case 0xB7:
      { scalars, index in
        index > 0 && index + 1 < scalars.count && scalars[index - 1] | 0x20 == 0x6C
          && scalars[index + 1] | 0x20 == 0x6C
      }
    case 0x375:
      { scalars, index in index + 1 < scalars.count && isGreek(scalars[index + 1]) }
    case 0x5F3, 0x5F4:
      { scalars, index in index > 0 && (0x591...0x5F4).contains(scalars[index - 1]) }
    case 0x30FB:
      { scalars, _ in contains(scalars) { isKana($0) || isHan($0) } }
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

  /// Arabic, Syriac, Mandaic, N'Ko, Mongolian, and Arabic's supplements.
  private static func joins(_ value: UInt32) -> Bool {
    switch value {
    case 0x620...0x6FF, 0x710...0x77F, 0x7CA...0x7EA, 0x840...0x85F, 0x860...0x8FF, 0x1820...0x18AA:
      true
    default: false
    }
  }

  private static func isGreek(_ value: UInt32) -> Bool {
    (0x370...0x3FF).contains(value) || (0x1F00...0x1FFF).contains(value)
  }

  /// Hiragana and katakana, without the middle dot itself.
  private static func isKana(_ value: UInt32) -> Bool {
    (0x3041...0x309F).contains(value) || (0x30A1...0x30FA).contains(value)
      || (0x30FC...0x30FF).contains(value) || (0x31F0...0x31FF).contains(value)
  }

  private static func isHan(_ value: UInt32) -> Bool {
    switch value {
    case 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
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

  /// Whether it is a symbol other than those that stand for what is missing (U+FFFC, U+FFFD), or
  /// that mapping turns into something else.
  fileprivate var isVisibleSymbol: Bool {
    guard value != 0xFFFC, value != 0xFFFD, !isASCII else { return false }
    switch properties.generalCategory {
    case .otherSymbol, .mathSymbol, .currencySymbol, .otherNumber, .otherPunctuation: return true
    default: return false
    }
  }
}

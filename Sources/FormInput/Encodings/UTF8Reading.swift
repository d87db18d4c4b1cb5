import FormBytes

/// The result of reading bytes as UTF-8.
enum UTF8Reading {
  /// Some bytes are not UTF-8.
  case invalid
  /// The bytes are UTF-8, but some characters hardly occur next to the others, as in `Fu߅`, which
  /// is `Fuß…` in windows-1252.
  case improbable
  /// The bytes are UTF-8, and the characters fit together.
  case probable

  /// Reads bytes, of which some are not ASCII. Linear.
  init(_ bytes: Span<UInt8>) {
    var isProbable = true
    var position = bytes.endOfASCII(from: 0)
    while position < bytes.count {
      guard let length = bytes.lengthOfScalar(at: position) else {
        self = .invalid
        return
      }
      if isProbable {
        isProbable = Self.fits(bytes, position, length: length)
      }
      position += length
      if position < bytes.count, bytes[position] < 0x80 {
        position = bytes.endOfASCII(from: position)
      }
    }
    self = isProbable ? .probable : .improbable
  }

  /// Returns whether the character at a position fits to those next to it: a letter to letters of
  /// its script, a small letter not after two capitals, a mark to a letter.
  private static func fits(_ bytes: Span<UInt8>, _ position: Int, length: Int) -> Bool {
    guard let scalar = scalar(bytes, position, length: length) else { return false }
    let before = position > 0 ? bytes[position - 1] : 0x20
    let after = position + length < bytes.count ? bytes[position + length] : 0x20
    let isBesideASCII = before.isASCIILetter || after.isASCIILetter
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter:
      if isBesideASCII, !scalar.isLatin { return false }
      let isAfterCapitals =
        position > 1 && before.isASCIICapital && bytes[position - 2].isASCIICapital
      return !(isAfterCapitals && scalar.properties.isLowercase && scalar != "ß")
    case .nonspacingMark, .spacingMark, .enclosingMark:
      return scalar.value >= 0x300 && before != 0x20 && (scalar.isLatin || !isBesideASCII)
    case .unassigned, .privateUse, .control, .surrogate: return false
    default:
      // Latin-1, punctuation and symbols, characters of East Asia and emoji. Other signs belong to
      // scripts.
      let isCommon =
        scalar.value < 0x370 || (0x2000..<0x2C00).contains(scalar.value) || scalar.value >= 0x3000
      return isCommon || !isBesideASCII
    }
  }

  private static func scalar(
    _ bytes: Span<UInt8>, _ position: Int, length: Int
  ) -> Unicode.Scalar? {
    var value = UInt32(bytes[position]) & (0x7F >> UInt32(length))
    for index in (position + 1)..<(position + length) {
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    return Unicode.Scalar(value)
  }
}

extension Unicode.Scalar {
  /// Whether a letter is Latin, or a mark combines with Latin letters.
  var isLatin: Bool { value < 0x370 || (0x1E00..<0x1F00).contains(value) }
}

extension UInt8 {
  fileprivate var isASCIICapital: Bool { (0x41...0x5A).contains(self) }
}

extension Span<UInt8> {
  /// Whether some bytes are characters in UTF-8 beyond ASCII. Linear.
  package var hasUTF8: Bool {
    var position = endOfASCII(from: 0)
    while position < count {
      if lengthOfScalar(at: position) != nil { return true }
      position = endOfASCII(from: position + 1)
    }
    return false
  }
}

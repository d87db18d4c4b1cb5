import FormBytes

/// What the parts of a URL are made of.
enum URLCharacters {
  /// unreserved and sub-delims (RFC 3986, 2.2 and 2.3).
  private static let plain = ASCIISet {
    $0.isASCIILetter || $0.isASCIIDigit || "-._~!$&'()*+,;=".utf8.contains($0)
  }
  /// Of a user name.
  static let userinfo = plain
  /// Of a password.
  static let password = ASCIISet { plain.contains($0) || $0 == UInt8(ascii: ":") }
  /// pchar and `/` (RFC 3986, 3.3).
  static let path = ASCIISet { plain.contains($0) || ":@/".utf8.contains($0) }
  /// Also `[` and `]`, which RFC 3986 wants escaped and every form library writes: `?a[0]=1`.
  static let query = ASCIISet { plain.contains($0) || ":@/?[]".utf8.contains($0) }
  /// RFC 3986, 3.5.
  static let fragment = ASCIISet { plain.contains($0) || ":@/?".utf8.contains($0) }

  /// Whether the text is made of the set, of percent signs with two hexadecimal digits, and, where
  /// that is taken, of visible characters beyond ASCII (RFC 3987, 2.2 and 4.1).
  static func isMade(_ text: Span<UInt8>, of set: ASCIISet, takesUnicode: Bool) -> Bool {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if set.contains(byte) {
        index += 1
      } else if byte == UInt8(ascii: "%") {
        guard index + 2 < text.count, text[index + 1].hexValue < 16, text[index + 2].hexValue < 16
        else { return false }
        index += 3
      } else {
        guard byte >= 0x80, takesUnicode, text.nextScalar(&index).isVisible else { return false }
      }
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Letters, marks, numbers, punctuation and symbols, and the joiners inside words and emoji.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .format: value == 0x200C || value == 0x200D
    case .control, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    default: value != 0xFFFC && value != 0xFFFD
    }
  }
}

import FormBytes

/// The characters of the parts of a URL.
enum URLCharacters {
  /// unreserved and sub-delims (RFC 3986, 2.2 and 2.3).
  private static let plain = ASCIISet.alphanumerics.union("-._~!$&'()*+,;=")
  /// The characters of a scheme after its first letter (RFC 3986, 3.1).
  static let scheme = ASCIISet.alphanumerics.union("+-.")
  /// The characters of a user name.
  static let userinfo = plain
  /// The characters of a password.
  static let password = plain.union(":")
  /// pchar and `/` (RFC 3986, 3.3).
  static let path = plain.union(":@/")
  /// Also `[` and `]`, which RFC 3986 requires to be encoded but all form libraries write
  /// literally: `?a[0]=1`.
  static let query = plain.union(":@/?[]")
  /// The characters of a fragment (RFC 3986, 3.5).
  static let fragment = plain.union(":@/?")

  /// Whether the text consists of characters of the set, percent signs with two hexadecimal digits,
  /// and, if `acceptsUnicode` is true, visible characters outside ASCII (RFC 3987, 2.2 and 4.1).
  static func consists(_ text: Span<UInt8>, of set: ASCIISet, acceptsUnicode: Bool) -> Bool {
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
        guard byte >= 0x80, acceptsUnicode, text.nextScalar(&index).isVisible else { return false }
      }
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, mark, number, punctuation, symbol or joiner.
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

extension String {
  /// Returns the text with its bytes percent-encoded (RFC 3986, 2.1), except letters, digits, `-`,
  /// `.`, `_`, `~` (2.3) and some others.
  package func percentEncoded(keeping others: String) -> String {
    let kept = "-._~\(others)".utf8
    var text = ""
    for byte in utf8 {
      if byte.isASCIILetter || byte.isASCIIDigit || kept.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + byte.hexadecimal(to: 2, uppercase: true)
      }
    }
    return text
  }
}

extension Span<UInt8> {
  /// Returns the percent-decoded bytes. A percent sign without two hexadecimal digits stays
  /// unchanged.
  package func percentDecoded() -> [UInt8] {
    var bytes: [UInt8] = []
    var index = 0
    while index < count {
      if self[index] == UInt8(ascii: "%"), index + 2 < count, self[index + 1].hexValue < 16,
        self[index + 2].hexValue < 16
      {
        bytes.append(self[index + 1].hexValue << 4 | self[index + 2].hexValue)
        index += 3
      } else {
        bytes.append(self[index])
        index += 1
      }
    }
    return bytes
  }
}

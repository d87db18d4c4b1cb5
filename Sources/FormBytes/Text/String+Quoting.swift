extension String {
  /// Returns the text between quotation marks, which are doubled within it, as in SQL, YAML,
  /// conditions and references to sheets.
  package func quoted(by mark: Unicode.Scalar = "'") -> String {
    // By scalar, because a mark and a combining character form one Character.
    let parts = unicodeScalars.split(separator: mark, omittingEmptySubsequences: false)
    return "\(mark)\(parts.map(String.init).joined(separator: "\(mark)\(mark)"))\(mark)"
  }

  /// The text with the special characters of XML escaped, also those of attributes.
  package var escapedForXML: String {
    var bytes: [UInt8] = []
    bytes.appendXML(self)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends text with the special characters of XML escaped, also those of attributes.
  package mutating func appendXML(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): self += "&amp;".utf8
      case UInt8(ascii: "<"): self += "&lt;".utf8
      case UInt8(ascii: ">"): self += "&gt;".utf8
      case .quote: self += "&quot;".utf8
      default: append(byte)
      }
    }
  }
}

extension TextEncoding {
  /// Whether the encoding contains all Unicode characters.
  package var hasEveryCharacter: Bool {
    switch self {
    case .utf8, .utf16LittleEndian, .utf16BigEndian, .gb18030: true
    default: false
    }
  }

  /// Whether ASCII text has the same bytes in this encoding.
  private var includesASCII: Bool {
    switch self {
    case .utf16LittleEndian, .utf16BigEndian: false
    default: true
    }
  }

  /// Replaces UTF-8 text, from `start` to the end, by the same text in this encoding.
  ///
  /// Linear; the cost for ASCII text is negligible.
  ///
  /// - Returns: Nil, or the first character that the encoding lacks. In that case nothing is
  ///   replaced.
  package func encode(_ bytes: inout [UInt8], from start: Int) -> Unicode.Scalar? {
    if self == .utf8 || includesASCII && bytes[start...].allSatisfy({ $0 < 0x80 }) { return nil }
    var encoded: [UInt8] = []
    if let iconvName {
      let text = Array(bytes[start...])
      var position = 0
      // Without the tables, the encoding is assumed to lack every character.
      let converter = EncodingConverter(from: "UTF-8", to: iconvName)
      if converter?.convert(text, from: &position, appendingTo: &encoded) != .end {
        return String(decoding: text[position...], as: UTF8.self).unicodeScalars.first
      }
      bytes.replaceSubrange(start..., with: encoded)
      return nil
    }
    for scalar in String(decoding: bytes[start...], as: UTF8.self).unicodeScalars {
      guard append(scalar, to: &encoded) else { return scalar }
    }
    bytes.replaceSubrange(start..., with: encoded)
    return nil
  }

  /// Returns the text with a question mark for each character that the encoding lacks.
  ///
  /// For messages, not for data.
  package func approximation(of text: String) -> String {
    if hasEveryCharacter || text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(has(scalar) ? scalar : "?") }
    return String(scalars)
  }

  private func has(_ scalar: Unicode.Scalar) -> Bool {
    var bytes = Array(UTF8.encode(scalar)!)
    return encode(&bytes, from: 0) == nil
  }

  private func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) -> Bool {
    switch self {
    case .utf8: bytes.append(contentsOf: UTF8.encode(scalar)!)
    case .utf16LittleEndian:
      for unit in UTF16.encode(scalar)! { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    case .utf16BigEndian:
      for unit in UTF16.encode(scalar)! { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    default:
      guard let byte = byte(of: scalar) else { return false }
      bytes.append(byte)
    }
    return true
  }

  /// Returns the byte of a character in a single-byte encoding, or nil if the encoding lacks it.
  private func byte(of scalar: Unicode.Scalar) -> UInt8? {
    switch (self, scalar.value) {
    case (_, ..<0x80), (_, 0xA0...0xFF), (.latin1, ..<0x100): UInt8(scalar.value)
    case (.windows1252, _):
      Self.windows1252Upper.firstIndex(of: scalar.value).map { 0x80 + UInt8($0) }
    default: nil
    }
  }

  /// The characters of the bytes 80 to 9F in windows-1252.
  ///
  /// The five undefined bytes are control characters, as specified by the WHATWG.
  package static let windows1252Upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

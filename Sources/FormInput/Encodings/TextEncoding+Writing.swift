package import FormBytes

extension TextEncoding {
  /// Whether the encoding contains all Unicode characters.
  package var hasEveryCharacter: Bool {
    switch self {
    case .utf8, .utf16LittleEndian, .utf16BigEndian, .gb18030: true
    default: false
    }
  }

  /// Whether ASCII text has the same bytes in this encoding.
  private var includesASCII: Bool { self != .utf16LittleEndian && self != .utf16BigEndian }

  /// Whether the encoding is UTF-8 or UTF-16.
  var isUnicode: Bool { self == .utf8 || !includesASCII }

  /// Returns the bytes from which text was decoded, in which FF precedes a byte that is not a
  /// character.
  func sourceBytes(of text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var position = 0
    while position < text.count {
      var end = position
      while end < text.count, text[end] != 0xFF { end += 1 }
      var piece: [UInt8] = []
      piece.append(text.extracting(position..<end))
      // Only sequences of two characters in Big5 are not encoded again.
      bytes += encode(&piece, from: 0) == nil ? piece : [0xFF]
      if end + 1 < text.count { bytes.append(text[end + 1]) }
      position = end + 2
    }
    return bytes
  }

  /// Replaces UTF-8 text, from `start` to the end, by the same text in this encoding.
  ///
  /// Linear; the cost for ASCII text is negligible.
  ///
  /// - Returns: Nil, or the first character that the encoding lacks. In that case nothing is
  ///   replaced.
  package func encode(_ bytes: inout [UInt8], from start: Int) -> Unicode.Scalar? {
    if self == .utf8 || includesASCII && bytes[start...].allSatisfy({ $0 < 0x80 }) { return nil }
    let table = singleByteTable
    var encoded: [UInt8] = []
    for scalar in String(decoding: bytes[start...], as: UTF8.self).unicodeScalars {
      guard append(scalar, table, to: &encoded) else { return scalar }
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

  /// Whether the encoding has a character.
  package func has(_ scalar: Unicode.Scalar) -> Bool {
    var bytes = Array(UTF8.encode(scalar)!)
    return encode(&bytes, from: 0) == nil
  }

  private func append(
    _ scalar: Unicode.Scalar, _ table: SingleByteTable?, to bytes: inout [UInt8]
  ) -> Bool {
    switch self {
    case .utf16LittleEndian:
      for unit in UTF16.encode(scalar)! { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    case .utf16BigEndian:
      for unit in UTF16.encode(scalar)! { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    case _ where scalar.isASCII: bytes.append(UInt8(scalar.value))
    default:
      if let table {
        guard let byte = table.byte(of: scalar) else { return false }
        bytes.append(byte)
      } else {
        guard let sequence = MultibyteEncoder.bytes(of: scalar.value, in: self) else {
          return false
        }
        bytes += sequence
      }
    }
    return true
  }
}

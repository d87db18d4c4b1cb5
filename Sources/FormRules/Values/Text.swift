import FormBytes

/// Operations on UTF-8 text as bytes.
extension String {
  /// Creates a string from UTF-8 bytes. Invalid bytes become U+FFFD. Allocates, so do not use it
  /// for valid records.
  package init(copying bytes: Span<UInt8>) {
    // Safe because exactly `bytes.count` bytes are written.
    unsafe self = String(unsafeUninitializedCapacity: bytes.count) { buffer in
      for index in 0..<bytes.count { unsafe buffer[index] = bytes[index] }
      return bytes.count
    }
  }
}

extension String {
  /// The characters that `Span.trimmedRange` removes.
  package static let blanks =
    "\t\n\u{B}\u{C}\r \u{85}\u{A0}\u{1680}\u{180E}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}"
    + "\u{2007}\u{2008}\u{2009}\u{200A}\u{200B}\u{2028}\u{2029}\u{202F}\u{205F}\u{2060}\u{3000}\u{FEFF}"
}

extension Span where Element == UInt8 {
  /// Whether both have the same bytes.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }

  /// Whether the other bytes are at an index.
  func has(_ other: Span<UInt8>, at index: Int) -> Bool {
    guard index + other.count <= count else { return false }
    for offset in 0..<other.count where self[index + offset] != other[offset] { return false }
    return true
  }

  /// Whether both have the same bytes.
  package func isEqual(to other: [UInt8]) -> Bool { isEqual(to: other.span) }

  /// Whether both are equal, ignoring the case of ASCII letters.
  package func isEqualIgnoringCase(to other: [UInt8]) -> Bool {
    isEqualIgnoringCase(to: other.span)
  }

  /// Whether both are equal, ignoring the case of ASCII letters.
  package func isEqualIgnoringCase(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index].lowercasedASCII != other[index].lowercasedASCII {
      return false
    }
    return true
  }

  /// The range without leading and trailing blanks: Unicode's White_Space (space, tab, line breaks,
  /// U+00A0, U+2000–200A, U+3000 and others) and zero-width blanks (U+180E, U+200B, U+2060,
  /// U+FEFF).
  package var trimmedRange: Range<Int> {
    var (start, end) = (0, count)
    while start < end, case let width = blankWidth(at: start, in: end), width > 0 { start += width }
    while end > start, case let width = blankWidth(before: end, from: start), width > 0 {
      end -= width
    }
    return start..<end
  }

  private func blankWidth(at index: Int, in end: Int) -> Int {
    let byte = self[index]
    if byte < 0x80 { return byte.isASCIIBlank ? 1 : 0 }
    for width in 2...3 where index + width <= end && isBlank(index, width) { return width }
    return 0
  }

  private func blankWidth(before end: Int, from start: Int) -> Int {
    let byte = self[end - 1]
    if byte < 0x80 { return byte.isASCIIBlank ? 1 : 0 }
    for width in 2...3 where end - width >= start && isBlank(end - width, width) { return width }
    return 0
  }

  /// Whether the `width` bytes at `index` are one of the non-ASCII blanks.
  private func isBlank(_ index: Int, _ width: Int) -> Bool {
    if width == 2 {
      return self[index] == 0xC2 && (self[index + 1] == 0x85 || self[index + 1] == 0xA0)
    }
    switch (self[index], self[index + 1], self[index + 2]) {
    case (0xE1, 0x9A, 0x80), (0xE1, 0xA0, 0x8E), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return true
    case (0xE2, 0x80, let last):
      return (0x80...0x8B).contains(last) || [0xA8, 0xA9, 0xAF].contains(last)
    case (0xE2, 0x81, 0x9F), (0xE2, 0x81, 0xA0): return true
    default: return false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is one of the blanks that `trimmedRange` removes.
  package var isBlank: Bool {
    properties.isWhitespace || [0x180E, 0x200B, 0x2060, 0xFEFF].contains(value)
  }
}

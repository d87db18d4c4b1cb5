/// UTF-8 text as Unicode scalars, without creating a String.
extension Span where Element == UInt8 {
  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    var all: UInt8 = 0
    for index in 0..<count { all |= self[index] }
    return all < 0x80
  }

  /// The number of Unicode scalars.
  var scalarCount: Int {
    var scalars = 0
    for index in 0..<count where self[index] & 0xC0 != 0x80 { scalars += 1 }
    return scalars
  }

  /// The length in UTF-16 code units, as in Java, JavaScript and Windows.
  var utf16Count: Int {
    var units = scalarCount
    for index in 0..<count where self[index] >= 0xF0 { units += 1 }
    return units
  }

  /// Returns the scalar at an index and advances the index. Invalid UTF-8 results in U+FFFD and
  /// advances by one byte.
  func nextScalar(_ index: inout Int) -> Unicode.Scalar {
    let first = self[index]
    index += 1
    if first < 0x80 { return Unicode.Scalar(first) }
    let width = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    guard first >= 0xC2, first < 0xF5, index + width <= count else { return "\u{FFFD}" }
    var value = UInt32(first) & (0x3F >> UInt32(width))
    for offset in 0..<width {
      guard self[index + offset] & 0xC0 == 0x80 else { return "\u{FFFD}" }
      value = value << 6 | UInt32(self[index + offset] & 0x3F)
    }
    index += width
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

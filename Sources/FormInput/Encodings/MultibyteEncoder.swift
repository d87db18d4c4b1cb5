import FormBytes

/// Encodes the characters of the multibyte encodings of the Encoding Standard (WHATWG).
///
/// `MultibyteDecoder` decodes the result to the same text. Where the standard encodes another
/// character instead, such as U+FF0D for the minus sign, the encoding counts as lacking it. Where
/// the standard does not encode a character that it decodes, as in the additions of Hong Kong to
/// Big5, it is encoded.
enum MultibyteEncoder {
  /// Returns the bytes of a character beyond ASCII, or nil if the encoding lacks it.
  static func bytes(of scalar: UInt32, in encoding: TextEncoding) -> [UInt8]? {
    switch encoding {
    case .big5: big5Pointers[scalar].map(big5)
    case .eucKR: eucKRPointers[scalar].map { pair($0, row: 190, lead: 0x81, trail: 0x41) }
    case .gb18030: gb18030(scalar)
    case .shiftJIS: shiftJIS(scalar)
    case .eucJP: eucJP(scalar)
    default: nil
    }
  }

  private static func pair(_ pointer: Int, row: Int, lead: Int, trail: Int) -> [UInt8] {
    [UInt8(lead + pointer / row), UInt8(trail + pointer % row)]
  }

  /// Prefers the pointers after the additions of Hong Kong, and of two pointers for box-drawing
  /// characters the second one.
  private static let big5Pointers = MultibyteIndex.big5.pointers { pointer, character in
    pointer >= (0xA1 - 0x81) * 157
      && (!lastInBig5.contains(character) || pointer >= (0xF9 - 0x81) * 157)
  }
  private static let lastInBig5: Set<UInt32> = [0x2550, 0x255E, 0x2561, 0x256A]
  private static let eucKRPointers = MultibyteIndex.eucKR.pointers()
  private static let gb18030Pointers = MultibyteIndex.gb18030.pointers()
  private static let jis0208Pointers = MultibyteIndex.jis0208.pointers()
  private static let jis0212Pointers = MultibyteIndex.jis0212.pointers()
  /// Prefers the characters of IBM to the same ones of NEC.
  private static let shiftJISPointers = MultibyteIndex.jis0208.pointers { pointer, _ in
    !(8272...8835).contains(pointer)
  }

  private static func big5(_ pointer: Int) -> [UInt8] {
    let trail = pointer % 157
    return [UInt8(0x81 + pointer / 157), UInt8(trail + (trail < 0x3F ? 0x40 : 0x62))]
  }

  private static func gb18030(_ scalar: UInt32) -> [UInt8]? {
    if let pointer = gb18030Pointers[scalar] {
      let trail = pointer % 190
      return [UInt8(0x81 + pointer / 190), UInt8(trail + (trail < 0x3F ? 0x40 : 0x41))]
    }
    guard let pointer = scalar == 0xE7C7 ? 7457 : GB18030Ranges.pointer(scalar) else { return nil }
    return [
      UInt8(0x81 + pointer / 12_600), UInt8(0x30 + pointer / 1_260 % 10),
      UInt8(0x81 + pointer / 10 % 126), UInt8(0x30 + pointer % 10),
    ]
  }

  private static func shiftJIS(_ scalar: UInt32) -> [UInt8]? {
    if scalar == 0x80 { return [0x80] }
    if (0xFF61...0xFF9F).contains(scalar) { return [UInt8(scalar - 0xFF61 + 0xA1)] }
    let pointer =
      (0xE000...0xE757).contains(scalar) ? Int(scalar - 0xE000) + 8836 : shiftJISPointers[scalar]
    guard let pointer else { return nil }
    let (lead, trail) = (pointer / 188, pointer % 188)
    return [
      UInt8(lead + (lead < 0x1F ? 0x81 : 0xC1)), UInt8(trail + (trail < 0x3F ? 0x40 : 0x41)),
    ]
  }

  private static func eucJP(_ scalar: UInt32) -> [UInt8]? {
    if (0xFF61...0xFF9F).contains(scalar) { return [0x8E, UInt8(scalar - 0xFF61 + 0xA1)] }
    if let pointer = jis0208Pointers[scalar], pointer < 94 * 94 {
      return pair(pointer, row: 94, lead: 0xA1, trail: 0xA1)
    }
    return jis0212Pointers[scalar].map { [0x8F] + pair($0, row: 94, lead: 0xA1, trail: 0xA1) }
  }
}

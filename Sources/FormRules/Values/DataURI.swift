import FormBytes

/// A `data:` URI (RFC 2397), which contains a small file.
enum DataURI {
  /// Whether the text begins like a `data:` URI.
  static func isDataURI(_ text: Span<UInt8>) -> Bool {
    text.count >= 5 && text.extracting(0..<5).isEqualIgnoringCase(to: Array("data:".utf8))
  }

  /// The bytes of the URI, regardless of its media type, or nil if it is malformed.
  static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard isDataURI(text), let comma = text.firstIndex(of: UInt8(ascii: ",")),
      let data = percentDecoded(text.extracting(comma + 1..<text.count))
    else { return nil }
    let mark = Array(";base64".utf8)
    let isBase64 =
      comma - mark.count >= 5
      && text.extracting(comma - mark.count..<comma).isEqualIgnoringCase(to: mark)
    return isBase64 ? Base64.decode(data.span) : data
  }

  private static func percentDecoded(_ text: Span<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%") {
        guard index + 2 < text.count else { return nil }
        let (high, low) = (text[index + 1].hexValue, text[index + 2].hexValue)
        guard high < 16, low < 16 else { return nil }
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }
}

/// Strict Base64 (RFC 4648, section 4) with padding and without white space.
enum Base64 {
  /// Decodes a text. Returns nil if it is not Base64.
  static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard let count = size(of: text) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var bits: UInt32 = 0
    for index in 0..<text.count where text[index] != UInt8(ascii: "=") {
      bits = bits << 6 | UInt32(value(of: text[index]))
      switch index % 4 {
      case 0: break
      case 1: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
      case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
      default: bytes.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    return bytes
  }

  /// The number of decoded bytes, or nil if the text is not Base64.
  static func size(of text: Span<UInt8>) -> Int? {
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard text.count % 4 == 0, text.extracting(0..<end).consists(of: .base64) else { return nil }
    return text.count / 4 * 3 - (text.count - end)
  }

  private static func value(of byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    default: 63
    }
  }
}

extension ASCIISet {
  /// The Base64 alphabet (RFC 4648, section 4).
  static let base64 = ASCIISet.alphanumerics.union("+/")
}

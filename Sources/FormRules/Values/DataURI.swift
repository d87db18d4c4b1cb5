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

/// Strict Base64 (RFC 4648), without white space.
enum Base64 {
  /// Which characters follow letters and digits.
  enum Alphabet {
    /// `+` and `/` (RFC 4648, section 4).
    case standard
    /// `-` and `_` (RFC 4648, section 5).
    case urlSafe
  }

  /// Decodes a text in the standard alphabet with padding. Returns nil if it is not Base64.
  static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard let count = size(of: text) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    let isDecoded = decode(unpadded: text.extracting(0..<unpaddedCount(of: text)), .standard) {
      bytes.append($0)
    }
    return isDecoded ? bytes : nil
  }

  /// The number of bytes that `decode(_:)` returns, or nil if the text is not Base64.
  static func size(of text: Span<UInt8>) -> Int? {
    let end = unpaddedCount(of: text)
    guard text.count % 4 == 0, text.extracting(0..<end).consists(of: .base64) else { return nil }
    return text.count / 4 * 3 - (text.count - end)
  }

  /// The number of characters before at most two signs of padding.
  private static func unpaddedCount(of text: Span<UInt8>) -> Int {
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    return end
  }

  /// Calls a closure with each byte of a text without padding, in order.
  ///
  /// Unused bits of the last character are ignored.
  ///
  /// - Returns: Whether all characters are of the alphabet. The number of bytes is not checked.
  static func decode(
    unpadded text: Span<UInt8>, _ alphabet: Alphabet, _ append: (UInt8) -> Void
  ) -> Bool {
    var (bits, width) = (UInt32(0), UInt32(0))
    for index in 0..<text.count {
      guard let value = alphabet.value(of: text[index]) else { return false }
      bits = bits << 6 | value
      width += 6
      if width >= 8 {
        width -= 8
        append(UInt8(truncatingIfNeeded: bits >> width))
      }
    }
    return true
  }
}

extension Base64.Alphabet {
  /// The six bits that a character stands for, or nil if the alphabet lacks it.
  fileprivate func value(of byte: UInt8) -> UInt32? {
    switch (byte, self) {
    case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): UInt32(byte - UInt8(ascii: "A"))
    case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): UInt32(byte - UInt8(ascii: "a")) + 26
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): UInt32(byte - UInt8(ascii: "0")) + 52
    case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .urlSafe): 62
    case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .urlSafe): 63
    default: nil
    }
  }
}

extension ASCIISet {
  /// The standard alphabet of Base64.
  static let base64 = ASCIISet.alphanumerics.union("+/")
  /// The alphabet of Base64 that is safe in URLs.
  static let base64URL = ASCIISet.alphanumerics.union("-_")
}

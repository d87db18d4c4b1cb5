/// A set of ASCII characters, one bit each.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates a set of the characters that satisfy a predicate.
  init(where isMember: (UInt8) -> Bool) {
    for byte in UInt8(0)..<128 where isMember(byte) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
  }

  /// Creates a set of the ASCII characters of a text.
  init(_ characters: String) {
    self.init { characters.utf8.contains($0) }
  }

  /// Returns the set with the ASCII characters of a text added.
  func union(_ characters: String) -> ASCIISet {
    ASCIISet { contains($0) || characters.utf8.contains($0) }
  }

  /// Whether the byte is in the set. False for non-ASCII bytes.
  func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }
}

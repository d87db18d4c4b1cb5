/// A keyed 128-bit hash: SipHash-1-3 with 128-bit output (Aumasson and Bernstein; the variant of
/// the reference code). Without the key, collisions cannot be constructed.
package struct Hash128: Hashable, Sendable {
  package var high: UInt64
  package var low: UInt64

  static let zero = Hash128(high: 0, low: 0)
  var isZero: Bool { high | low == 0 }

  /// Creates a hash from the result of `bytes`. Returns nil unless there are 16 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Parses 32 hexadecimal digits. Returns nil for any other text.
  package init?(hexadecimal text: String) {
    let digits = text.utf8
    guard digits.count == 32, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The half of the hash that is stored as a key. Never 0, because 0 represents a missing key.
  package var storedKey: Int64 { high == 0 ? 1 : Int64(bitPattern: high) }

  /// Creates a hash from its stored part, for sets of such hashes.
  package init(storedKey: Int64) {
    self.init(high: UInt64(bitPattern: storedKey), low: UInt64(bitPattern: storedKey) | 1)
  }

  /// Both halves, most significant byte first.
  package var bytes: [UInt8] { (0..<16).map { UInt8(byte($0)) } }

  /// One of the 16 bytes, the most significant first.
  @inline(__always)
  func byte(_ index: Int) -> Int {
    Int(
      truncatingIfNeeded: index < 8
        ? high >> UInt64(56 - 8 * index) & 0xFF : low >> UInt64(120 - 8 * index) & 0xFF)
  }
}

extension Hash128: Comparable {
  package static func < (a: Hash128, b: Hash128) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }
}

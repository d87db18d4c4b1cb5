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

  /// The part of the hash that the store keeps. Never 0, which means that there is no key.
  package var storedKey: Int64 { high == 0 ? 1 : Int64(bitPattern: high) }

  /// Creates a hash from its stored part, for sets of such hashes.
  package init(storedKey: Int64) {
    self.init(high: UInt64(bitPattern: storedKey), low: UInt64(bitPattern: storedKey) | 1)
  }

  /// Both halves, most significant byte first.
  package var bytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * $0)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: low >> (56 - 8 * $0)) }
  }
}

/// Computes the hash of bytes and words.
struct SipHasher128 {
  private var v0, v1, v2, v3: UInt64
  private var tail: UInt64 = 0
  private var length = 0

  init(key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  @inline(__always)
  private mutating func round() {
    v0 = v0 &+ v1
    v1 = v1 << 13 | v1 >> 51
    v1 ^= v0
    v0 = v0 << 32 | v0 >> 32
    v2 = v2 &+ v3
    v3 = v3 << 16 | v3 >> 48
    v3 ^= v2
    v0 = v0 &+ v3
    v3 = v3 << 21 | v3 >> 43
    v3 ^= v0
    v2 = v2 &+ v1
    v1 = v1 << 17 | v1 >> 47
    v1 ^= v2
    v2 = v2 << 32 | v2 >> 32
  }

  @inline(__always)
  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    v0 ^= word
  }

  /// Adds eight bytes. Must be called only at a multiple of eight bytes.
  ///
  /// Inlined, so that the state stays in registers while several words are added.
  @inline(__always)
  mutating func combine(_ word: UInt64) {
    compress(word)
    length &+= 8
  }

  /// Adds text with its length, so that `ab`,`c` and `a`,`bc` differ.
  mutating func combine(_ text: Span<UInt8>) {
    combine(UInt64(text.count))
    var index = 0
    // Safe because bytes have no padding.
    let bytes = unsafe text.bytes
    while index &+ 8 <= text.count {
      // Safe because the eight bytes are within the span, as checked above.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      combine(UInt64(littleEndian: word))
      index &+= 8
    }
    guard index < text.count else { return }
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while index < text.count {
      word |= UInt64(text[index]) &<< shift
      shift &+= 8
      index &+= 1
    }
    combine(word)
  }

  /// Returns the hash. Never zero, which marks a free slot in `HashSet128`.
  consuming func finalize() -> Hash128 {
    compress(UInt64(truncatingIfNeeded: length) << 56)
    v2 ^= 0xee
    round()
    round()
    round()
    let low = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    round()
    round()
    round()
    return Hash128(high: v0 ^ v1 ^ v2 ^ v3, low: low == 0 ? 1 : low)
  }
}

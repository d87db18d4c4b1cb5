/// Computes the hash of bytes and words.
struct SipHasher128 {
  private var v0, v1, v2, v3: UInt64
  private var length = 0

  init(key: HashKey) {
    v0 = key.first ^ 0x736f_6d65_7073_6575
    v1 = key.second ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = key.first ^ 0x6c79_6765_6e65_7261
    v3 = key.second ^ 0x7465_6462_7974_6573
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

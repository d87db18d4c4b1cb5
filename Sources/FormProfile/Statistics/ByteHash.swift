import FormBytes

extension Span<UInt8> {
  /// A 64-bit hash of the bytes. It is the same in every process, so that sketches and samples do
  /// not change between runs.
  ///
  /// Each step multiplies two 64-bit words to 128 bits and folds the result (as in wyhash). The
  /// hash is not keyed: an adversary can construct collisions, which would only distort a profile.
  var stableHash: UInt64 {
    var hash = UInt64(truncatingIfNeeded: count) ^ 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index &+ 16 <= count {
      hash = Self.mixed(word(at: index) ^ hash, word(at: index &+ 8) ^ 0xE703_7ED1_A0B4_28DB)
      index &+= 16
    }
    if index &+ 8 <= count {
      hash = Self.mixed(word(at: index) ^ hash, 0x8EBC_6AF0_9C88_C6E3)
      index &+= 8
    }
    var rest: UInt64 = 0
    while index < count {
      rest = rest << 8 | UInt64(self[index])
      index &+= 1
    }
    hash = Self.mixed(rest ^ hash, hash ^ 0x5899_65CC_7537_4CC3)
    // Sketches use the upper bits, so every bit must depend on every byte (the finalizer of
    // MurmurHash3).
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }

  @inline(__always)
  private static func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}

/// The key of a `SipHasher128`.
package struct HashKey: Sendable, Equatable {
  let first, second: UInt64

  package init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }

  /// Creates a key from its 128 bits.
  package init(_ bits: Hash128) { self.init(bits.high, bits.low) }

  /// A new random key.
  package static var random: HashKey {
    HashKey(.random(in: .min ... .max), .random(in: .min ... .max))
  }
}

extension HashKey {
  /// Returns the keyed hash of bytes.
  package func hash(_ bytes: Span<UInt8>) -> Hash128 {
    var hasher = SipHasher128(key: self)
    hasher.combine(bytes)
    return hasher.finalize()
  }
}

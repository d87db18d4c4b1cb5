/// A blocked Bloom filter over uniformly distributed hashes, with ten bits per hash, up to 16 MiB,
/// and five probes within 512 bits.
///
/// About one in a hundred absent hashes passes, and more beyond 13 million hashes.
@usableFromInline
package struct BloomFilter {
  @usableFromInline var words: [UInt64]
  @usableFromInline let blocks: UInt64
  private let capacity: Int
  @usableFromInline var count = 0

  package init(count: Int) {
    capacity = count
    blocks = UInt64(min(max(1, count * 10 / 512), (16 << 20) / 64))
    words = Array(repeating: 0, count: Int(blocks) * 8)
  }

  package func hasRoom(for more: Int) -> Bool { count + more <= capacity }

  @inlinable
  package mutating func insert(_ hash: UInt64) {
    count += 1
    let start = Int(hash.multipliedFullWidth(by: blocks).high) * 8
    for probe in 0..<5 {
      let bit = Int(truncatingIfNeeded: hash >> UInt64(9 * probe)) & 511
      words[start + (bit >> 6)] |= 1 << UInt64(bit & 63)
    }
  }

  @inlinable
  package func mayContain(_ hash: UInt64) -> Bool {
    let start = Int(hash.multipliedFullWidth(by: blocks).high) * 8
    for probe in 0..<5 {
      let bit = Int(truncatingIfNeeded: hash >> UInt64(9 * probe)) & 511
      if words[start + (bit >> 6)] >> UInt64(bit & 63) & 1 == 0 { return false }
    }
    return true
  }
}

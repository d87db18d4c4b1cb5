/// A blocked Bloom filter with ten bits per key, up to 16 MiB, and five probes within 512 bits.
///
/// About one in a hundred absent keys passes, and more beyond 13 million keys.
struct KeyFilter {
  private var words: [UInt64]
  private let blocks: UInt64
  private let capacity: Int
  private var count = 0

  init(count: Int) {
    capacity = count
    blocks = UInt64(min(max(1, count * 10 / 512), (16 << 20) / 64))
    words = Array(repeating: 0, count: Int(blocks) * 8)
  }

  func hasRoom(for more: Int) -> Bool { count + more <= capacity }

  mutating func insert(_ hash: Int64) {
    count += 1
    let bits = UInt64(bitPattern: hash)
    let start = Int(bits.multipliedFullWidth(by: blocks).high) * 8
    for probe in 0..<5 {
      let bit = Int(truncatingIfNeeded: bits >> UInt64(9 * probe)) & 511
      words[start + (bit >> 6)] |= 1 << UInt64(bit & 63)
    }
  }

  func mayContain(_ hash: Int64) -> Bool {
    let bits = UInt64(bitPattern: hash)
    let start = Int(bits.multipliedFullWidth(by: blocks).high) * 8
    for probe in 0..<5 {
      let bit = Int(truncatingIfNeeded: bits >> UInt64(9 * probe)) & 511
      if words[start + (bit >> 6)] >> UInt64(bit & 63) & 1 == 0 { return false }
    }
    return true
  }
}

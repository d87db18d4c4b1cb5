/// A set of 128-bit hashes, for telling whether a value was seen before.
///
/// Open addressing in shards that grow one at a time by a quarter, so that memory stays below 24
/// bytes a distinct value (16 at a load of 0.72 to 0.9) and no growth copies the whole set. Two
/// different values count as equal with a probability below n²/2^129.
package struct HashSet128: Sendable {
  private static let shardBits = 8
  private var shards = [Shard](repeating: Shard(), count: 1 << shardBits)
  /// How many hashes the set holds.
  package private(set) var count = 0

  package init() {}

  /// Adds a hash; false when it was there before.
  package mutating func insert(_ hash: Hash128) -> Bool {
    let isNew = shards[Int(hash.high >> (64 - Self.shardBits))].insert(hash)
    if isNew { count += 1 }
    return isNew
  }

  /// Whether the hash is in the set.
  package func contains(_ hash: Hash128) -> Bool {
    shards[Int(hash.high >> (64 - Self.shardBits))].contains(hash)
  }

  private struct Shard: Sendable {
    /// Slots; zero means free, which no hash is (see `Hash128`).
    private var slots: [Hash128] = []
    private var count = 0

    /// Where the hash is, or the free slot where it belongs: its home scaled from 32 bits to the
    /// number of slots, then one slot on at a time.
    private func slot(of hash: Hash128) -> Int {
      var index = Int((hash.low & 0xFFFF_FFFF) &* UInt64(slots.count) >> 32)
      while slots[index] != hash, !slots[index].isZero {
        index += 1
        if index == slots.count { index = 0 }
      }
      return index
    }

    func contains(_ hash: Hash128) -> Bool {
      !slots.isEmpty && slots[slot(of: hash)] == hash
    }

    mutating func insert(_ hash: Hash128) -> Bool {
      if count * 10 >= slots.count * 9 { grow() }
      let index = slot(of: hash)
      guard slots[index].isZero else { return false }
      slots[index] = hash
      count += 1
      return true
    }

    private mutating func grow() {
      let old = slots
      slots = Array(repeating: .zero, count: max(16, old.count + old.count / 4))
      for hash in old where !hash.isZero { slots[slot(of: hash)] = hash }
    }
  }
}

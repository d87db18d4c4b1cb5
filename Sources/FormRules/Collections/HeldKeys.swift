import FormBytes

/// Keys, each with the time until which it is held.
///
/// Memory: with many keys at most 24 bytes per key, 16 at a load of 0.71 to 0.85. Keys beyond
/// `bound` are written to a storage, if there is one, and looked up there. Must be used by only one
/// thread at a time.
package final class HeldKeys {
  private static let shardBits = 8
  private var shards: [Shard] = []
  /// The number of keys in memory.
  private var count = 0
  private let bound: Int
  private let spilled: SpilledRows?

  /// - Parameters:
  ///   - storage: The storage for keys that exceed the bound.
  ///   - bound: The maximum number of keys in memory. Without a storage there is no limit.
  package init(spillingTo storage: (any SpillStorage)? = nil, bound: Int = 10_000_000) {
    self.bound = storage == nil ? .max : bound
    spilled = storage.map { SpilledRows($0) }
  }

  /// Holds a key, which must not be 0, at least until a time.
  package func hold(_ key: Int64, until end: Int64) {
    if count >= bound { spill() }
    if shards.isEmpty { shards = Array(repeating: Shard(), count: 1 << Self.shardBits) }
    if shards[Self.shard(of: key)].hold(UInt64(bitPattern: key), until: end) { count += 1 }
  }

  /// Whether a key is held after a time.
  package func isHeld(_ key: Int64, after time: Int64) -> Bool {
    let word = UInt64(bitPattern: key)
    if let spilled, !spilled.isEmpty,
      spilled.contains(word, { Int64(bitPattern: $0) > time })
    {
      return true
    }
    guard !shards.isEmpty, let end = shards[Self.shard(of: key)].end(of: word) else { return false }
    return end > time
  }

  /// The error of the storage, if any. Results after it are invalid.
  package var error: SpillError? { spilled?.error }

  private static func shard(of key: Int64) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: key) >> UInt64(64 - shardBits))
  }

  /// Writes all keys to the storage, in order, and removes them from memory.
  private func spill() {
    spilled?.add(count: count) { write in
      for index in shards.indices {
        write(shards[index].sortedWords.span)
        shards[index] = Shard()
      }
    }
    count = 0
  }

  /// The keys with the same first bits, in a table with open addressing.
  private struct Shard {
    /// The keys; 0 is free.
    private var keys: [UInt64] = []
    private var ends: [Int64] = []
    private var count = 0

    /// Returns whether the key is new.
    mutating func hold(_ key: UInt64, until end: Int64) -> Bool {
      if count >= ShardSize.limit(of: keys.count) { grow() }
      let slot = slot(of: key)
      let isNew = keys[slot] == 0
      ends[slot] = isNew ? end : max(ends[slot], end)
      keys[slot] = key
      if isNew { count += 1 }
      return isNew
    }

    func end(of key: UInt64) -> Int64? {
      guard count > 0 else { return nil }
      let slot = slot(of: key)
      return keys[slot] == 0 ? nil : ends[slot]
    }

    /// Keys and times alternately, in the order of the keys.
    var sortedWords: [UInt64] {
      keys.indices.filter { keys[$0] != 0 }.sorted { keys[$0] < keys[$1] }.flatMap {
        [keys[$0], UInt64(bitPattern: ends[$0])]
      }
    }

    /// The slot of a key, or the free slot for it.
    private func slot(of key: UInt64) -> Int {
      var slot = Int(truncatingIfNeeded: ((key & 0xFFFF_FFFF) &* UInt64(keys.count)) >> 32)
      while keys[slot] != key, keys[slot] != 0 {
        slot += 1
        if slot == keys.count { slot = 0 }
      }
      return slot
    }

    private mutating func grow() {
      let (oldKeys, oldEnds) = (keys, ends)
      let size = ShardSize.next(after: oldKeys.count)
      keys = Array(repeating: 0, count: size)
      ends = Array(repeating: 0, count: size)
      for (key, end) in zip(oldKeys, oldEnds) where key != 0 {
        let slot = slot(of: key)
        (keys[slot], ends[slot]) = (key, end)
      }
    }
  }
}

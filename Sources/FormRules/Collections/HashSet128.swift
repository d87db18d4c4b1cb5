import Foundation

/// A set of 128-bit hashes for detecting repeated values.
///
/// - The set uses open addressing in shards, which grow one at a time, so no growth copies the
///   whole set.
/// - A shard doubles while it is small, and then grows by a fifth. A large set takes less than 24
///   bytes per distinct value: 16, at a load of 0.71 to 0.85.
/// - The probability that two of n different values count as equal is below n²/2^129.
/// - Hashes beyond `bound` are written to a storage, if there is one, and looked up there.
///
/// It is a class with manually managed memory: a run accesses it millions of times, so exclusivity
/// checks and copies must be avoided. Must be used by only one thread at a time.
@safe package final class HashSet128 {
  private static let shardBits: UInt64 = 8
  /// Allocated with the first hash, because most sets of short runs stay empty.
  ///
  /// Safe because it is allocated and freed only here, and every index below is within a shard's
  /// size.
  private var shards: UnsafeMutablePointer<Shard>?
  /// The number of hashes in memory. It is 0 after all have been written to the storage, so it does
  /// not tell whether the set is empty (`isEmpty`).
  private(set) var countInMemory = 0
  private let bound: Int
  private let spilled: SpilledRows?

  /// - Parameters:
  ///   - storage: The storage for hashes that exceed the bound.
  ///   - bound: The maximum number of hashes in memory. Without a storage there is no limit.
  package init(spillingTo storage: (any SpillStorage)? = nil, bound: Int = 10_000_000) {
    self.bound = storage == nil ? .max : bound
    spilled = storage.map { SpilledRows($0) }
  }

  private func makeShards() -> UnsafeMutablePointer<Shard> {
    let shards = UnsafeMutablePointer<Shard>.allocate(capacity: 1 << Self.shardBits)
    unsafe shards.initialize(repeating: Shard(), count: 1 << Self.shardBits)
    unsafe self.shards = unsafe shards
    return unsafe shards
  }

  deinit {
    guard let shards = unsafe shards else { return }
    for index in 0..<(1 << Self.shardBits) { unsafe free(shards[index].slots) }
    unsafe shards.deallocate()
  }

  /// Whether the set contains no hash, neither in memory nor in the storage.
  package var isEmpty: Bool { countInMemory == 0 && spilled?.isEmpty != false }

  /// Adds a hash. Returns false if the set already contains it.
  package func insert(_ hash: Hash128) -> Bool {
    if countInMemory >= bound { spill() }
    if let spilled, isSpilled(hash, spilled) { return false }
    let shard =
      unsafe (shards ?? makeShards()) + Int(truncatingIfNeeded: hash.high >> (64 - Self.shardBits))
    if unsafe shard.pointee.count >= shard.pointee.limit { unsafe grow(shard) }
    let slot = unsafe shard.pointee.slot(of: hash)
    guard unsafe slot.pointee.isZero else { return false }
    unsafe slot.pointee = hash
    unsafe shard.pointee.count &+= 1
    countInMemory &+= 1
    return true
  }

  /// Whether the hash is in the set.
  package func contains(_ hash: Hash128) -> Bool {
    if let spilled, isSpilled(hash, spilled) { return true }
    guard let shards = unsafe shards else { return false }
    let shard = unsafe shards[Int(truncatingIfNeeded: hash.high >> (64 - Self.shardBits))]
    return unsafe shard.size > 0 && !shard.slot(of: hash).pointee.isZero
  }

  /// The error of the storage, if any. Results after it are invalid.
  package var error: SpillError? { spilled?.error }

  private func isSpilled(_ hash: Hash128, _ spilled: SpilledRows) -> Bool {
    !spilled.isEmpty && spilled.contains(hash.high) { $0 == hash.low }
  }

  /// Writes all hashes to the storage shard by shard, which is their order, and removes them from
  /// memory.
  private func spill() {
    guard let shards = unsafe shards else { return }
    spilled?.add(count: countInMemory) { write in
      for index in 0..<(1 << Self.shardBits) {
        let shard = unsafe shards[index]
        let words = unsafe shard.sortedWords
        write(words.span)
        unsafe free(shard.slots)
        unsafe shards[index] = Shard()
      }
    }
    countInMemory = 0
  }

  private func grow(_ shard: UnsafeMutablePointer<Shard>) {
    let old = unsafe shard.pointee
    let size = unsafe ShardSize.next(after: old.size)
    var new = unsafe Shard()
    // Safe because calloc returns zeroed memory of that size, or the allocation traps.
    unsafe new.slots = calloc(size, MemoryLayout<Hash128>.stride)!
      .assumingMemoryBound(to: Hash128.self)
    unsafe new.size = size
    unsafe new.limit = ShardSize.limit(of: size)
    unsafe new.count = old.count
    for index in unsafe 0..<old.size {
      let hash = unsafe old.slots![index]
      if !hash.isZero { unsafe new.slot(of: hash).pointee = hash }
    }
    unsafe free(old.slots)
    unsafe shard.pointee = new
  }

  /// A part of the set, selected by the first bits of the hash.
  @unsafe private struct Shard {
    /// The slots. Zero means free, because no hash is zero (see `Hash128`).
    var slots: UnsafeMutablePointer<Hash128>?
    var size = 0
    var count = 0
    /// The maximum number of hashes in the slots.
    var limit = 0

    /// Both halves of all hashes, ordered by the first half.
    var sortedWords: [UInt64] {
      var pairs: [Hash128] = []
      for index in unsafe 0..<size {
        let hash = unsafe slots![index]
        if !hash.isZero { pairs.append(hash) }
      }
      pairs.sort { $0.high < $1.high }
      return pairs.flatMap { [$0.high, $0.low] }
    }

    /// The preferred slot of a hash: 32 of its bits scaled to the number of slots.
    func home(of hash: Hash128) -> Int {
      unsafe Int(truncatingIfNeeded: ((hash.low & 0xFFFF_FFFF) &* UInt64(size)) >> 32)
    }

    /// The slot of a hash, or the free slot for it: the preferred slot or the next ones. A free
    /// slot always exists.
    func slot(of hash: Hash128) -> UnsafeMutablePointer<Hash128> {
      var index = unsafe home(of: hash)
      while unsafe slots![index] != hash, unsafe !slots![index].isZero {
        index &+= 1
        if unsafe index == size { index = 0 }
      }
      return unsafe slots! + index
    }
  }
}

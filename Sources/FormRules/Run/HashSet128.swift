#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A set of 128-bit hashes, for telling whether a value was seen before.
///
/// Open addressing in shards that grow one at a time: to the double while the set is small, then by
/// a fifth, so that memory stays below 24 bytes a distinct value (16 at a load of 0.71 to 0.85) once
/// it counts, and no growth copies the whole set. Two different values count as equal with a
/// probability below n²/2^129.
///
/// What goes beyond `bound` is put into a storage, if there is one, and looked up there.
///
/// A class over memory of its own: it is asked a million times a run, and neither exclusivity checks
/// nor copies may stand in the way. One thread uses it at a time.
@safe package final class HashSet128 {
  private static let shardBits: UInt64 = 8
  /// Slots of a shard up to which it doubles.
  private static let doublingLimit = 4_096

  /// Made with the first hash: most sets of short runs stay empty.
  ///
  /// Safe because it is made and freed here, and every index below is under a shard's size.
  private var shards: UnsafeMutablePointer<Shard>?
  /// How many hashes it holds in memory.
  package private(set) var count = 0
  private let bound: Int
  private let spilled: SpilledPairs?

  /// - Parameters:
  ///   - storage: where hashes go that are too many for memory.
  ///   - bound: how many are held in memory; all of them without a storage.
  package init(spillingTo storage: (any SpillStorage)? = nil, bound: Int = 10_000_000) {
    self.bound = storage == nil ? .max : bound
    spilled = storage.map(SpilledPairs.init)
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

  /// Adds a hash; false when it was there before.
  package func insert(_ hash: Hash128) -> Bool {
    if count >= bound { spill() }
    if let spilled, isSpilled(hash, spilled) { return false }
    let shard =
      unsafe (shards ?? makeShards()) + Int(truncatingIfNeeded: hash.high >> (64 - Self.shardBits))
    if unsafe shard.pointee.count >= shard.pointee.limit { unsafe grow(shard) }
    let slot = unsafe shard.pointee.slot(of: hash)
    guard unsafe slot.pointee.isZero else { return false }
    unsafe slot.pointee = hash
    unsafe shard.pointee.count &+= 1
    count &+= 1
    return true
  }

  /// Whether the hash is in the set.
  package func contains(_ hash: Hash128) -> Bool {
    if let spilled, isSpilled(hash, spilled) { return true }
    guard let shards = unsafe shards else { return false }
    let shard = unsafe shards[Int(truncatingIfNeeded: hash.high >> (64 - Self.shardBits))]
    return unsafe shard.size > 0 && !shard.slot(of: hash).pointee.isZero
  }

  /// What went wrong with the storage; after that nothing that the set says holds.
  package var error: SpillError? { spilled?.error }

  private func isSpilled(_ hash: Hash128, _ spilled: SpilledPairs) -> Bool {
    !spilled.isEmpty && spilled.contains(hash.high) { $0 == hash.low }
  }

  /// Writes all hashes out, shard by shard, which is in their order, and forgets them.
  private func spill() {
    guard let shards = unsafe shards else { return }
    spilled?.add(count: count) { write in
      for index in 0..<(1 << Self.shardBits) {
        let shard = unsafe shards[index]
        let words = unsafe shard.sortedWords
        write(words.span)
        unsafe free(shard.slots)
        unsafe shards[index] = Shard()
      }
    }
    count = 0
  }

  private func grow(_ shard: UnsafeMutablePointer<Shard>) {
    let old = unsafe shard.pointee
    let size =
      unsafe old.size < Self.doublingLimit ? max(16, old.size * 2) : old.size + old.size / 5
    var new = unsafe Shard()
    // Safe because calloc gives zeroed memory of that size, or ends in the trap of allocation.
    unsafe new.slots = calloc(size, MemoryLayout<Hash128>.stride)!
      .assumingMemoryBound(to: Hash128.self)
    unsafe new.size = size
    unsafe new.limit = size * 85 / 100
    unsafe new.count = old.count
    for index in unsafe 0..<old.size {
      let hash = unsafe old.slots![index]
      if !hash.isZero { unsafe new.slot(of: hash).pointee = hash }
    }
    unsafe free(old.slots)
    unsafe shard.pointee = new
  }

  /// A part of the set, by the first bits of the hash.
  @unsafe private struct Shard {
    /// Slots; zero means free, which no hash is (see `Hash128`).
    var slots: UnsafeMutablePointer<Hash128>?
    var size = 0
    var count = 0
    /// How many hashes the slots may hold.
    var limit = 0

    /// Both halves of all hashes, in the order of the first ones.
    var sortedWords: [UInt64] {
      var pairs: [Hash128] = []
      for index in unsafe 0..<size {
        let hash = unsafe slots![index]
        if !hash.isZero { pairs.append(hash) }
      }
      pairs.sort { $0.high < $1.high }
      return pairs.flatMap { [$0.high, $0.low] }
    }

    /// Where a hash belongs: 32 of its bits scaled to the number of slots.
    func home(of hash: Hash128) -> Int {
      unsafe Int(truncatingIfNeeded: ((hash.low & 0xFFFF_FFFF) &* UInt64(size)) >> 32)
    }

    /// Where the hash is, or the free slot for it: its home, then one slot on at a time. There is
    /// always a free one.
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

import Foundation

/// A set of 64-bit integers for detecting repeated numbers. Exact.
///
/// - A slot holds 64 neighbouring numbers: their common prefix, and one bit per number.
/// - Numbers that arrive roughly in order, such as identifiers, share slots. A million of them take
///   half a megabyte, which stays in the cache.
/// - Numbers that are far apart take a slot of 16 bytes each. The load of a large set is 0.71 to
///   0.85.
/// - The position of a slot depends on a key, so that colliding numbers cannot be chosen.
/// - Slots beyond `bound` are written to a storage, if there is one, and looked up there.
///
/// It is a class with manually managed memory for the same reason as `HashSet128`. Must be used by
/// only one thread at a time.
@safe package final class IntegerSet {
  private struct Slot {
    var prefix: Int64
    /// Never zero in a used slot.
    var bits: UInt64
  }

  /// Safe because it is allocated, replaced and freed only here, and every index is below `size`.
  private var slots: UnsafeMutablePointer<Slot>?
  private var size = 0
  private var used = 0
  private let key: HashKey

  private let bound: Int
  private let spilled: SpilledRows?

  /// Creates an empty set.
  ///
  /// - Parameters:
  ///   - storage: The storage for slots that exceed the bound.
  ///   - bound: The maximum number of slots in memory. Without a storage there is no limit.
  package init(
    key: HashKey, spillingTo storage: (any SpillStorage)? = nil, bound: Int = 10_000_000
  ) {
    self.bound = storage == nil ? .max : bound
    spilled = storage.map { SpilledRows($0) }
    // The multiplier is odd, with bits in all positions for any key.
    self.key = HashKey(key.first, (key.second ^ 0x9E37_79B9_7F4A_7C15) | 1)
  }

  deinit { unsafe free(slots) }

  /// Adds a number. Returns false if the set already contains it.
  package func insert(_ number: Int64) -> Bool {
    if used >= bound { spill() }
    if used >= size * 85 / 100 { grow() }
    let bit = UInt64(1) << UInt64(truncatingIfNeeded: number & 63)
    let slot = unsafe slot(of: number >> 6)
    if unsafe slot.pointee.bits & bit != 0 { return false }
    if let spilled, !spilled.isEmpty,
      spilled.contains(UInt64(bitPattern: number >> 6), { $0 & bit != 0 })
    {
      return false
    }
    if unsafe slot.pointee.bits == 0 { used &+= 1 }
    unsafe slot.pointee = Slot(prefix: number >> 6, bits: slot.pointee.bits | bit)
    return true
  }

  /// The slot of a prefix, or the free slot for it, which always exists.
  private func slot(of prefix: Int64) -> UnsafeMutablePointer<Slot> {
    let product = (UInt64(bitPattern: prefix) ^ key.first).multipliedFullWidth(by: key.second)
    let hash = (product.high ^ product.low) >> 32
    var index = Int(truncatingIfNeeded: (hash &* UInt64(size)) >> 32)
    while unsafe slots![index].bits != 0, unsafe slots![index].prefix != prefix {
      index &+= 1
      if index == size { index = 0 }
    }
    return unsafe slots! + index
  }

  /// The error of the storage, if any. Results after it are invalid.
  package var error: SpillError? { spilled?.error }

  /// Writes all slots to the storage in the order of their prefixes, and removes them from memory.
  private func spill() {
    // Safe because the memory belongs to the set and has `size` slots.
    var all = unsafe UnsafeMutableBufferPointer(start: slots, count: size)
    var end = 0
    for index in 0..<size where unsafe all[index].bits != 0 {
      unsafe all.swapAt(index, end)
      end += 1
    }
    unsafe all[..<end].sort { UInt64(bitPattern: $0.prefix) < UInt64(bitPattern: $1.prefix) }
    spilled?.add(count: end) { write in
      for start in stride(from: 0, to: end, by: 4_096) {
        var words: [UInt64] = []
        for index in start..<min(start + 4_096, end) {
          let slot = unsafe all[index]
          words += [UInt64(bitPattern: slot.prefix), slot.bits]
        }
        write(words.span)
      }
    }
    unsafe free(slots)
    unsafe (slots, size, used) = (nil, 0, 0)
  }

  private func grow() {
    let (oldSlots, oldSize) = unsafe (slots, size)
    size = size < 1 << 20 ? max(64, size * 2) : size + size / 5
    // Safe because calloc returns zeroed memory of that size, or the allocation traps.
    unsafe slots = calloc(size, MemoryLayout<Slot>.stride)!.assumingMemoryBound(to: Slot.self)
    for index in 0..<oldSize {
      let slot = unsafe oldSlots![index]
      if slot.bits != 0 { unsafe self.slot(of: slot.prefix).pointee = slot }
    }
    unsafe free(oldSlots)
  }
}

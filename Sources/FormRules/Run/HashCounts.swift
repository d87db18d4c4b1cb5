import FormBytes

/// The counts of a limited number of distinct hashes, with a text for each.
///
/// A table with open addressing: 64 to 128 bytes per distinct hash, and the texts.
struct HashCounts {
  private struct Slot {
    var hash = Hash128.zero
    /// Zero marks a free slot.
    var count = 0
    var textStart: UInt32 = 0
    var textLength: UInt32 = 0
  }

  private let maximum: Int
  private let longestText: Int
  private var slots: [Slot] = []
  private var used = 0
  private var texts: [UInt8] = []

  /// - Parameters:
  ///   - maximum: The maximum number of distinct hashes.
  ///   - longestText: The length in bytes beyond which texts are cut; zero keeps none.
  init(maximum: Int, longestText: Int) {
    self.maximum = maximum
    self.longestText = longestText
  }

  /// Adds `count` records with a hash. Keeps the text of the first ones. Returns false, and adds
  /// nothing, if there would be more than `maximum` hashes.
  mutating func add(_ hash: Hash128, count: Int, _ text: Span<UInt8>) -> Bool {
    if 2 * used >= slots.count {
      if used >= maximum { return false }
      grow()
    }
    let slot = slot(of: hash)
    guard slots[slot].count == 0 else {
      slots[slot].count &+= count
      return true
    }
    if used >= maximum { return false }
    used += 1
    var kept: [UInt8] = []
    if longestText > 0 { kept.formLeastText(text, atMost: longestText) }
    slots[slot] = Slot(
      hash: hash, count: count, textStart: UInt32(texts.count), textLength: UInt32(kept.count))
    texts += kept
    return true
  }

  /// The text of a hash, or nil if the hash was not added.
  func text(of hash: Hash128) -> [UInt8]? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[slot(of: hash)]
    guard slot.count > 0 else { return nil }
    return Array(texts[Int(slot.textStart)..<Int(slot.textStart + slot.textLength)])
  }

  /// The hashes in ascending order, each with its count.
  var sorted: [(hash: Hash128, count: Int)] {
    slots.lazy.filter { $0.count > 0 }.map { ($0.hash, $0.count) }.sorted { $0.0 < $1.0 }
  }

  mutating func removeAll() {
    slots = []
    used = 0
    texts = []
  }

  /// The slot of a hash, or the free slot for it.
  @inline(__always)
  private func slot(of hash: Hash128) -> Int {
    let mask = slots.count &- 1
    // Hashes of a group differ in the second half only.
    var slot = Int(truncatingIfNeeded: hash.high ^ hash.low) & mask
    while slots[slot].count != 0, slots[slot].hash != hash { slot = (slot &+ 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(64, 2 * old.count))
    for entry in old where entry.count > 0 { slots[slot(of: entry.hash)] = entry }
  }
}

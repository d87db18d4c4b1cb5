import FormBytes

/// The counts of a limited number of distinct hashes, with a text for each.
///
/// A table with open addressing: 80 to 160 bytes per distinct hash, and the texts.
struct HashCounts {
  private struct Slot {
    var hash = Hash128.zero
    /// Zero marks a free slot.
    var count = 0
    var textStart: UInt32 = 0
    var textLength: UInt32 = 0
    /// The text if it has at most seven bytes, or zero; see `Span.packed`.
    var packedText: UInt64 = 0
  }

  private let maximum: Int
  private let longestText: Int
  private let keepsLeastText: Bool
  private var slots: [Slot] = []
  private var used = 0
  private var texts: [UInt8] = []

  /// - Parameters:
  ///   - maximum: The maximum number of distinct hashes.
  ///   - longestText: The length in bytes beyond which texts are cut; zero keeps none.
  ///   - keepsLeastText: Whether the least text of a hash is kept instead of the first.
  init(maximum: Int, longestText: Int, keepsLeastText: Bool) {
    self.maximum = maximum
    self.longestText = longestText
    self.keepsLeastText = keepsLeastText && longestText > 0
  }

  /// Adds `count` records with a hash and a text. Returns false, and adds nothing, if there would
  /// be more than `maximum` hashes.
  mutating func add(_ hash: Hash128, count: Int, _ text: Span<UInt8>) -> Bool {
    if 2 * used >= slots.count {
      // A full table still counts its own hashes.
      if used < maximum { grow() } else if slots.isEmpty { return false }
    }
    let slot = slot(of: hash)
    guard slots[slot].count == 0 else {
      slots[slot].count &+= count
      if keepsLeastText { keepLeast(text, in: slot) }
      return true
    }
    if used >= maximum { return false }
    used += 1
    var kept: [UInt8] = []
    if longestText > 0 { kept.formLeastText(text, atMost: longestText) }
    slots[slot] = Slot(
      hash: hash, count: count, textStart: UInt32(texts.count), textLength: UInt32(kept.count),
      packedText: kept.span.packed)
    texts += kept
    return true
  }

  @inline(__always)
  private mutating func keepLeast(_ text: Span<UInt8>, in slot: Int) {
    // Equal values usually have equal texts. Comparing the slot saves an access to other memory.
    let packed = text.packed
    if packed == 0 || packed != slots[slot].packedText { replaceText(of: slot, by: text) }
  }

  @inline(never)
  private mutating func replaceText(of slot: Int, by text: Span<UInt8>) {
    let start = Int(slots[slot].textStart)
    let kept = texts[start..<start + Int(slots[slot].textLength)]
    if text.count == kept.count, text.indices.allSatisfy({ text[$0] == kept[start + $0] }) {
      return
    }
    var least = Array(kept)
    least.formLeastText(text, atMost: longestText)
    if least[...] == kept { return }
    slots[slot].textStart = UInt32(texts.count)
    slots[slot].textLength = UInt32(least.count)
    slots[slot].packedText = least.span.packed
    texts += least
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

extension Span<UInt8> {
  /// The bytes and their number as one word, or zero if there are more than seven bytes.
  @inline(__always)
  fileprivate var packed: UInt64 {
    guard count < 8 else { return 0 }
    var word = UInt64(count + 1)
    for index in indices { word = word << 8 | UInt64(self[index]) }
    return word
  }
}

import FormBytes

/// An immutable set of byte strings with lookups that do not allocate: open addressing, at most
/// half full, all bytes in one array.
///
/// The hash has no key: collisions depend on the strings in the table, which are chosen by the
/// author of the definition and not by the sender of the texts.
struct ByteStringSet: Sendable {
  private struct Slot {
    /// The upper half of the hash, never 0 in a used slot.
    var tag: UInt32 = 0
    var start: UInt32 = 0
    var end: UInt32 = 0
  }

  private var slots: [Slot]
  private var bytes: [UInt8] = []
  private let ignoresCase: Bool

  /// Creates a set from strings, which may repeat.
  ///
  /// - Parameter ignoresCase: Whether `A` and `a` are equal (ASCII letters only).
  init(_ strings: [[UInt8]], ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
    var capacity = 4
    while capacity < 2 * strings.count { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    for string in strings {
      let (index, tag) = find(string.span)
      guard slots[index].tag == 0 else { continue }
      slots[index] = Slot(
        tag: tag, start: UInt32(bytes.count), end: UInt32(bytes.count + string.count))
      bytes += string
    }
  }

  /// Whether the text is in the set.
  func contains(_ text: Span<UInt8>) -> Bool { slots[find(text).index].tag != 0 }

  /// The index of the text or of the free slot for it, and the text's tag.
  private func find(_ text: Span<UInt8>) -> (index: Int, tag: UInt32) {
    let hash = hash(text)
    let tag = UInt32(truncatingIfNeeded: hash >> 32) | 1
    let mask = slots.count - 1
    var index = Int(truncatingIfNeeded: hash) & mask
    while slots[index].tag != 0 {
      if slots[index].tag == tag, isEqual(slots[index], text) { break }
      index = (index + 1) & mask
    }
    return (index, tag)
  }

  private func isEqual(_ slot: Slot, _ text: Span<UInt8>) -> Bool {
    let string = bytes.span.extracting(Int(slot.start)..<Int(slot.end))
    guard string.count == text.count else { return false }
    for index in 0..<text.count where folded(string[index]) != folded(text[index]) { return false }
    return true
  }

  private func folded(_ byte: UInt8) -> UInt8 { ignoresCase ? byte.lowercasedASCII : byte }

  /// Hashes eight bytes at a time by multiplication and folding (as in wyhash).
  private func hash(_ text: Span<UInt8>) -> UInt64 {
    var hash = UInt64(text.count)
    var index = 0
    while index < text.count {
      let end = Swift.min(index + 8, text.count)
      var word: UInt64 = 0
      while index < end {
        word = word << 8 | UInt64(folded(text[index]))
        index += 1
      }
      let product = (hash ^ word ^ 0x9E37_79B9_7F4A_7C15)
        .multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
      hash = product.high ^ product.low
    }
    return hash
  }
}

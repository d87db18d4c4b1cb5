import FormBytes

/// Counts texts in bounded memory.
///
/// Counts are exact as long as all distinct texts fit. After that, `makeRoom` removes at least the
/// less frequent half, as in the summary of Misra and Gries (1982): the count of a remaining text
/// may then be too low by at most `lost`, and every text that occurs more often than `lost`
/// remains.
package struct ByteCounts: Sendable {
  /// A text with its count.
  package struct Entry: Sendable {
    let hash: UInt64
    let start: Int
    let length: Int
    /// The number of occurrences.
    package fileprivate(set) var count: Int
    /// The index of the first record with the text, from 0.
    package let firstRecord: Int
    /// The location of that record; see `RecordLocation`.
    package let firstLine: Int
    /// The number of Unicode scalars in the whole text, and its marks.
    package let scalars: Int
    package let marks: TextMarks
  }

  /// The number of bytes that are stored. Longer texts are compared by hash, length and beginning.
  static let comparedBytes = 256

  package private(set) var entries: [Entry] = []
  /// The maximum count of a text that may have been removed.
  package private(set) var lost = 0
  private var bytes: [UInt8] = []
  /// An open-addressing hash table with linear probing. A slot contains the upper half of the hash
  /// and the index of the entry plus one, or 0.
  private var slots: [UInt64]
  private var maximumEntries: Int
  private let maximumBytes: Int

  /// Creates an empty table for at most `maximumEntries` distinct texts and `maximumBytes` of text.
  init(maximumEntries: Int = 1 << 16, maximumBytes: Int = 4 << 20) {
    self.maximumEntries = maximumEntries
    self.maximumBytes = maximumBytes
    slots = [UInt64](repeating: 0, count: 64)
  }

  /// Whether the table contains all texts with exact counts.
  package var isExact: Bool { lost == 0 }

  var isFull: Bool { entries.count >= maximumEntries || bytes.count >= maximumBytes }

  /// The bytes of an entry, at most the first `comparedBytes`.
  @_lifetime(borrow self)
  package func bytes(of entry: Entry) -> Span<UInt8> {
    bytes.span.extracting(entry.start..<entry.start + min(entry.length, Self.comparedBytes))
  }

  /// The text of an entry, with an ellipsis if it is truncated.
  package func text(of entry: Entry) -> String {
    let end = entry.start + min(entry.length, Self.comparedBytes)
    let text = String(decoding: bytes[entry.start..<end], as: UTF8.self)
    return entry.length > Self.comparedBytes ? text + "…" : text
  }

  /// The position of a text, or nil if the table does not contain it.
  func index(of text: Span<UInt8>, hash: UInt64) -> Int? {
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
        let index = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) &- 1
        if isEqual(index, text, hash: hash) { return index }
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  func isEqual(_ index: Int, _ text: Span<UInt8>, hash: UInt64) -> Bool {
    let entry = entries[index]
    guard entry.hash == hash, entry.length == text.count else { return false }
    return isBeginning(entry, text)
  }

  /// Whether an entry is the text. False for texts longer than `comparedBytes`. If the texts
  /// differ, this is slower than the comparison with a hash.
  func isEqual(_ index: Int, _ text: Span<UInt8>) -> Bool {
    let entry = entries[index]
    guard entry.length == text.count, entry.length <= Self.comparedBytes else { return false }
    return isBeginning(entry, text)
  }

  private func isBeginning(_ entry: Entry, _ text: Span<UInt8>) -> Bool {
    let stored = bytes.span
    var index = 0
    let end = min(entry.length, Self.comparedBytes)
    while index < end {
      if stored[entry.start &+ index] != text[index] { return false }
      index &+= 1
    }
    return true
  }

  mutating func add(_ count: Int, to index: Int) { entries[index].count += count }

  /// Adds a text that the table does not contain, and returns its position.
  mutating func insert(
    _ text: Span<UInt8>, hash: UInt64, count: Int, record: Int, line: Int
  ) -> Int {
    var (scalars, marks) = (0, TextMarks())
    text.measure(&scalars, &marks)
    if (entries.count + 1) * 2 > slots.count { rebuild(slots: slots.count * 4) }
    let start = bytes.count
    bytes.append(text.extracting(0..<min(text.count, Self.comparedBytes)))
    entries.append(
      Entry(
        hash: hash, start: start, length: text.count, count: count, firstRecord: record,
        firstLine: line, scalars: scalars, marks: marks))
    assignSlot(to: entries.count - 1)
    return entries.count - 1
  }

  /// Removes the less frequent half of the texts, and others with the same count. Positions change.
  ///
  /// - Parameter removed: Called for each removed text.
  mutating func makeRoom(_ removed: (Entry) -> Void) {
    let limit = entries.map(\.count).sorted()[entries.count / 2]
    lost += limit
    var kept: [Entry] = []
    var keptBytes: [UInt8] = []
    for entry in entries {
      guard entry.count > limit else {
        removed(entry)
        continue
      }
      let start = keptBytes.count
      keptBytes += bytes[entry.start..<entry.start + min(entry.length, Self.comparedBytes)]
      kept.append(
        Entry(
          hash: entry.hash, start: start, length: entry.length, count: entry.count,
          firstRecord: entry.firstRecord, firstLine: entry.firstLine, scalars: entry.scalars,
          marks: entry.marks))
    }
    // Most texts occur once, so a small table suffices. It fits in the processor cache.
    if limit == 1, kept.count < 2048 { maximumEntries = min(maximumEntries, 4096) }
    entries = kept
    bytes = keptBytes
    rebuild(slots: 1 << (Int.bitWidth - max(64, maximumEntries * 2 - 1).leadingZeroBitCount))
  }

  private mutating func rebuild(slots count: Int) {
    slots = [UInt64](repeating: 0, count: count)
    for index in entries.indices { assignSlot(to: index) }
  }

  private mutating func assignSlot(to index: Int) {
    let hash = entries[index].hash
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = (hash & 0xFFFF_FFFF_0000_0000) | UInt64(index + 1)
  }
}

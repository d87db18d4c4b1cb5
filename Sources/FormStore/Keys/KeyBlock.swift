import FormBytes

/// Several hundred entries of a sorted run, packed into a blob that fills half a database page.
///
/// The blob begins with the number of bytes of a hash (1 byte), the number of bytes of a submission
/// (1 byte), the smallest submission (6 bytes) and the number of different hashes (2 bytes). These
/// follow, each as its distance from the first one, which is stored in a separate column; then, if
/// there are more entries than hashes, the number of entries up to the last one of each hash (2
/// bytes); then each entry's submission, as its distance from the smallest one. All numbers are
/// little-endian.
struct KeyBlock {
  /// The maximum size of a block. Two blocks, with the other columns, fit in a page of 16 KiB
  /// without overflow.
  static let maximumBytes = 8_110
  fileprivate static let headerBytes = 10
  /// The approximate number of entries in a block of different hashes.
  static let typicalCount = 700

  /// The extent of some sorted entries.
  private struct Extent {
    let first: Int64
    private(set) var last: Int64
    private(set) var low: Int64
    private(set) var high: Int64
    private(set) var hashes = 1
    private(set) var count = 1

    init(_ entry: KeyEntry) {
      (first, last) = (entry.hash, entry.hash)
      (low, high) = (entry.submission, entry.submission)
    }

    mutating func add(_ entry: KeyEntry) {
      if entry.hash != last { hashes += 1 }
      last = entry.hash
      low = min(low, entry.submission)
      high = max(high, entry.submission)
      count += 1
    }

    var hashBytes: Int { Self.bytes(UInt64(bitPattern: last &- first)) }
    var submissionBytes: Int { max(1, Self.bytes(UInt64(high - low))) }
    var hasEnds: Bool { hashes < count }
    var size: Int {
      headerBytes + hashes * (hashBytes + (hasEnds ? 2 : 0)) + count * submissionBytes
    }

    private static func bytes(_ number: UInt64) -> Int { (71 - number.leadingZeroBitCount) / 8 }
  }

  /// Returns how many entries from the beginning of a sorted slice fit into a block.
  static func fittingCount(_ entries: ArraySlice<KeyEntry>) -> Int {
    guard let first = entries.first else { return 0 }
    var extent = Extent(first)
    for entry in entries.dropFirst() {
      let before = extent.count
      extent.add(entry)
      if extent.size > maximumBytes { return before }
    }
    return extent.count
  }

  /// Packs sorted entries. There must be at least one.
  static func encode(_ entries: ArraySlice<KeyEntry>) -> [UInt8] {
    guard let first = entries.first else { return [] }
    var extent = Extent(first)
    for entry in entries.dropFirst() { extent.add(entry) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(extent.size)
    bytes.append(UInt8(extent.hashBytes))
    bytes.append(UInt8(extent.submissionBytes))
    bytes.append(low: UInt64(extent.low), bytes: 6)
    bytes.append(low: UInt64(extent.hashes), bytes: 2)
    var ends: [Int] = []
    var previous: Int64?
    for (index, entry) in entries.enumerated() where entry.hash != previous {
      bytes.append(low: UInt64(bitPattern: entry.hash &- first.hash), bytes: extent.hashBytes)
      if index > 0 { ends.append(index) }
      previous = entry.hash
    }
    ends.append(entries.count)
    if extent.hasEnds { for end in ends { bytes.append(low: UInt64(end), bytes: 2) } }
    for entry in entries {
      bytes.append(low: UInt64(entry.submission - extent.low), bytes: extent.submissionBytes)
    }
    return bytes
  }

  /// Unpacks a blob.
  ///
  /// - Parameter entries: Replaced by the unpacked entries.
  /// - Throws: `StoreError` if the blob was not created by `encode`.
  static func decode(
    _ bytes: [UInt8], first: Int64, into entries: inout [KeyEntry]
  ) throws(StoreError) {
    let block = try PackedKeyBlock(bytes, first: first)
    entries.removeAll(keepingCapacity: true)
    entries.reserveCapacity(block.count)
    var previous = KeyEntry(hash: first, submission: 0)
    for index in 0..<block.hashes {
      let start = entries.count
      block.appendEntries(index, to: &entries)
      for entry in entries[start...] {
        guard previous < entry, entry.submission <= Store.largestNumber
        else { throw .alteredKeys }
        previous = entry
      }
    }
    guard entries.first?.hash == first, entries.count == block.count else { throw .alteredKeys }
  }
}

/// A block that remains packed, for single lookups.
///
/// It does not check that its entries are in order.
struct PackedKeyBlock {
  private let bytes: [UInt8]
  private let first: Int64
  private let low: Int64
  private let hashWidth: Int
  private let submissionWidth: Int
  private let hasEnds: Bool
  /// The number of different hashes, and of entries.
  let hashes: Int
  let count: Int

  /// - Throws: `StoreError` if the blob was not created by `KeyBlock.encode`.
  init(_ bytes: [UInt8], first: Int64) throws(StoreError) {
    guard bytes.count > KeyBlock.headerBytes else { throw .alteredKeys }
    self.bytes = bytes
    self.first = first
    (hashWidth, submissionWidth) = (Int(bytes[0]), Int(bytes[1]))
    low = Int64(bytes.number(at: 2, bytes: 6))
    hashes = Int(bytes.number(at: 8, bytes: 2))
    guard hashWidth <= 8, (1...6).contains(submissionWidth), low <= Store.largestNumber,
      hashes > 0
    else { throw .alteredKeys }
    let rest = bytes.count - KeyBlock.headerBytes - hashes * hashWidth
    hasEnds = rest != hashes * submissionWidth
    let payload = hasEnds ? rest - 2 * hashes : rest
    count = payload / submissionWidth
    guard payload > 0, payload % submissionWidth == 0, count >= hashes, !hasEnds || lastEnd == count
    else { throw .alteredKeys }
  }

  private var lastEnd: Int { end(hashes - 1) }

  private func hash(_ index: Int) -> Int64 {
    let start = KeyBlock.headerBytes + index * hashWidth
    return first &+ Int64(bitPattern: bytes.number(at: start, bytes: hashWidth))
  }

  /// Returns the number of entries up to the last one with a hash.
  private func end(_ index: Int) -> Int {
    guard hasEnds else { return index + 1 }
    return Int(
      bytes.number(at: KeyBlock.headerBytes + hashes * hashWidth + 2 * index, bytes: 2))
  }

  /// Appends the entries with one of the different hashes.
  func appendEntries(_ index: Int, to entries: inout [KeyEntry]) {
    let start = index == 0 ? 0 : end(index - 1)
    for entry in start..<max(start, min(end(index), count)) {
      let offset = bytes.count - (count - entry) * submissionWidth
      entries.append(
        KeyEntry(
          hash: hash(index),
          submission: low + Int64(bytes.number(at: offset, bytes: submissionWidth))))
    }
  }

  /// Appends the entries with a hash. Complexity: a binary search.
  func appendMatches(_ hash: Int64, to found: inout [KeyEntry]) {
    let index = (0..<hashes).partitioningIndex { self.hash($0) >= hash }
    if index < hashes, self.hash(index) == hash { appendEntries(index, to: &found) }
  }
}

extension StoreError {
  static var alteredKeys: StoreError { .altered("a list of keys") }
}

extension [UInt8] {
  /// Appends the low bytes of a number, little-endian.
  @inline(__always)
  mutating func append(low number: UInt64, bytes: Int) {
    for byte in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))) }
  }

  /// Reads a number of at most eight bytes, little-endian.
  @inline(__always)
  func number(at index: Int, bytes: Int) -> UInt64 {
    guard bytes > 0 else { return 0 }
    if index + 8 <= count {
      // Safe because the condition ensures that eight bytes from the index lie within the array.
      let word = unsafe withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      }
      return UInt64(littleEndian: word) & (.max >> UInt64(64 - 8 * bytes))
    }
    var number: UInt64 = 0
    for byte in 0..<bytes { number |= UInt64(self[index + byte]) << UInt64(8 * byte) }
    return number
  }
}

import FormBytes

/// Several hundred sorted entries of a run, packed into a blob that fills a database page.
///
/// The blob begins with the number of bytes of a hash (1 byte), the number of bytes of a submission
/// (1 byte) and the smallest submission (6 bytes). Each entry follows as its distance from the
/// first hash, which is stored in a separate column, and its distance from the smallest submission.
/// All numbers are little-endian.
struct KeyBlock {
  /// The maximum size of a block. Two blocks, with the other columns, fit in a page of 16 KiB
  /// without overflow.
  static let maximumBytes = 8_110
  private static let headerBytes = 8
  /// The approximate number of entries in a block.
  static let typicalCount = 700

  /// The widths of the packed entries, in bytes.
  private struct Widths {
    var hash: Int
    var submission: Int

    init(_ span: UInt64, _ ids: UInt64) {
      hash = Self.bytes(span)
      submission = max(1, Self.bytes(ids))
    }

    private static func bytes(_ number: UInt64) -> Int { (71 - number.leadingZeroBitCount) / 8 }
    var entry: Int { hash + submission }
  }

  /// Returns how many entries from the beginning of a sorted slice fit into a block.
  static func fittingCount(_ entries: ArraySlice<KeyEntry>) -> Int {
    guard let first = entries.first else { return 0 }
    var (low, high) = (first.submission, first.submission)
    var count = 0
    for entry in entries {
      low = min(low, entry.submission)
      high = max(high, entry.submission)
      let widths = Widths(UInt64(bitPattern: entry.hash &- first.hash), UInt64(high - low))
      guard headerBytes + (count + 1) * widths.entry <= maximumBytes else { break }
      count += 1
    }
    return count
  }

  /// Packs sorted entries. There must be at least one.
  static func encode(_ entries: ArraySlice<KeyEntry>) -> [UInt8] {
    guard let first = entries.first, let last = entries.last else { return [] }
    var (low, high) = (first.submission, first.submission)
    for entry in entries {
      low = min(low, entry.submission)
      high = max(high, entry.submission)
    }
    let widths = Widths(UInt64(bitPattern: last.hash &- first.hash), UInt64(high - low))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerBytes + entries.count * widths.entry)
    bytes.append(UInt8(widths.hash))
    bytes.append(UInt8(widths.submission))
    bytes.append(low: UInt64(low), bytes: 6)
    for entry in entries {
      bytes.append(low: UInt64(bitPattern: entry.hash &- first.hash), bytes: widths.hash)
      bytes.append(low: UInt64(entry.submission - low), bytes: widths.submission)
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
    for index in 0..<block.count {
      let entry = block[index]
      guard previous < entry, entry.submission <= Row.largestNumber else { throw .damagedKeys }
      entries.append(entry)
      previous = entry
    }
    guard entries.first?.hash == first else { throw .damagedKeys }
  }

  fileprivate static func payload(_ bytes: [UInt8]) -> Int { bytes.count - headerBytes }
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
  let count: Int

  /// - Throws: `StoreError` if the blob was not created by `KeyBlock.encode`.
  init(_ bytes: [UInt8], first: Int64) throws(StoreError) {
    let payload = KeyBlock.payload(bytes)
    guard payload > 0 else { throw .damagedKeys }
    self.bytes = bytes
    self.first = first
    (hashWidth, submissionWidth) = (Int(bytes[0]), Int(bytes[1]))
    low = Int64(bytes.number(at: 2, bytes: 6))
    guard hashWidth <= 8, (1...6).contains(submissionWidth),
      payload % (hashWidth + submissionWidth) == 0, low <= Row.largestNumber
    else { throw .damagedKeys }
    count = payload / (hashWidth + submissionWidth)
  }

  subscript(index: Int) -> KeyEntry {
    let start = offset(index)
    return KeyEntry(
      hash: hash(index),
      submission: low + Int64(bytes.number(at: start + hashWidth, bytes: submissionWidth)))
  }

  private func offset(_ index: Int) -> Int {
    bytes.count - (count - index) * (hashWidth + submissionWidth)
  }

  private func hash(_ index: Int) -> Int64 {
    first &+ Int64(bitPattern: bytes.number(at: offset(index), bytes: hashWidth))
  }

  /// Appends the entries with a hash. Complexity: a binary search.
  func appendMatches(_ hash: Int64, to found: inout [KeyEntry]) {
    let start = (0..<count).partitioningIndex { self.hash($0) >= hash }
    for index in start..<count {
      guard self.hash(index) == hash else { return }
      found.append(self[index])
    }
  }
}

extension StoreError {
  static var damagedKeys: StoreError { .damaged("a list of keys") }
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

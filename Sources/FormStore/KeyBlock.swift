/// Some hundred sorted entries of a run, packed into a blob that fills a page of the database.
///
/// The blob begins with the number of bytes of a hash, that of a submission, and the smallest
/// submission (6 bytes). Each entry follows as its distance from the first hash, which is a column of
/// its own, and from the smallest submission. All numbers are little endian.
struct KeyBlock {
  /// The largest blob that SQLite stores in one page of 8 KiB without overflow, less the other columns.
  static let maximumBytes = 8_110
  private static let headerBytes = 8

  /// The widths of the entries that are packed together.
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

  /// The number of entries at the beginning of a sorted slice that fit into a block.
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

  /// Packs sorted entries, at least one.
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
  /// - Parameter entries: replaced by its entries.
  /// - Throws: when it is none that `encode` made.
  static func decode(
    _ bytes: [UInt8], first: Int64, into entries: inout [KeyEntry]
  ) throws(StoreError) {
    entries.removeAll(keepingCapacity: true)
    guard bytes.count > headerBytes else { throw .damagedKeys }
    let (hash, submission) = (Int(bytes[0]), Int(bytes[1]))
    let size = hash + submission
    let low = Int64(bytes.number(at: 2, bytes: 6))
    guard hash <= 8, (1...6).contains(submission), (bytes.count - headerBytes) % size == 0,
      low <= Row.largestNumber
    else { throw .damagedKeys }
    entries.reserveCapacity((bytes.count - headerBytes) / size)
    var (index, previous) = (headerBytes, KeyEntry(hash: first, submission: 0))
    while index < bytes.count {
      let entry = KeyEntry(
        hash: first &+ Int64(bitPattern: bytes.number(at: index, bytes: hash)),
        submission: low + Int64(bytes.number(at: index + hash, bytes: submission)))
      guard previous < entry, entry.submission <= Row.largestNumber else { throw .damagedKeys }
      entries.append(entry)
      previous = entry
      index += size
    }
    guard entries.first?.hash == first else { throw .damagedKeys }
  }
}

extension StoreError {
  static var damagedKeys: StoreError { .damaged("a list of keys") }
}

extension [UInt8] {
  /// Appends the low bytes of a number, little endian.
  @inline(__always)
  mutating func append(low number: UInt64, bytes: Int) {
    for byte in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))) }
  }

  /// A number of at most eight bytes, little endian.
  @inline(__always)
  func number(at index: Int, bytes: Int) -> UInt64 {
    guard bytes > 0 else { return 0 }
    if index + 8 <= count {
      // Safe because eight bytes from there lie within the array, as was just seen.
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

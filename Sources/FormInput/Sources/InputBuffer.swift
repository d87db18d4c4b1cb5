/// The part of a source that is being read.
///
/// Unused bytes move to the front, and more bytes are appended.
///
/// The buffer is filled completely before each scan, regardless of the size of the source's chunks,
/// so that bytes that arrive individually are not scanned repeatedly.
struct InputBuffer: ~Copyable, Sendable {
  private var source: any ByteSource & ~Copyable
  private(set) var bytes: [UInt8] = []
  /// The index of the first unused byte.
  private(set) var start = 0
  /// The offset of `bytes[start]` in the decoded stream.
  private(set) var byteOffset = 0
  /// Whether the source has ended.
  private(set) var isAtEnd = false
  private var capacity: Int
  private let bufferBytes: Int
  /// The maximum size that a record requires. At least one block is read regardless.
  private let maximumBytes: Int
  /// The error to throw once the bytes read before it are used up.
  private var error: ReaderError?

  init(_ source: consuming any ByteSource & ~Copyable, _ options: ReaderOptions) {
    self.source = source
    bufferBytes = max(1, options.bufferBytes)
    capacity = bufferBytes
    byteOffset = options.bytes?.lowerBound ?? 0
    // The bytes after a record show whether it is too long, when a CRLF or a character is cut.
    maximumBytes = options.maximumQuotedBytes &+ 16
  }

  /// The bytes that are read but unused.
  var unread: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bytes.span.extracting(start...) }
  }

  mutating func consume(_ count: Int) {
    start += count
    byteOffset += count
  }

  /// Reads until the buffer is full.
  ///
  /// If it is already full with an incomplete record, it doubles, up to the size of the longest
  /// record or `needed` bytes. Afterwards it shrinks to the size of a block again.
  mutating func fill(needed: Int = 0) throws(ReaderError) {
    if let error { throw error }
    bytes.removeSubrange(..<start)
    start = 0
    if bytes.count >= capacity {
      capacity = max(bytes.count + 16, min(bytes.count * 2, maximumBytes), needed)
    } else if needed == 0, capacity > bufferBytes, bytes.count < bufferBytes {
      // The long record is complete, so its memory is released.
      capacity = bufferBytes
      bytes = Array(bytes)
    }
    do throws(ReaderError) {
      isAtEnd = try !source.fill(&bytes, with: capacity - bytes.count)
    } catch {
      self.error = error
    }
  }

  /// Reads until `count` bytes are available or the source ends.
  mutating func require(_ count: Int) throws(ReaderError) {
    while bytes.count - start < count, !isAtEnd, error == nil {
      try fill(needed: count)
    }
  }
}

extension InputBuffer {
  /// Skips a byte order mark, if there is one.
  mutating func skipByteOrderMark() throws(ReaderError) -> Bool {
    try require(3)
    guard unread.starts(with: "\u{FEFF}") else { return false }
    consume(3)
    return true
  }
}

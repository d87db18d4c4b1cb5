/// The part of a source that is being read: what is not used up moves to the front, and more is
/// read behind it.
///
/// It is filled to the brim before anything is scanned, whatever the size of the source's pieces,
/// so that bytes that come one by one are not scanned again with each.
struct InputBuffer: ~Copyable, Sendable {
  private var source: any ByteSource & ~Copyable
  private(set) var bytes: [UInt8] = []
  /// The first byte that is not used up.
  private(set) var start = 0
  /// Where `bytes[start]` stands in the decoded stream.
  private(set) var byteOffset = 0
  /// Whether the source has no more.
  private(set) var isAtEnd = false
  private var capacity: Int
  private let blockBytes: Int
  /// No record needs more; a block is read all the same.
  private let maximumBytes: Int
  /// Thrown when the bytes that were read before it are used up as far as they go.
  private var failure: ReaderError?

  init(_ source: consuming any ByteSource & ~Copyable, _ options: ReaderOptions) {
    self.source = source
    blockBytes = max(1, options.blockBytes)
    capacity = blockBytes
    byteOffset = options.bytes?.lowerBound ?? 0
    // What is too long is seen by the bytes behind it: half a CRLF, and a cut character.
    maximumBytes = options.maximumQuotedBytes &+ 16
  }

  /// What has been read and not used up.
  var unread: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { bytes.span.extracting(start...) }
  }

  mutating func use(_ count: Int) {
    start += count
    byteOffset += count
  }

  /// Reads on until the buffer is full; one that was full, with a record longer than it, doubles,
  /// up to what the longest record or `needed` bytes take. When that is used up, it is as large as a block again.
  mutating func fill(needed: Int = 0) throws(ReaderError) {
    if let failure { throw failure }
    bytes.removeSubrange(..<start)
    start = 0
    if bytes.count >= capacity {
      capacity = max(bytes.count + 16, min(bytes.count * 2, maximumBytes), needed)
    } else if needed == 0, capacity > blockBytes, bytes.count < blockBytes {
      // The long record is done with; its memory is free then.
      capacity = blockBytes
      bytes = Array(bytes)
    }
    do throws(ReaderError) {
      isAtEnd = try !source.fill(&bytes, with: capacity - bytes.count)
    } catch {
      failure = error
    }
  }

  /// Reads on until there are `count` bytes, or as many as there will be.
  mutating func require(_ count: Int) throws(ReaderError) {
    while bytes.count - start < count, !isAtEnd, failure == nil {
      try fill(needed: count)
    }
  }
}

extension InputBuffer {
  /// Passes over a byte order mark, if one is next.
  mutating func skipByteOrderMark() throws(ReaderError) -> Bool {
    try require(3)
    guard unread.starts(with: "\u{FEFF}") else { return false }
    use(3)
    return true
  }
}

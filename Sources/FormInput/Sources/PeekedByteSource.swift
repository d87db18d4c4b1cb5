import FormBytes

/// A source whose first 64 KiB have already been read.
struct PeekedByteSource: ByteSource, ~Copyable {
  /// The first 64 KiB of the source, or all of it if it is shorter.
  let start: [UInt8]
  private var position = 0
  /// The error that ended reading after `start`. Thrown once `start` is used up.
  private var error: ReaderError?
  private var base: any ByteSource & ~Copyable

  init(_ base: consuming any ByteSource & ~Copyable) throws(ReaderError) {
    self.base = base
    var start: [UInt8] = []
    do throws(ReaderError) {
      _ = try self.base.fill(&start, with: 1 << 16)
    } catch {
      if start.isEmpty { throw error }
      self.error = error
    }
    self.start = start
  }

  mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    if position == start.count {
      if let error { throw error }
      return try base.read(appendingTo: &bytes, atMost: count)
    }
    let end = min(start.count, position + count)
    defer { position = end }
    bytes.append(contentsOf: start[position..<end])
    return end - position
  }

  /// The encoding of the byte order mark, or nil. Throws for UTF-32.
  var byteOrderMark: TextEncoding? {
    get throws(ReaderError) {
      if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) {
        throw ReaderError(
          .encoding, byteOffset: 0, "the text is UTF-32; convert it to UTF-8 first")
      }
      if start.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
      if start.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
      return start.starts(with: [0xEF, 0xBB, 0xBF]) ? .utf8 : nil
    }
  }
}

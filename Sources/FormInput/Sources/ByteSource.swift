/// A source of bytes: a file, standard input, memory, or another source that is unpacked or
/// decoded.
package protocol ByteSource: ~Copyable, Sendable {
  /// Appends at most `count` bytes.
  ///
  /// `count` must be positive.
  ///
  /// - Returns: The number of bytes; 0 only at the end.
  mutating func read(appendingTo bytes: inout [UInt8], atMost count: Int) throws(ReaderError) -> Int
}

extension ByteSource where Self: ~Copyable {
  /// Appends bytes until `count` bytes are added or the source ends.
  ///
  /// - Returns: Whether `count` bytes were added.
  mutating func fill(_ bytes: inout [UInt8], with count: Int) throws(ReaderError) -> Bool {
    let end = bytes.count + count
    while bytes.count < end {
      if try read(appendingTo: &bytes, atMost: end - bytes.count) == 0 { return false }
    }
    return true
  }
}

/// Bytes in memory, returned in chunks of any size.
package struct MemoryByteSource: ByteSource {
  private let content: [UInt8]
  private let chunkSize: Int
  private var position = 0

  package init(_ content: [UInt8], chunkSize: Int = .max) {
    self.content = content
    self.chunkSize = max(1, chunkSize)
  }

  package mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let end = position + min(count, chunkSize, content.count - position)
    defer { position = end }
    bytes.append(contentsOf: content[position..<end])
    return end - position
  }
}

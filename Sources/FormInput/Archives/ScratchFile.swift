import FormBytes
import Foundation

/// An unnamed file that is written sequentially and read at any position.
///
/// Safe to send between threads because the writing thread has exclusive access until reading
/// starts.
final class ScratchFile: @unchecked Sendable {
  private let descriptor: CInt
  /// The size in bytes.
  private(set) var size = 0

  /// - Throws: `ReaderError` of kind `input` if the file cannot be created.
  init() throws(ReaderError) {
    descriptor = UnnamedFile.open()
    guard descriptor >= 0 else { throw Self.error("made", errno) }
  }

  /// Creates a file with the whole content of a source.
  convenience init(_ source: consuming any ByteSource & ~Copyable) throws(ReaderError) {
    try self.init()
    var bytes: [UInt8] = []
    while try source.read(appendingTo: &bytes, atMost: 1 << 18) > 0 {
      try append(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) throws(ReaderError) {
    var start = 0
    while start < bytes.count {
      // Safe because the range lies within the array's own buffer.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(
          descriptor, $0.baseAddress! + start, bytes.count - start, off_t(size + start))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.error("written", errno) }
      start += count
    }
    size += bytes.count
  }

  /// Appends the bytes of a range, up to the end of the file.
  func read(_ range: Range<Int>, appendingTo bytes: inout [UInt8]) throws(ReaderError) {
    var position = range.lowerBound
    let end = min(range.upperBound, size)
    while position < end {
      var count = 0
      bytes.append(addingCapacity: end - position) { output in
        // Safe because pread(2) writes at most as many bytes as the buffer has room for.
        unsafe output.withUnsafeMutableBufferPointer { buffer, used in
          count = unsafe pread(
            descriptor, buffer.baseAddress! + used, end - position, off_t(position))
          used += max(0, count)
        }
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.error("read", count == 0 ? EIO : errno) }
      position += count
    }
  }

  /// Returns the bytes of a range, up to the end of the file.
  func bytes(_ range: Range<Int>) throws(ReaderError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(range, appendingTo: &bytes)
    return bytes
  }

  private static func error(_ what: String, _ code: CInt) -> ReaderError {
    ReaderError(
      .input,
      "a temporary file cannot be \(what): \(String(errno: code)); free up "
        + "space there or set TMPDIR")
  }
}

/// A part of a temporary file.
struct ScratchFileSource: ByteSource {
  let file: ScratchFile
  var range: Range<Int>

  mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let part = range.prefix(count)
    try file.read(part, appendingTo: &bytes)
    range.removeFirst(part.count)
    return part.count
  }
}

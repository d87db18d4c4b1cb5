import FormBytes
import Foundation

/// A temporary file without a name, which is written sequentially and read at any position.
///
/// It is accessible only by its owner. It is deleted with the object, or when the process ends,
/// even by a kill.
///
/// Safe to send between threads because the writing thread has exclusive access until reading
/// starts.
package final class UnnamedFile: @unchecked Sendable {
  private let descriptor: CInt
  /// The size in bytes.
  private(set) package var size = 0

  /// - Throws: `ReaderError` of kind `input` if the file cannot be created.
  package init() throws(ReaderError) {
    // mkstemp(3) replaces the capital X's.
    var path = Array("\(Self.folder)/formrec-XXXXXX".utf8CString)
    // Safe because the path is a local array that ends in a zero.
    descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { throw Self.error("created", errno) }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Creates a file with the whole content of a byte source.
  package convenience init(
    _ source: consuming any ByteSource & ~Copyable
  ) throws(ReaderError) {
    try self.init()
    var bytes: [UInt8] = []
    while try source.read(appendingTo: &bytes, atMost: 1 << 18) > 0 {
      try append(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }

  deinit { close(descriptor) }

  /// A path with which this process can open the file.
  package var path: String { "/dev/fd/\(descriptor)" }

  package func append(_ bytes: [UInt8]) throws(ReaderError) {
    // Safe because bytes have no padding.
    try unsafe append(bytes.span.bytes)
  }

  package func append(_ bytes: RawSpan) throws(ReaderError) {
    let number = bytes.write(to: descriptor, at: size)
    if number != 0 { throw Self.error("written", number) }
    size += bytes.byteCount
  }

  /// Replaces all bytes with those of the file from a position on.
  package func read(_ bytes: inout MutableRawSpan, at position: Int) throws(ReaderError) {
    let number = bytes.read(from: descriptor, at: position)
    if number != 0 { throw Self.error("read", number) }
  }

  /// Appends the bytes of a range, up to the end of the file.
  func read(_ range: Range<Int>, appendingTo bytes: inout [UInt8]) throws(ReaderError) {
    let count = min(range.upperBound, size) - range.lowerBound
    var part: [UInt8] = Array(repeating: 0, count: max(0, count))
    var span = part.mutableSpan
    // Safe because bytes have no padding.
    var raw = unsafe span.mutableBytes
    try read(&raw, at: range.lowerBound)
    bytes += part
  }

  /// Returns the bytes of a range, up to the end of the file.
  func bytes(_ range: Range<Int>) throws(ReaderError) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(range, appendingTo: &bytes)
    return bytes
  }

  /// The environment variable `TMPDIR`, or `/tmp`.
  private static var folder: String {
    // Safe because nothing in this program changes its environment.
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
  }

  private static func error(_ what: String, _ number: CInt) -> ReaderError {
    ReaderError(
      .input,
      "a temporary file cannot be \(what) in \(folder): \(String(errno: number)); free up space "
        + "there or set TMPDIR")
  }
}

/// The bytes of an unnamed file, or a part of them.
package struct UnnamedFileByteSource: ByteSource {
  private let file: UnnamedFile
  private var range: Range<Int>

  /// - Parameter range: The part; nil is the whole file.
  package init(_ file: UnnamedFile, _ range: Range<Int>? = nil) {
    self.file = file
    self.range = range ?? 0..<file.size
  }

  package mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let part = range.prefix(count)
    try file.read(part, appendingTo: &bytes)
    range.removeFirst(part.count)
    return part.count
  }
}

import FormBytes
import Foundation

/// A file or standard input, read with read(2).
package struct FileByteSource: ByteSource, ~Copyable {
  private let descriptor: CInt
  private let isOwned: Bool

  /// Opens a file.
  ///
  /// The path `-` means standard input.
  ///
  /// - Throws: `ReaderError` of kind `input` if the file cannot be opened or is a directory.
  package init(path: String) throws(ReaderError) {
    isOwned = path != "-"
    // Safe because the compiler passes the string as NUL-terminated memory for the call.
    descriptor = isOwned ? unsafe open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    if descriptor < 0 { throw Self.error("cannot open the file", errno) }
    try Self.refuseDirectory(descriptor)
  }

  /// Opens a regular file.
  ///
  /// Anything else, such as a pipe or a device, might never end.
  ///
  /// - Parameter offset: The offset of the first byte to read.
  /// - Throws: `ReaderError` of kind `input`, immediately, if the file is not regular or cannot be
  ///   opened.
  package init(regularFile path: String, from offset: Int = 0) throws(ReaderError) {
    isOwned = true
    // Opening a pipe must not wait for its writer. Safe because the compiler passes the string as
    // NUL-terminated memory for the call.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0 { throw Self.error("cannot open the file", errno) }
    guard try Self.kind(of: descriptor) == S_IFREG else {
      throw ReaderError(.input, "cannot read the file: it is not a regular file")
    }
    if offset > 0, lseek(descriptor, off_t(offset), SEEK_SET) < 0 {
      throw Self.error("cannot read the file", errno)
    }
  }

  /// Reads from an open descriptor, which stays open.
  package init(descriptor: CInt) throws(ReaderError) {
    self.descriptor = descriptor
    isOwned = false
    try Self.refuseDirectory(descriptor)
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  package mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let descriptor = self.descriptor
    var result = -1
    bytes.append(addingCapacity: count) { output in
      // Safe because read(2) writes at most `count` bytes, and the buffer has room for them.
      unsafe output.withUnsafeMutableBufferPointer { buffer, used in
        repeat {
          result = unsafe readBytes(descriptor, buffer.baseAddress! + used, count)
        } while result < 0 && errno == EINTR
        used += max(0, result)
      }
    }
    if result < 0 { throw Self.error("cannot read the file", errno) }
    return result
  }

  private static func refuseDirectory(_ descriptor: CInt) throws(ReaderError) {
    if try kind(of: descriptor) == S_IFDIR { throw error("cannot read the file", EISDIR) }
  }

  private static func kind(of descriptor: CInt) throws(ReaderError) -> mode_t {
    guard let status = FileStatus(descriptor: descriptor) else {
      throw error("cannot read the file", errno)
    }
    return status.kind
  }

  private static func error(_ what: String, _ code: CInt) -> ReaderError {
    ReaderError(.input, "\(what): \(String(errno: code))")
  }
}

/// Calls read(2), whose name the method `read` shadows.
private func readBytes(_ descriptor: CInt, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int)
  -> Int
{
  // Safe because the caller's buffer has room for the count.
  unsafe read(descriptor, bytes, count)
}

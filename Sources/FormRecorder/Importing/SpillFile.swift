import FormBytes
import FormInput
import FormRules
import FormStore
import Foundation

/// An unnamed file for keys and counts of rules that do not fit in memory. The first write creates
/// the file.
///
/// Safe to send to the judging thread because no other thread uses it.
final class SpillFile: SpillStorage, @unchecked Sendable {
  private var descriptor: Int32 = -1
  private var size = 0

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ words: Span<UInt64>) throws(SpillError) -> Int {
    if descriptor < 0 { descriptor = try Self.open() }
    // Safe because the bytes are only read, within the call.
    let failure: Int32? = unsafe words.bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = unsafe pwrite(
          descriptor, bytes.baseAddress! + written, bytes.count - written,
          off_t(8 * size + written))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        written += count
      }
      return nil
    }
    if let failure { throw Self.error("written", failure) }
    defer { size += words.count }
    return size
  }

  func read(_ range: Range<Int>, into words: inout [UInt64]) throws(SpillError) {
    if words.count != range.count { words = Array(repeating: 0, count: range.count) }
    // Safe because exactly the bytes of the array are written.
    let failure: Int32? = unsafe words.withUnsafeMutableBytes { bytes in
      var got = 0
      while got < bytes.count {
        let count = unsafe pread(
          descriptor, bytes.baseAddress! + got, bytes.count - got,
          off_t(8 * range.lowerBound + got))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 ? EIO : errno }
        got += count
      }
      return nil
    }
    if let failure { throw Self.error("read", failure) }
  }

  /// Opens an unnamed file.
  static func open() throws(SpillError) -> Int32 {
    let descriptor = UnnamedFile.open()
    guard descriptor >= 0 else { throw error("made", errno) }
    return descriptor
  }

  /// Appends bytes to a file.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SpillError) {
    var start = 0
    while start < bytes.count {
      // Safe because the range lies within the array's own buffer.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Foundation.write(descriptor, $0.baseAddress! + start, bytes.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw error("written", errno) }
      start += count
    }
  }

  private static func error(_ what: String, _ number: Int32) -> SpillError {
    SpillError(
      "a temporary file for rules that compare records cannot be \(what) in \(UnnamedFile.folder): "
        + "\(String(errno: number)); free up space there or set TMPDIR")
  }
}

import FormBytes
package import FormStore
import Foundation

/// A file that arrives in pieces, in the folder of uploads. It is deleted with this object unless
/// it was stored (`SubmittedFiles.store`).
///
/// Safe to send between threads because only one at a time uses it.
package final class IncomingFile: @unchecked Sendable {
  package let file: TemporaryFile
  /// The digest of the bytes so far.
  private(set) var digest = Digest()
  /// The number of bytes so far.
  package private(set) var byteCount = 0

  package init(_ file: TemporaryFile) { self.file = file }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws(RecorderError) {
    var start = 0
    while start < bytes.count {
      // Safe because the range lies within the array's own buffer.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe write(file.descriptor, $0.baseAddress! + start, bytes.count - start)
      }
      if count < 0, errno != EINTR {
        throw RecorderError(.refused, "an uploaded file cannot be stored: \(String(errno: errno))")
      }
      start += max(count, 0)
    }
    digest.update(bytes)
    byteCount += bytes.count
  }
}

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
    let number = bytes.write(to: file.descriptor)
    guard number == 0 else {
      throw RecorderError(.storage, "\(file.path): cannot be written: \(String(errno: number))")
    }
    digest.update(bytes)
    byteCount += bytes.count
  }
}

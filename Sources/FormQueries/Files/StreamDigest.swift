import FormBytes
import FormHashing
import Synchronization

/// The digest of a stream while it is read.
///
/// Safe to send to the reading thread because no other thread reads the digest before that thread
/// ends.
package final class StreamDigest: @unchecked Sendable {
  private var hash = Digest()
  private let read = Atomic(0)
  /// The number of bytes read so far. Safe to read from any thread.
  package var size: Int { read.load(ordering: .relaxed) }

  package init() {}

  package func update(_ bytes: [UInt8], from start: Int) {
    // Safe because bytes have no padding.
    unsafe hash.update(bytes.span.extracting(start...).bytes)
    read.add(bytes.count - start, ordering: .relaxed)
  }

  /// The SHA-256 digest of all bytes, in hexadecimal.
  package var hexadecimal: String { hash.bytes.hexadecimal }
}

import FormInput
import FormStore
import Synchronization

/// Passes a source's bytes on and computes their SHA-256 and number on the way.
struct HashingSource<Base: ByteSource & ~Copyable>: ByteSource, ~Copyable {
  private var base: Base
  private let digest: StreamDigest

  init(_ base: consuming Base, into digest: StreamDigest) {
    self.base = base
    self.digest = digest
  }

  mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let start = bytes.count
    let got = try base.read(appendingTo: &bytes, atMost: count)
    if got > 0 { digest.update(bytes, from: start) }
    return got
  }
}

/// The digest of a stream that is being read.
///
/// Safe to hand to the thread that reads because nobody else looks at it before that has ended.
package final class StreamDigest: @unchecked Sendable {
  private var hash = Digest()
  private let read = Atomic(0)
  /// How many bytes there were so far; other threads may ask too.
  package var size: Int { read.load(ordering: .relaxed) }

  package init() {}

  func update(_ bytes: [UInt8], from start: Int) {
    // Safe because bytes have no padding.
    unsafe hash.update(bytes.span.extracting(start...).bytes)
    read.add(bytes.count - start, ordering: .relaxed)
  }

  /// SHA-256 of all bytes, hexadecimal.
  package var hexadecimal: String { hash.bytes.hexadecimal }
}

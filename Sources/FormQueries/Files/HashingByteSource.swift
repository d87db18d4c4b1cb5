package import FormInput

/// A byte source that forwards another source's bytes and computes their SHA-256 digest and count.
package struct HashingByteSource<Base: ByteSource & ~Copyable>: ByteSource, ~Copyable {
  private var base: Base
  private let digest: StreamDigest

  package init(_ base: consuming Base, into digest: StreamDigest) {
    self.base = base
    self.digest = digest
  }

  package mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let start = bytes.count
    let got = try base.read(appendingTo: &bytes, atMost: count)
    if got > 0 { digest.update(bytes, from: start) }
    return got
  }
}

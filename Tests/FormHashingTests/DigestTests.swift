import FormBytes
import Testing

@testable import FormHashing

/// SHA-256 agrees with the standard, however the bytes are divided.
struct DigestTests {
  /// The examples of NIST (SHA_All.pdf, and a million times `a` of FIPS 180-2, B.3).
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func nistExamplesMatch(text: String, digest: String) {
    #expect(Digest.hexadecimal(of: text) == digest)
  }

  @Test(arguments: [1, 63, 64, 65, 999])
  func chunkSizesDoNotAffectTheDigest(size: Int) {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    var digest = Digest()
    for start in stride(from: 0, to: bytes.count, by: size) {
      digest.update(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(digest.bytes == Digest.of(bytes))
  }

  @Test func copiesAreIndependent() {
    var digest = Digest()
    digest.update(Array("a".utf8))
    var copy = digest
    copy.update(Array("b".utf8))
    #expect(digest.bytes == Digest.of(Array("a".utf8)))
    #expect(copy.bytes == Digest.of(Array("ab".utf8)))
  }

  @Test func digestCanBeReadBeforeTheEnd() {
    var digest = Digest()
    digest.update(Array("a".utf8))
    _ = digest.bytes
    digest.update(Array("b".utf8))
    #expect(digest.bytes == Digest.of(Array("ab".utf8)))
  }
}

import FormBytes

#if canImport(CryptoKit)
import CryptoKit
#else
import CCrypto
#endif

/// An incremental SHA-256 digest (FIPS 180-4), which identifies files, definitions, blocks and
/// events.
///
/// It has value semantics: copies are independent.
///
/// libcrypto computes it, at about 1.3 GB/s on processors with SHA extensions and 0.3 GB/s on
/// others; on Apple's platforms CryptoKit.
package struct Digest: Sendable {
  /// The number of bytes of a digest.
  package static let count = 32

  private var context = DigestContext()

  /// Creates the digest of no bytes.
  package init() {}

  /// Appends bytes.
  package mutating func update(_ bytes: RawSpan) {
    if !isKnownUniquelyReferenced(&context) { context = context.copy() }
    context.update(bytes)
  }

  /// Appends bytes.
  package mutating func update(_ bytes: [UInt8]) {
    // Safe because bytes have no padding. The same holds below.
    unsafe update(bytes.span.bytes)
  }

  /// The digest of all bytes so far, 32 bytes. More bytes may follow.
  package var bytes: [UInt8] { context.copy().finish() }

  /// Returns the digest of some bytes, 32 bytes.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    let context = DigestContext()
    unsafe context.update(bytes.span.bytes)
    return context.finish()
  }

  /// Returns the digest of a text in UTF-8, as 64 lowercase hexadecimal digits.
  package static func hexadecimal(of text: String) -> String { of(Array(text.utf8)).hexadecimal }

  /// Writes the first bytes of the digest of a byte and further bytes: those of a `HashNode`.
  @unsafe
  static func writeNode(
    of first: UInt8, _ bytes: UnsafeRawBufferPointer, to node: UnsafeMutableRawBufferPointer
  ) {
    precondition(node.count == HashNode.size)
    #if canImport(CryptoKit)
    unsafe node.copyBytes(from: of([first] + bytes).prefix(HashNode.size))
    #else
    unsafe formrec_write_node(first, bytes.baseAddress, bytes.count, node.baseAddress)
    #endif
  }
}

#if canImport(CryptoKit)
/// The state of a digest in CryptoKit.
///
/// Safe to send between threads because `Digest` changes it only while it is uniquely referenced.
private final class DigestContext: @unchecked Sendable {
  private var state: SHA256

  init(_ state: SHA256 = SHA256()) { self.state = state }

  func copy() -> DigestContext { DigestContext(state) }

  func update(_ bytes: RawSpan) {
    // Safe because the call only reads the bytes.
    unsafe bytes.withUnsafeBytes { unsafe state.update(bufferPointer: $0) }
  }

  func finish() -> [UInt8] { Array(state.finalize()) }
}
#else
/// The state of a digest in libcrypto.
///
/// Safe to send between threads because `Digest` changes it only while it is uniquely referenced.
@safe
private final class DigestContext: @unchecked Sendable {
  /// Safe because it is set once, used only in this class, and freed last.
  private let state: OpaquePointer

  /// The algorithm, fetched once.
  ///
  /// It belongs to a separate library context, so that neither the system's openssl.cnf nor
  /// `OPENSSL_CONF` is read and the host program's settings stay unchanged. Safe because
  /// libcrypto only reads it.
  nonisolated(unsafe) private static let algorithm: OpaquePointer = {
    guard let library = unsafe OSSL_LIB_CTX_new(),
      let algorithm = unsafe EVP_MD_fetch(library, "SHA256", nil)
    else { fatalError("libcrypto has no SHA-256, or memory is exhausted") }
    return unsafe algorithm
  }()

  init() {
    guard let state = unsafe EVP_MD_CTX_new() else { Self.fail() }
    unsafe self.state = state
    guard unsafe EVP_DigestInit_ex2(state, Self.algorithm, nil) == 1 else { Self.fail() }
  }

  private init(of other: DigestContext) {
    guard let state = unsafe EVP_MD_CTX_new() else { Self.fail() }
    unsafe self.state = state
    guard unsafe EVP_MD_CTX_copy_ex(state, other.state) == 1 else { Self.fail() }
  }

  deinit { unsafe EVP_MD_CTX_free(state) }

  func copy() -> DigestContext { DigestContext(of: self) }

  func update(_ bytes: RawSpan) {
    // Safe because the call only reads the bytes.
    let isDone = unsafe bytes.withUnsafeBytes {
      unsafe EVP_DigestUpdate(state, $0.baseAddress, $0.count) == 1
    }
    if !isDone { Self.fail() }
  }

  /// Returns the digest. The context must not be used afterwards.
  func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Digest.count)
    // Safe because SHA-256 writes exactly 32 bytes.
    guard unsafe EVP_DigestFinal_ex(state, &digest, nil) == 1 else { Self.fail() }
    return digest
  }

  /// Stops the process. SHA-256 fails only when memory runs out, as Swift's own allocations do.
  private static func fail() -> Never { fatalError("libcrypto has no memory for a digest") }
}
#endif

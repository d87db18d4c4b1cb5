import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece: what files, definitions, blocks and events
/// are known by. Copies go on independently of one another.
///
/// libcrypto computes it, at about 1.3 GB a second on processors with SHA extensions and 0.3 GB on
/// others.
package struct Digest: Sendable {
  /// The number of its bytes.
  package static let count = 32

  private var context = DigestContext()

  /// The digest of no bytes yet.
  package init() {}

  /// Takes in the next bytes.
  package mutating func update(_ bytes: RawSpan) {
    if !isKnownUniquelyReferenced(&context) { context = context.copy() }
    context.update(bytes)
  }

  /// Takes in the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    // Safe because bytes have no padding; likewise below.
    unsafe update(bytes.span.bytes)
  }

  /// The digest of all bytes so far, 32 bytes. More may follow.
  package var bytes: [UInt8] { context.copy().finish() }

  /// The digest of some bytes, 32 bytes.
  package static func of(_ bytes: [UInt8]) -> [UInt8] {
    let context = DigestContext()
    unsafe context.update(bytes.span.bytes)
    return context.finish()
  }
}

/// A digest that libcrypto is computing.
///
/// Safe to hand from thread to thread because `Digest` changes it only while nobody else refers to it.
@safe
private final class DigestContext: @unchecked Sendable {
  /// Safe because it is set once, used in this class only, and freed last.
  private let state: OpaquePointer

  /// The algorithm, looked up once. A library context of our own, so that neither the system's
  /// openssl.cnf nor `OPENSSL_CONF` is read, and nothing changes for a program that we are a part of.
  /// Safe because libcrypto only reads it.
  nonisolated(unsafe) private static let algorithm: OpaquePointer = {
    guard let library = unsafe OSSL_LIB_CTX_new(),
      let algorithm = unsafe EVP_MD_fetch(library, "SHA256", nil)
    else { fatalError("libcrypto has no SHA-256, or there is no memory") }
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
    // Safe because the bytes are only read, within the call.
    let isDone = unsafe bytes.withUnsafeBytes {
      unsafe EVP_DigestUpdate(state, $0.baseAddress, $0.count) == 1
    }
    if !isDone { Self.fail() }
  }

  /// The digest; nothing may be asked of the context afterwards.
  func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Digest.count)
    // Safe because SHA-256 writes exactly 32 bytes.
    guard unsafe EVP_DigestFinal_ex(state, &digest, nil) == 1 else { Self.fail() }
    return digest
  }

  /// SHA-256 fails for want of memory only, as Swift's own allocations do: nothing can go on.
  private static func fail() -> Never { fatalError("libcrypto has no memory for a digest") }
}

#if canImport(CryptoKit)
import CryptoKit
#else
import CCrypto
#endif

/// The keystream of AES-128 in counter mode, which derives many random keys from one.
enum Keystream {
  /// Returns the first bytes of the keystream of a key of 16 bytes.
  static func bytes(_ count: Int, key: some Collection<UInt8>) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: count)
    #if canImport(CryptoKit)
    // GCM encrypts in counter mode; with this nonce, its counter begins at 2. Neither call throws
    // for a nonce of 12 bytes and a key of 16.
    do {
      let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12))
      let key = SymmetricKey(data: Array(key))
      return Array(try AES.GCM.seal(zeros, using: key, nonce: nonce).ciphertext)
    } catch { fatalError("CryptoKit failed to encrypt: \(error)") }
    #else
    let counter = [UInt8](repeating: 0, count: 15) + [2]
    var stream = zeros
    var length: Int32 = 0
    // Safe because the cipher has a key and a counter of 16 bytes, and writes as many bytes as it
    // reads.
    guard let state = unsafe EVP_CIPHER_CTX_new() else { fail() }
    defer { unsafe EVP_CIPHER_CTX_free(state) }
    guard unsafe EVP_EncryptInit_ex2(state, algorithm, Array(key), counter, nil) == 1,
      unsafe EVP_EncryptUpdate(state, &stream, &length, zeros, Int32(count)) == 1
    else { fail() }
    return stream
    #endif
  }

  #if !canImport(CryptoKit)
  /// The algorithm, fetched once, from a separate library context as that of `Digest`.
  nonisolated(unsafe) private static let algorithm: OpaquePointer = {
    guard let library = unsafe OSSL_LIB_CTX_new(),
      let algorithm = unsafe EVP_CIPHER_fetch(library, "AES-128-CTR", nil)
    else { fatalError("libcrypto has no AES, or memory is exhausted") }
    return unsafe algorithm
  }()

  /// Stops the process. AES fails only when memory runs out.
  private static func fail() -> Never { fatalError("libcrypto has no memory for a cipher") }
  #endif
}

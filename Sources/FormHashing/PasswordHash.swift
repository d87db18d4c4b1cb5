import FormBytes

#if !canImport(CryptoKit)
import CCrypto
#endif

/// The hash of a password by scrypt (RFC 7914), with N = 2^15, r = 8 and p = 1: about 32 MiB and
/// 0.1 seconds of work.
///
/// CryptoKit has no scrypt, so on Apple's platforms no user can be created (`isAvailable`), and no
/// password matches.
package struct PasswordHash: Sendable {
  private let salt: [UInt8]
  private let hash: [UInt8]

  private static let (cost, blockSize, parallelism): (UInt64, UInt64, UInt64) = (1 << 15, 8, 1)

  /// Hashes a password with a random salt.
  package init(of password: String) {
    salt = Salt.random()
    hash = Self.scrypt(password, salt)
  }

  /// Creates a hash from its text form. Returns nil if the format or the parameters differ.
  package init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "scrypt-32768-8-1",
      let salt = [UInt8](hexadecimal: parts[1].utf8),
      let hash = [UInt8](hexadecimal: parts[2].utf8), hash.count == Digest.count
    else { return nil }
    (self.salt, self.hash) = (salt, hash)
  }

  /// The text form, which is stored: the parameters, the salt and the hash.
  package var text: String { "scrypt-32768-8-1$\(salt.hexadecimal)$\(hash.hexadecimal)" }

  /// Whether this is the hash of a password. Takes the same time for all passwords.
  package func matches(_ password: String) -> Bool {
    Self.scrypt(password, salt).isEqualInConstantTime(to: hash)
  }

  #if canImport(CryptoKit)
  /// Whether passwords can be hashed.
  package static let isAvailable = false

  private static func scrypt(_ password: String, _ salt: [UInt8]) -> [UInt8] {
    // A hash that no other one equals.
    Salt.random() + Salt.random()
  }
  #else
  /// Whether passwords can be hashed.
  package static let isAvailable = true

  private static func scrypt(_ password: String, _ salt: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Digest.count)
    var password = password
    let isDone = password.withUTF8 { bytes in
      // Safe because the call reads both inputs and writes exactly the given count.
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe EVP_PBE_scrypt(
          bytes.baseAddress, bytes.count, salt, salt.count, cost, blockSize, parallelism,
          64 << 20, &hash, hash.count)
      }
    }
    guard isDone == 1 else { fatalError("libcrypto has no memory for scrypt") }
    return hash
  }
  #endif
}

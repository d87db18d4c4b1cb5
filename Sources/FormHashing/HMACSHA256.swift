import FormBytes

/// Authenticates texts that are passed through an untrusted party, with HMAC-SHA-256 (RFC 2104).
package struct HMACSHA256: Sendable {
  private let inner, outer: [UInt8]

  /// The block size of SHA-256 in bytes.
  private static let blockSize = 64

  /// - Parameter key: A secret, random key, usually of 32 bytes.
  package init(key: [UInt8]) {
    let key = key.count > Self.blockSize ? Digest.of(key) : key
    let block = key + [UInt8](repeating: 0, count: Self.blockSize - key.count)
    inner = block.map { $0 ^ 0x36 }
    outer = block.map { $0 ^ 0x5C }
  }

  /// Returns the authentication code of a message, 32 bytes.
  package func code(of message: [UInt8]) -> [UInt8] {
    Digest.of(outer + Digest.of(inner + message))
  }

  /// Returns the authentication code of a text, 64 hexadecimal digits.
  package func code(for text: String) -> String {
    code(of: Array(text.utf8)).hexadecimal
  }

  /// Returns whether a code belongs to a text, in constant time.
  package func isCode(_ code: String, for text: String) -> Bool {
    Array(code.utf8).isEqualInConstantTime(to: Array(self.code(for: text).utf8))
  }
}

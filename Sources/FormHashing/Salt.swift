/// Random bytes that are hashed together with a text, so that the hash cannot confirm a guess at
/// the text.
package enum Salt {
  private static let byteCount = 16

  /// Returns 16 random bytes.
  package static func random() -> [UInt8] { .random(count: byteCount) }

  /// Returns salts of 16 random bytes each.
  package static func random(_ count: Int) -> [[UInt8]] {
    let bytes = [UInt8].random(count: count * byteCount)
    return stride(from: 0, to: bytes.count, by: byteCount).map { Array(bytes[$0..<$0 + byteCount]) }
  }
}

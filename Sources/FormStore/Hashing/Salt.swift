import Foundation

/// Random bytes that are hashed together with a text, so that the hash cannot confirm a guess at
/// the text.
package enum Salt {
  /// Returns 16 random bytes.
  package static func random() -> [UInt8] { random(1)[0] }

  /// Returns salts of 16 random bytes each. A system call draws 16 of them.
  static func random(_ count: Int) -> [[UInt8]] {
    let (saltBytes, drawnBytes) = (16, 256)
    var bytes = [UInt8](repeating: 0, count: count * saltBytes)
    for start in stride(from: 0, to: bytes.count, by: drawnBytes) {
      let end = min(start + drawnBytes, bytes.count)
      // Safe because the call writes exactly this many bytes.
      let isDone = unsafe bytes[start..<end].withUnsafeMutableBytes {
        unsafe getentropy($0.baseAddress, $0.count) == 0
      }
      guard isDone else { fatalError("the system has no random numbers") }
    }
    return stride(from: 0, to: bytes.count, by: saltBytes).map {
      Array(bytes[$0..<$0 + saltBytes])
    }
  }
}

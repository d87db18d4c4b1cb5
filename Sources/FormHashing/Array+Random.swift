import Foundation

extension [UInt8] {
  /// Returns random bytes of the system, which nobody can predict. A system call draws 256 of them.
  package static func random(count: Int) -> [UInt8] {
    let drawnBytes = 256
    var bytes = [UInt8](repeating: 0, count: count)
    for start in stride(from: 0, to: count, by: drawnBytes) {
      // Safe because the call writes exactly this many bytes.
      let isDone = unsafe bytes[start..<Swift.min(start + drawnBytes, count)].withUnsafeMutableBytes
      {
        unsafe getentropy($0.baseAddress, $0.count) == 0
      }
      guard isDone else { fatalError("the system has no random numbers") }
    }
    return bytes
  }
}

package import Foundation

extension Data {
  /// Whether the bytes contain other bytes, which must not be empty. In a debug build, this is much
  /// faster than `range(of:)`.
  package func contains(bytes part: Data) -> Bool {
    unsafe withUnsafeBytes { all in
      unsafe part.withUnsafeBytes { part in
        var offset = 0
        while offset + part.count <= all.count,
          let found = unsafe memchr(
            all.baseAddress! + offset, Int32(part[0]), all.count - offset - part.count + 1)
        {
          if unsafe memcmp(found, part.baseAddress!, part.count) == 0 { return true }
          offset = unsafe UnsafeRawPointer(found) - all.baseAddress! + 1
        }
        return false
      }
    }
  }
}

import FormStore
import Foundation

/// SHA-256 of files, to know them again.
enum FileDigest {
  /// The size of a regular file in bytes, or nil.
  static func size(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return attributes?[.size] as? Int
  }

  /// The digest of a file's bytes, hexadecimal; nil when it cannot be read. About 1 GB a second.
  static func sha256(of path: String) throws -> String? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    var hash = Digest()
    while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty { hash.update(data.bytes) }
    return hash.bytes.hexadecimal
  }
}

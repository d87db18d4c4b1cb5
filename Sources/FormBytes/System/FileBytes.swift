import Foundation

/// Files that are read as a whole.
package enum FileBytes {
  /// Returns the content of a file, or its beginning if it is longer than a maximum. Returns nil if
  /// the file cannot be read.
  ///
  /// To refuse a longer file, pass a maximum that is greater by one.
  package static func read(_ path: String, atMost maximum: Int) -> [UInt8]? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? handle.close() }
    // An empty file has no data.
    guard let data = try? handle.read(upToCount: maximum) ?? Data() else { return nil }
    return Array(data)
  }
}

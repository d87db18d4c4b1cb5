import Foundation

/// Files that are read as a whole.
package enum FileBytes {
  /// Returns the content of a file, or its beginning if it is longer than a maximum. Returns nil if
  /// the file cannot be read.
  ///
  /// To refuse a longer file, pass a maximum that is greater by one.
  package static func read(_ path: String, atMost maximum: Int) -> [UInt8]? {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    // An error of closing is ignored, because the file was only read.
    defer { try? handle.close() }
    // Any error of reading, such as that for a folder, means that the file cannot be read, which
    // the callers report. An empty file has no data.
    guard let data = try? handle.read(upToCount: maximum) ?? Data() else { return nil }
    return Array(data)
  }
}

/// Provides the files that fields name by path. FormRules opens no files itself; the program
/// supplies an implementation and decides which files are accessible.
public protocol FileAccess: Sendable {
  /// Opens the file that a field names.
  ///
  /// - Throws: `FileRefusal` if the file does not exist or is not accessible.
  func open(_ path: String) throws(FileRefusal) -> any FileContent
}

/// The bytes of an open file. Must be used by only one thread at a time.
public protocol FileContent {
  /// The number of bytes.
  var size: Int { get }
  /// Reads at most `count` bytes from an offset within the size. Returns fewer only at the end of
  /// the file.
  func read(at offset: Int, count: Int) throws(FileRefusal) -> [UInt8]
}

/// The reason that a file cannot be read. The raw value is the last part of the error code, as in
/// `media.notFound`.
public enum FileRefusal: String, Error, Sendable {
  /// The file does not exist or is a directory.
  case notFound
  /// The path leads outside of the directory of files or contains a symbolic link.
  case outside
  /// The file exists but the system denies reading it.
  case unreadable
}

/// Bytes in memory, from a data: URI or Base64.
struct MemoryContent: FileContent {
  let bytes: [UInt8]
  var size: Int { bytes.count }

  func read(at offset: Int, count: Int) throws(FileRefusal) -> [UInt8] {
    Array(bytes[min(offset, size)..<min(offset + count, size)])
  }
}

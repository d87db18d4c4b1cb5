/// Gives rules the files that fields name by path. FormRules opens none itself; the program that
/// judges brings what does, and decides which files may be seen.
public protocol FileAccess: Sendable {
  /// Opens the file that a field names.
  ///
  /// - Throws: `FileRefusal` when there is none, or none that may be seen.
  func open(_ path: String) throws(FileRefusal) -> any FileContent
}

/// The bytes of one open file. One thread uses it at a time.
public protocol FileContent {
  /// How many bytes there are.
  var size: Int { get }
  /// At most `count` bytes from an offset within the size; fewer only where the file ends.
  func read(at offset: Int, count: Int) throws(FileRefusal) -> [UInt8]
}

/// Why a file that a field names cannot be looked at; the raw value ends the code of the failure,
/// as in `media.notFound`.
public enum FileRefusal: String, Error, Sendable {
  /// There is no file of that name, or it is a folder.
  case notFound
  /// The path leads out of the folder of files, or over a symbolic link.
  case outside
  /// The file is there, but the system does not let it be read.
  case unreadable
}

/// Bytes in memory, as a data: URI or Base64 gives them.
struct MemoryContent: FileContent {
  let bytes: [UInt8]
  var size: Int { bytes.count }

  func read(at offset: Int, count: Int) throws(FileRefusal) -> [UInt8] {
    Array(bytes[min(offset, size)..<min(offset + count, size)])
  }
}

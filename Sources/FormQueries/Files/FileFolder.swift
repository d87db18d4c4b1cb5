import FormBytes
public import FormRules
import Foundation

/// Gives rules access to files that fields name by path, below a folder.
///
/// A path is resolved component by component from the folder's descriptor, so that concurrent
/// changes to the tree cannot lead outside of it. Absolute paths, `..` and symbolic links are
/// refused. Anything but a regular file (a device, a pipe) counts as not found.
public final class FileFolder: FileAccess {
  /// The absolute path of the folder, with symbolic links resolved.
  public let path: String
  private let descriptor: CInt

  /// Opens a folder.
  ///
  /// - Throws: `RecorderError` if the folder does not exist or cannot be read.
  public init(_ path: String) throws(RecorderError) {
    // Safe because the compiler passes the string as NUL-terminated memory for the call.
    descriptor = unsafe Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 {
      throw RecorderError(
        .refused, "\(path): cannot be used as the folder of files: \(String(errno: errno))")
    }
    self.path = path.resolvedPath ?? path
  }

  deinit { close(descriptor) }

  /// Opens a file below the folder. See `FileFolder` for the paths that are refused.
  ///
  /// - Throws: `FileRefusal` if the path is refused, or if the file cannot be opened.
  public func open(_ path: String) throws(FileRefusal) -> any FileContent {
    // In bytes, because a combining mark forms one character with the slash in front of it.
    let (bytes, slash) = (path.utf8, UInt8(ascii: "/"))
    guard bytes.first != slash, !bytes.contains(0) else { throw .outside }
    let names = bytes.split(separator: slash).map { Substring($0) }.filter { $0 != "." }
    guard let last = names.last, bytes.last != slash else { throw .notFound }
    if names.contains("..") { throw .outside }
    var folder = descriptor
    defer { if folder != descriptor { close(folder) } }
    for name in names.dropLast() {
      let next = try Self.open(name, in: folder, O_DIRECTORY)
      if folder != descriptor { close(folder) }
      folder = next
    }
    // Opening a pipe must not wait for its writer.
    return try OpenFile(Self.open(last, in: folder, O_NONBLOCK | O_NOCTTY))
  }

  private static func open(
    _ name: Substring, in folder: CInt, _ flags: CInt
  ) throws(FileRefusal) -> CInt {
    // Safe because the compiler passes the string as NUL-terminated memory for the call.
    let descriptor = unsafe openat(folder, String(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags)
    if descriptor >= 0 { return descriptor }
    switch errno {
    case ELOOP: throw .outside
    case ENOTDIR:
      // With O_DIRECTORY the component is a link or a file; without it, a preceding component is a
      // file.
      throw isLink(name, in: folder) ? .outside : .notFound
    case ENOENT, ENAMETOOLONG, ENXIO: throw .notFound
    default: throw .unreadable
    }
  }

  private static func isLink(_ name: Substring, in folder: CInt) -> Bool {
    var status = stat()
    // Safe because fstatat(2) fills the structure that it is given.
    let result = unsafe fstatat(folder, String(name), &status, AT_SYMLINK_NOFOLLOW)
    return result == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}

/// An open regular file.
private final class OpenFile: FileContent {
  private let descriptor: CInt
  let size: Int

  /// Takes ownership of a descriptor.
  init(_ descriptor: CInt) throws(FileRefusal) {
    guard let status = FileStatus(descriptor: descriptor), status.isRegular else {
      close(descriptor)
      throw .notFound
    }
    self.descriptor = descriptor
    size = status.size
  }

  deinit { close(descriptor) }

  func read(at offset: Int, count: Int) throws(FileRefusal) -> [UInt8] {
    var result = -1
    // Safe because pread(2) writes at most `count` bytes, and the buffer has room for them.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      repeat {
        result = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
      } while result < 0 && errno == EINTR
      used = max(0, result)
    }
    if result < 0 { throw .unreadable }
    return bytes
  }
}

import FormBytes
import FormHashing
import Foundation
import Synchronization

/// A file that gets its final name only when it is complete.
///
/// Until then it has a random name with a checksum, which no other file has by chance, and the
/// process that creates the file holds a lock on it. The name and the lock distinguish leftovers of
/// killed processes from all other files.
package final class TemporaryFile: Sendable {
  package let path: String
  /// Open for writing. Closed by the object.
  package let descriptor: Int32
  private let isPublished = Mutex(false)

  /// A byte far beyond those that SQLite locks.
  private static let lockedByte: off_t = 1 << 61

  /// Creates an empty file in the folder of the destination.
  ///
  /// - Parameter mode: The permissions, restricted by the umask. Default: owner only.
  package init(beside destination: String, mode: UInt32 = 0o600) throws(SystemError) {
    let folder = Self.folder(of: destination)
    while true {
      let path = "\(folder)/\(Self.name(Self.randomToken()))"
      // Safe because Swift passes a C string that is valid during the call. The same holds below.
      let descriptor = unsafe open(
        path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode))
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw SystemError(errno) }
      // Another process may have deleted the file as a leftover before it was locked.
      if Self.lock(descriptor) != .held, FileIdentity(descriptor) == FileIdentity(path) {
        self.path = path
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit {
    if !isPublished.withLock({ $0 }) { Self.delete(path) }
    close(descriptor)
  }

  /// Synchronizes everything written to the disk, including writes through other descriptors.
  package func synchronize() throws(SystemError) {
    try Self.synchronize(descriptor)
  }

  /// Renames the file to its final name and makes the name durable.
  ///
  /// The content must already be on disk.
  ///
  /// - Parameter replacing: Whether to replace an existing file.
  /// - Throws: `SystemError` with EEXIST if the file exists and must not be replaced.
  package func publish(as destination: String, replacing: Bool) throws(SystemError) {
    if replacing {
      guard unsafe rename(path, destination) == 0 else { throw SystemError(errno) }
    } else {
      try renameExclusively(to: destination)
    }
    isPublished.withLock { $0 = true }
    let folder = unsafe open(Self.folder(of: destination), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw SystemError(errno) }
    defer { close(folder) }
    try Self.synchronize(folder)
  }

  private static func synchronize(_ descriptor: Int32) throws(SystemError) {
    let number = syncToDisk(descriptor)
    if number != 0 { throw SystemError(number) }
  }

  private func renameExclusively(to destination: String) throws(SystemError) {
    if let rename = unsafe Self.renameat2 {
      if unsafe rename(AT_FDCWD, path, AT_FDCWD, destination, 1) == 0 { return }
      // Not every file system supports this.
      guard errno == EINVAL || errno == ENOSYS else { throw SystemError(errno) }
    }
    if unsafe link(path, destination) == 0 {
      unsafe unlink(path)
      return
    }
    guard errno != EEXIST, unsafe access(destination, F_OK) != 0 else { throw SystemError(EEXIST) }
    guard unsafe rename(path, destination) == 0 else { throw SystemError(errno) }
  }

  private typealias Rename =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// renameat2(2), which the Glibc module does not export. Nil if the C library does not have it.
  private static let renameat2: Rename? = {
    // Safe because the symbol has had this type since its introduction.
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "renameat2") else { return nil }
    return unsafe unsafeBitCast(symbol, to: Rename.self)
  }()

  /// Deletes the leftovers of killed processes in a folder.
  ///
  /// - Returns: The temporary files that remain, because another process is writing them or because
  ///   this process may not delete them.
  @discardableResult
  package static func deleteLeftovers(in folder: String) -> [String] {
    // Nil if the folder cannot be listed: then its leftovers remain.
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return unsafe access(folder, F_OK) == 0 ? ["\(folder)/.formrec-*.tmp"] : []
    }
    return names.filter(isTemporary).map { "\(folder)/\($0)" }.filter { path in
      let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return errno != ENOENT }
      defer { close(descriptor) }
      if lock(descriptor) == .taken, FileIdentity(descriptor) == FileIdentity(path) { delete(path) }
      return unsafe access(path, F_OK) == 0
    }
  }

  /// Returns the folder of a file.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func delete(_ path: String) {
    // The file itself is deleted last, because without it the others could not be identified as
    // leftovers.
    for suffix in Store.companionSuffixes + [""] { unsafe unlink(path + suffix) }
  }

  private enum LockState { case taken, held, unsupported }

  private static func lock(_ descriptor: Int32) -> LockState {
    switch OpenFileLock.set(.exclusive, on: descriptor, at: lockedByte) {
    case 0: .taken
    case EAGAIN, EACCES: .held
    default: .unsupported
    }
  }

  private static func randomToken() -> String {
    let number = UInt64.random(in: .min ... .max)
    return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
      .hexadecimal
  }

  private static func name(_ token: String) -> String {
    let checksum = Digest.of(Array("formrec.temporary.1\n\(token)".utf8)).prefix(8)
    return ".formrec-\(token)\(Array(checksum).hexadecimal).tmp"
  }

  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".formrec-") && name == Self.name(String(name.dropFirst(9).prefix(16)))
  }
}

/// A failed system call.
package struct SystemError: Error, CustomStringConvertible {
  /// The `errno`.
  package let number: Int32

  init(_ number: Int32) { self.number = number }

  package var description: String { String(errno: number) }
}

/// The identity of a file, which distinguishes it from a later file with the same name, and the
/// number of its names.
struct FileIdentity: Equatable {
  var device: dev_t
  var number: ino_t
  var links: nlink_t

  /// Returns nil if the file does not exist. Does not follow symbolic links.
  init?(_ path: String) { self.init(FileStatus(path: path, followsLinks: false)) }

  init?(_ descriptor: Int32) { self.init(FileStatus(descriptor: descriptor)) }

  private init?(_ status: FileStatus?) {
    guard let values = status?.attributes else { return nil }
    (device, number, links) = (values.st_dev, values.st_ino, values.st_nlink)
  }
}

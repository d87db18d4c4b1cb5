import Foundation

/// A file for what gets its name only when it is whole.
///
/// Until then it has a random name with a checksum in it, which nothing else has by chance, and it is
/// locked while the process lives that makes it. By both, leftovers of killed processes are told from
/// all other files.
package final class TemporaryFile {
  package let path: String
  /// Open for writing; closed by the object.
  package let descriptor: Int32
  private var isPublished = false

  /// A byte far behind those that SQLite locks.
  private static let lockedByte: off_t = 1 << 61
  /// What SQLite makes beside a database.
  private static let companions = ["-journal", "-wal", "-shm"]

  /// Makes an empty file in the folder of the one that it is to become.
  ///
  /// - Parameter mode: who may use it, as far as the umask allows; its owner only unless said.
  package init(beside destination: String, mode: UInt32 = 0o600) throws(SystemError) {
    let folder = Self.folder(of: destination)
    while true {
      let path = "\(folder)/\(Self.name(Self.randomToken()))"
      // Safe because Swift passes a C string that lives for the call; likewise below.
      let descriptor = unsafe open(
        path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw SystemError(errno) }
      // Before it was locked it looked like a leftover.
      if Self.lock(descriptor) != .held, FileIdentity(descriptor) == FileIdentity(path) {
        self.path = path
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  deinit {
    if !isPublished { Self.delete(path) }
    close(descriptor)
  }

  /// Puts what was written on the disk, through other descriptors too.
  package func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError(errno) }
  }

  /// Gives the file its name, and makes that durable. Its content has to be on the disk already.
  ///
  /// - Parameter replacing: whether a file that has the name is replaced.
  /// - Throws: EEXIST when there is one, whoever made it in the meantime.
  package func publish(as destination: String, replacing: Bool) throws(SystemError) {
    if replacing {
      guard unsafe rename(path, destination) == 0 else { throw SystemError(errno) }
    } else {
      try renameExclusively(to: destination)
    }
    isPublished = true
    let folder = unsafe open(Self.folder(of: destination), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw SystemError(errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw SystemError(errno) }
  }

  private func renameExclusively(to destination: String) throws(SystemError) {
    if let rename = unsafe Self.renameat2 {
      if unsafe rename(AT_FDCWD, path, AT_FDCWD, destination, 1) == 0 { return }
      // Not every file system can.
      guard errno == EINVAL || errno == ENOSYS else { throw SystemError(errno) }
    }
    if unsafe link(path, destination) == 0 {
      unsafe unlink(path)
      return
    }
    guard errno != EEXIST, unsafe access(destination, F_OK) != 0,
      unsafe rename(path, destination) == 0
    else { throw SystemError(errno) }
  }

  private typealias Rename =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// renameat2(2), which Glibc's module leaves out; nil where the C library has none.
  private static let renameat2: Rename? = {
    // Safe because the symbol has had this type since it was introduced.
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "renameat2") else { return nil }
    return unsafe unsafeBitCast(symbol, to: Rename.self)
  }()

  /// Deletes what killed processes left in a folder.
  package static func deleteLeftovers(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where isTemporary(name) {
      let path = "\(folder)/\(name)"
      let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      if lock(descriptor) == .taken, FileIdentity(descriptor) == FileIdentity(path) { delete(path) }
    }
  }

  /// The folder that a file is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func delete(_ path: String) {
    // The file itself at last: without it nobody tells whose the others are.
    for suffix in companions + [""] { unsafe unlink(path + suffix) }
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

/// A call of the operating system that failed.
package struct SystemError: Error, CustomStringConvertible {
  /// Its `errno`.
  package let number: Int32

  init(_ number: Int32) { self.number = number }

  package var description: String { String(errno: number) }
}

/// What tells a file from another one that has its name later, and how many names it has.
struct FileIdentity: Equatable {
  var device: dev_t
  var number: ino_t
  var links: nlink_t

  /// Nil when there is no such file. A symbolic link is a file of its own.
  init?(_ path: String) {
    var status = stat()
    // Safe because the structure outlives the call.
    guard unsafe lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init?(_ descriptor: Int32) {
    var status = stat()
    // Safe because the structure outlives the call.
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    (device, number, links) = (status.st_dev, status.st_ino, status.st_nlink)
  }
}

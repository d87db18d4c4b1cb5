import FormStore
import Foundation
import Synchronization

/// A file that gets its name only when it is whole and on the disk; before that it has a temporary
/// one beside it, which goes away with the object.
package final class OutputFile {
  /// The name that it will have.
  let path: String
  /// The name that it has until then.
  var temporaryPath: String { file.path }
  private let file: TemporaryFile
  private let replacing: Bool
  /// The file that it replaces, whose owner and mode it takes over.
  private let replaced: stat?
  private let descriptor: Int32
  private let sealing = Sealing()
  /// How many bytes `write` has written since that began.
  private var unsealed = 0
  private var isOpen = true

  /// Makes the file. Who may read it is up to the umask, or to the mode of the file that it replaces.
  ///
  /// - Parameters:
  ///   - replacing: whether a file of that name may be replaced.
  ///   - store: the store, whose files are never replaced, nor are files that were imported; nil where
  ///     there is none.
  ///   - isPrivate: whether it is for its owner only, as databases are.
  init(path: String, replacing: Bool, protecting store: Store?, isPrivate: Bool = false) throws {
    self.path = path
    self.replacing = replacing
    try Self.check(path, replacing: replacing, store)
    replaced = replacing && !isPrivate ? Self.status(path) : nil
    do {
      TemporaryFile.deleteLeftovers(in: TemporaryFile.folder(of: path))
      // Private until it has the mode of the file that it replaces.
      file = try TemporaryFile(
        beside: path, mode: isPrivate || replaced != nil ? 0o600 : 0o666)
    } catch {
      throw RecorderError(.failed, "\(path): cannot be made: \(error)")
    }
    // One of its own, since closing is the last chance of a file system to tell of an error.
    descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else {
      throw RecorderError(.failed, "\(path): cannot be made: \(String(errno: errno))")
    }
  }

  deinit {
    guard isOpen, descriptor >= 0 else { return }
    _ = sealing.end()
    close(descriptor)
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    // Safe because the structure outlives the call.
    return unsafe lstat(path, &status) == 0 ? status : nil
  }

  /// - Throws: when the name may not be used.
  static func check(_ path: String, replacing: Bool, _ store: Store?) throws {
    guard let status = status(path) else {
      if errno == ENOENT, !path.isEmpty, !path.hasSuffix("/") { return }
      let reason = path.isEmpty ? "the name is empty" : String(errno: errno)
      throw RecorderError(.failed, "\(path): cannot be made: \(reason)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw RecorderError(.failed, "\(path): is no regular file")
    }
    for suffix in ["", "-wal", "-shm", ".lock"] {
      var own = stat()
      if let store, unsafe stat(store.path + suffix, &own) == 0, own.st_ino == status.st_ino,
        own.st_dev == status.st_dev
      {
        throw RecorderError(.failed, "\(path): is the database; choose another name")
      }
    }
    guard replacing else {
      throw RecorderError(.failed, "\(path): is there already; --force replaces it")
    }
    guard let store else { return try checkIsNoDatabase(path) }
    _ = try ReplacedDatabase(path)
    if try store.hasFinishedImport(ofSize: Int(status.st_size)),
      let digest = try FileDigest.sha256(of: path), try store.hasFinishedImport(sha256: digest)
    {
      throw RecorderError(.failed, "\(path): is a file that was imported; choose another name")
    }
  }

  /// Where no store says which file it is, any database is left alone.
  private static func checkIsNoDatabase(_ path: String) throws {
    let header = Array("SQLite format 3\0".utf8)
    guard let file = FileHandle(forReadingAtPath: path) else { return }
    defer { try? file.close() }
    if try file.read(upToCount: header.count).map(Array.init) == header {
      throw RecorderError(.failed, "\(path): is a database; choose another name")
    }
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(RecorderError) {
    var start = 0
    while start < bytes.count {
      // Safe because the range lies within the array's own buffer.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress! + start, bytes.count - start)
      }
      if count < 0, errno != EINTR { throw failed() }
      start += max(count, 0)
    }
    unsealed += bytes.count
    if unsealed >= 16 << 20 { beginSealing() }
  }

  /// Begins to put on the disk what was written so far, so that `seal` waits for the rest only. What
  /// goes wrong is said by `seal`.
  func beginSealing() {
    sealing.begin(descriptor)
    unsealed = 0
  }

  /// Puts on the disk what was written, by another descriptor too. Nothing is written after that.
  func seal() throws(RecorderError) {
    let failure = sealing.end()
    guard failure == 0 else {
      errno = failure
      throw failed()
    }
    takeOverMode()
    guard fsync(descriptor) == 0 else { throw failed() }
    isOpen = false
    guard close(descriptor) == 0 else { throw failed() }
  }

  /// Gives it the owner and mode of the file that it replaces. Where the group cannot be kept, the new
  /// one may do no more than others.
  private func takeOverMode() {
    guard let replaced else { return }
    var mode = replaced.st_mode & 0o777
    if fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0,
      fchown(descriptor, uid_t.max, replaced.st_gid) != 0
    {
      mode &= ~0o070 | (mode & 0o007) << 3
    }
    // Where modes are not kept, such as on a USB stick, there is nothing to keep.
    _ = fchmod(descriptor, mode)
  }

  /// Gives the sealed file its name.
  func publish() throws(RecorderError) {
    do {
      let replaced = replacing ? try ReplacedDatabase(path) : nil
      try file.publish(as: path, replacing: replacing)
      withExtendedLifetime(replaced) {}
    } catch let error as SystemError {
      throw RecorderError(.failed, "\(path): cannot be written: \(error)")
    } catch {
      throw RecorderError(error)
    }
  }

  /// Makes a folder, if it is not there; the one that it is in has to be.
  static func makeFolder(_ path: String) throws(RecorderError) {
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw RecorderError(.failed, "\(path): cannot be made: \(String(errno: errno))")
    }
  }

  private func failed() -> RecorderError {
    RecorderError(.failed, "\(path): cannot be written: \(String(errno: errno))")
  }
}

/// Puts a file on the disk beside the work, one piece after the other.
private final class Sealing: Sendable {
  private let queue = DispatchQueue(label: "formrec.sealing")
  /// The system says once that something could not be written, to whoever asks first.
  private let failure = Mutex<Int32>(0)

  func begin(_ descriptor: Int32) {
    queue.async { [self] in
      guard fdatasync(descriptor) != 0 else { return }
      let number = errno
      failure.withLock { $0 = number }
    }
  }

  /// Waits until nothing is on its way; what went wrong, by its `errno`, or 0.
  func end() -> Int32 {
    queue.sync {}
    return failure.withLock { $0 }
  }
}

extension OutputFile {
  /// Writes a text to a file that appears when it is whole.
  package static func write(_ text: String, to path: String, replacing: Bool)
    throws(RecorderError)
  {
    try write(to: path, replacing: replacing) { file throws(RecorderError) in
      try file.write(Array(text.utf8))
    }
  }

  static func write(
    to path: String, replacing: Bool, _ content: (OutputFile) throws(RecorderError) -> Void
  ) throws(RecorderError) {
    do {
      let file = try OutputFile(path: path, replacing: replacing, protecting: nil)
      try content(file)
      try file.seal()
      try file.publish()
    } catch {
      throw RecorderError(error)
    }
  }
}

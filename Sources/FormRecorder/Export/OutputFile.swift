import FormStore
import Foundation
import Synchronization

/// A file that gets its name only when it is whole and on the disk; before that it has a temporary
/// one beside it, which goes away with the object.
package final class OutputFile {
  /// The name that it will have.
  let path: String
  /// The name that it has until then.
  let temporaryPath: String
  private let replacing: Bool
  private let descriptor: Int32
  private let sealing = Sealing()
  /// How many bytes `write` has written since that began.
  private var unsealed = 0
  private var isOpen = true
  private var isPublished = false

  /// Makes the file, for its owner only.
  ///
  /// - Parameters:
  ///   - replacing: whether a file of that name may be replaced.
  ///   - store: the store, whose files are never replaced, nor are files that were imported; nil where
  ///     there is none.
  init(path: String, replacing: Bool, protecting store: Store?) throws {
    self.path = path
    self.replacing = replacing
    try Self.check(path, replacing: replacing, store)
    let folder = Self.folder(of: path)
    Self.deleteLeftovers(in: folder)
    var number = 0
    var made: Int32
    repeat {
      number += 1
      // Safe because Swift passes a C string that lives for the call; likewise below.
      made = unsafe open(
        Self.temporaryPath(folder, number), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    } while made < 0 && errno == EEXIST
    descriptor = made
    temporaryPath = Self.temporaryPath(folder, number)
    guard descriptor >= 0 else {
      throw RecorderError(.failed, "\(path): cannot be made: \(String(errno: errno))")
    }
  }

  /// Deletes what processes left that were killed meanwhile.
  private static func deleteLeftovers(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(".formrec-") {
      guard let match = name.wholeMatch(of: /\.formrec-(\d+)-\d+\.tmp(-journal|-wal|-shm)?/),
        let process = pid_t(match.1), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unsafe unlink("\(folder)/\(name)")
    }
  }

  private static func temporaryPath(_ folder: String, _ number: Int) -> String {
    "\(folder)/.formrec-\(getpid())-\(number).tmp"
  }

  deinit {
    if isOpen {
      _ = sealing.end()
      close(descriptor)
    }
    guard !isPublished else { return }
    // A copy of a database that could not be made leaves these too.
    for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(temporaryPath + suffix) }
  }

  /// - Throws: when the name may not be used.
  static func check(_ path: String, replacing: Bool, _ store: Store?) throws {
    var status = stat()
    // Safe because the structure outlives the call.
    guard unsafe lstat(path, &status) == 0 else {
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
    guard fsync(descriptor) == 0 else { throw failed() }
    isOpen = false
    guard close(descriptor) == 0 else { throw failed() }
  }

  /// Gives the sealed file its name.
  func publish() throws(RecorderError) {
    if replacing {
      guard unsafe rename(temporaryPath, path) == 0 else { throw failed() }
    } else if unsafe link(temporaryPath, path) == 0 {
      // A link never replaces, whoever made a file of that name in the meantime.
      unsafe unlink(temporaryPath)
    } else {
      guard errno != EEXIST, unsafe access(path, F_OK) != 0, unsafe rename(temporaryPath, path) == 0
      else {
        throw failed()
      }
    }
    isPublished = true
    let folder = unsafe open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failed() }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw failed() }
  }

  /// Makes a folder, if it is not there; the one that it is in has to be.
  static func makeFolder(_ path: String) throws(RecorderError) {
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw RecorderError(.failed, "\(path): cannot be made: \(String(errno: errno))")
    }
  }

  private func failed() -> RecorderError {
    RecorderError(.failed, "\(path): cannot be written: \(String(errno: errno))")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
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

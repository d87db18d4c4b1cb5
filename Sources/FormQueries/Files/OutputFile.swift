import FormBytes
package import FormStore
import Foundation
import Synchronization

/// A file that gets its name only when it is complete and synced to disk. Until then it has a
/// temporary name in the same folder; it is deleted with the object.
package final class OutputFile {
  /// The final path.
  let path: String
  /// The temporary path.
  package var temporaryPath: String { file.path }
  private let file: TemporaryFile
  private let replacing: Bool
  /// The status of the replaced file. The new file gets its owner and mode.
  private let replaced: FileStatus?
  private let descriptor: Int32
  private let sync = BackgroundSync()
  /// The number of bytes written since the last `beginSync`.
  private var unsynced = 0
  private var isOpen = true

  /// Creates the file. The umask, or the mode of the file that it replaces, determines the
  /// permissions.
  ///
  /// - Parameters:
  ///   - replacing: Whether an existing file may be replaced.
  ///   - store: The store, whose files and imported files are never replaced; nil if there is none.
  ///   - isPrivate: Whether only the owner may read it, as for databases.
  package init(path: String, replacing: Bool, protecting store: Store?, isPrivate: Bool = false)
    throws
  {
    self.path = path
    self.replacing = replacing
    try Self.check(path, replacing: replacing, store)
    replaced = replacing && !isPrivate ? FileStatus(path: path, followsLinks: false) : nil
    do {
      TemporaryFile.deleteLeftovers(in: TemporaryFile.folder(of: path))
      // Readable only by the owner until it gets the mode of the replaced file.
      file = try TemporaryFile(
        beside: path, mode: isPrivate || replaced != nil ? 0o600 : 0o666)
    } catch {
      throw RecorderError(.refused, "\(path): cannot be created: \(error)")
    }
    // A separate descriptor, because a file system may report an error only when it is closed.
    descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else {
      throw RecorderError(.refused, "\(path): cannot be created: \(String(errno: errno))")
    }
  }

  deinit {
    guard isOpen, descriptor >= 0 else { return }
    _ = sync.end()
    close(descriptor)
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(RecorderError) {
    let number = bytes.write(to: descriptor)
    if number != 0 { throw failed(number) }
    unsynced += bytes.count
    if unsynced >= 16 << 20 { beginSync() }
  }

  /// Starts to sync the bytes written so far, which shortens the wait in `synchronize`, where any
  /// error is thrown.
  func beginSync() {
    sync.begin(descriptor)
    unsynced = 0
  }

  /// Syncs the file to disk, including bytes written through other descriptors. Nothing is written
  /// afterwards.
  package func synchronize() throws(RecorderError) {
    var number = sync.end()
    if number != 0 { throw failed(number) }
    copyMode()
    number = syncToDisk(descriptor)
    if number != 0 { throw failed(number) }
    isOpen = false
    guard close(descriptor) == 0 else { throw failed(errno) }
  }

  /// Sets the owner and mode of the replaced file. If the group cannot be set, the group keeps only
  /// the permissions that all other users have, too.
  private func copyMode() {
    guard let replaced = replaced?.attributes else { return }
    var mode = replaced.st_mode & 0o777
    if fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0,
      fchown(descriptor, uid_t.max, replaced.st_gid) != 0
    {
      mode &= ~0o070 | (mode & 0o007) << 3
    }
    // Fails only on file systems without modes, such as on a USB stick.
    _ = fchmod(descriptor, mode)
  }

  /// Renames the synchronized file to its path.
  package func publish() throws(RecorderError) {
    do {
      let replaced = replacing ? try ReplacedDatabase(path) : nil
      try file.publish(as: path, replacing: replacing)
      withExtendedLifetime(replaced) {}
    } catch let error as SystemError {
      throw RecorderError(.refused, "\(path): cannot be written: \(error)")
    } catch {
      throw RecorderError(error)
    }
  }

  /// Creates a folder unless it exists. Its parent must exist.
  static func makeFolder(_ path: String) throws(RecorderError) {
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw RecorderError(.refused, "\(path): cannot be created: \(String(errno: errno))")
    }
  }

  private func failed(_ number: Int32) -> RecorderError {
    RecorderError(.refused, "\(path): cannot be written: \(String(errno: number))")
  }
}

/// Syncs a file on a background queue, one request after the other.
private final class BackgroundSync: Sendable {
  private let queue = DispatchQueue(label: "formrec.sync")
  /// The `errno` of the first failed sync, or 0. The system reports a write error only once.
  private let errorNumber = Mutex<Int32>(0)

  func begin(_ descriptor: Int32) {
    queue.async { [self] in
      let number = syncToDisk(descriptor)
      errorNumber.withLock { if $0 == 0 { $0 = number } }
    }
  }

  /// Waits for all requests; returns the `errno` of the first error, or 0.
  func end() -> Int32 {
    queue.sync {}
    return errorNumber.withLock { $0 }
  }
}

extension OutputFile {
  /// Writes a text to a file, which gets its name once it is complete.
  package static func write(
    _ text: String, to path: String, replacing: Bool, protecting store: Store? = nil
  ) throws(RecorderError) {
    try write(to: path, replacing: replacing, protecting: store) { file throws(RecorderError) in
      try file.write(Array(text.utf8))
    }
  }

  static func write(
    to path: String, replacing: Bool, protecting store: Store? = nil,
    _ content: (OutputFile) throws(RecorderError) -> Void
  ) throws(RecorderError) {
    try mappingErrors {
      let file = try OutputFile(path: path, replacing: replacing, protecting: store)
      try content(file)
      try file.synchronize()
      try file.publish()
    }
  }
}

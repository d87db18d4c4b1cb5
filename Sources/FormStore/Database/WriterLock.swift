import FormBytes
import FormHashing
import Foundation

/// Allows one writing connection per store on the machine, with a lock on the file
/// `<database>.lock`.
///
/// The lock is held during every write transaction, and every checkpoint that a program starts.
/// SQLite's own checkpoint, when the last connection is closed, locks the whole database.
///
/// libsqlite3 before 3.51.3 can corrupt a WAL if one process checkpoints while another commits
/// (sqlite.org/wal.html, "the WAL-reset bug"). With this lock they never overlap. A long import
/// releases the lock between commits, and a lock on a second byte of the file indicates that
/// another process is waiting. Further bytes at large offsets represent imports and replays in
/// progress. The kernel releases the locks when the process ends, even if it is killed.
package final class WriterLock {
  private let path: String
  private let descriptor: Int32
  private var isHeld = false
  /// Whether to keep the lock over several transactions, so that all of them are based on the same
  /// state.
  var isKept = false

  private static let writerByte: off_t = 0
  private static let waitingByte: off_t = 1

  package init(database path: String) throws(StoreError) {
    self.path = path
    // Safe because Swift passes a C string that is valid during the call. The same holds below.
    descriptor = unsafe open(
      path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .unusable(
        path: path, reason: "its lock file cannot be created: \(String(errno: errno))")
    }
  }

  deinit { close(descriptor) }

  /// Whether the lock file was deleted or replaced, so that other processes lock another file.
  var isReplaced: Bool { FileIdentity(path + ".lock") != FileIdentity(descriptor) }

  /// Acquires the lock. Waits at most the given number of seconds.
  ///
  /// - Throws: `StoreError` if another process holds the lock, or if the file system has no locks.
  package func acquire(wait seconds: Double) throws(StoreError) {
    guard !isHeld else { return }
    if try acquireNow() { return }
    // A shared lock on the waiting byte asks the holder to release the lock between two commits.
    _ = set(.shared, at: Self.waitingByte)
    defer { release(at: Self.waitingByte) }
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      usleep(5_000)
      if try acquireNow() { return }
    }
    throw .busy(path: path, process: holder().flatMap { Int($0) })
  }

  private func acquireNow() throws(StoreError) -> Bool {
    guard try acquire(at: Self.writerByte) else { return false }
    isHeld = true
    writeHolder()
    return true
  }

  /// Releases the lock, unless it is kept.
  package func release() {
    guard isHeld, !isKept else { return }
    release(at: Self.writerByte)
    isHeld = false
  }

  /// Releases the lock between two commits if another process is waiting, gives it time to acquire
  /// the lock, and acquires it again.
  package func yieldToOthers(wait seconds: Double) throws(StoreError) {
    guard isHeld else { return }
    guard OpenFileLock.isHeld(descriptor, at: Self.waitingByte) == true else { return }
    release()
    usleep(Self.pause)
    try acquire(wait: seconds)
  }

  /// Gives another process that is waiting time to acquire the lock, if this one does not hold it.
  /// Returns whether one is waiting.
  @discardableResult
  package func letOthersPass() -> Bool {
    guard !isHeld, OpenFileLock.isHeld(descriptor, at: Self.waitingByte) == true else {
      return false
    }
    usleep(Self.pause)
    return true
  }

  /// The time in which a waiting process acquires the lock, in microseconds.
  private static let pause: UInt32 = 20_000

  /// Locks a key, such as the fingerprint of an import, until `unlock` or the end of the process.
  ///
  /// Returns false if another process, or another store object, holds it.
  @discardableResult
  func lock(_ key: String) throws(StoreError) -> Bool { try acquire(at: Self.byte(of: key)) }

  /// Releases a key.
  func unlock(_ key: String) { release(at: Self.byte(of: key)) }

  /// Returns the byte of a key, one of 2^60, so that two keys practically never share one.
  private static func byte(of key: String) -> off_t {
    let digest = Digest.of(Array(key.utf8))
    return 4_096 + off_t(digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 4)
  }

  private func set(_ kind: OpenFileLock.Kind, at byte: off_t) -> Int32 {
    OpenFileLock.set(kind, on: descriptor, at: byte)
  }

  private func acquire(at byte: off_t) throws(StoreError) -> Bool {
    try Self.isAcquired(set(.exclusive, at: byte), path)
  }

  /// Releasing a lock fails only where acquiring it fails.
  private func release(at byte: off_t) { _ = set(.none, at: byte) }

  /// Whether a lock was acquired, according to the result of `OpenFileLock.set`.
  ///
  /// - Throws: `StoreError` if the file system has no locks.
  static func isAcquired(_ result: Int32, _ path: String) throws(StoreError) -> Bool {
    switch result {
    case 0: return true
    case EAGAIN, EACCES: return false
    default: throw .unlockable(path, String(errno: result))
    }
  }

  /// Returns whether the lock file of a database exists but cannot be locked.
  ///
  /// Creates no lock file.
  static func isUnlockable(database path: String) throws(StoreError) -> Bool {
    guard unsafe access(path + ".lock", R_OK | W_OK) == 0 else { return false }
    return OpenFileLock.isHeld(try WriterLock(database: path).descriptor, at: writerByte) == nil
  }

  /// Writes the process id, which is used only in messages, unless this process wrote last.
  private func writeHolder() {
    if holder() == String(getpid()) { return }
    let text = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = unsafe pwrite(descriptor, text, text.count, 0)
  }

  /// Returns the process that holds the lock on a database, an empty string if it is unknown, or
  /// nil if no process is writing.
  ///
  /// Creates no lock file.
  static func currentHolder(database path: String) throws(StoreError) -> String? {
    guard unsafe access(path + ".lock", R_OK | W_OK) == 0 else { return nil }
    let lock = try WriterLock(database: path)
    guard OpenFileLock.isHeld(lock.descriptor, at: writerByte) == true else { return nil }
    return lock.holder() ?? ""
  }

  /// Returns whether a process holds a key of a database.
  ///
  /// Creates no lock file.
  static func isHeld(_ key: String, database path: String) throws(StoreError) -> Bool {
    guard unsafe access(path + ".lock", R_OK | W_OK) == 0 else { return false }
    let lock = try WriterLock(database: path)
    return OpenFileLock.isHeld(lock.descriptor, at: byte(of: key)) == true
  }

  /// Returns the id of the process that wrote last, for messages.
  package func holder() -> String? {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = unsafe pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    let digits = buffer.prefix(count).prefix(while: \.isASCIIDigit)
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }
}

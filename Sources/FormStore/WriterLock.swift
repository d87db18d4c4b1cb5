#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lets one writing connection on the machine at the store at a time: a lock on the file
/// `<database>.lock`, held for every write transaction and checkpoint.
///
/// libsqlite3 before 3.51.3 can corrupt a WAL when one process checkpoints while another commits
/// (sqlite.org/wal.html, "the WAL-reset bug"); with this lock they never overlap. A long import
/// gives the lock back between commits, and a second byte of the file tells it that someone waits.
/// Further bytes far behind stand for imports and replays on their way. The kernel drops the locks
/// when the process ends, however it ends.
package final class WriterLock {
  private let path: String
  private let descriptor: Int32
  private var isHeld = false
  /// Whether it stays taken over several transactions, so that all of them rest on one look.
  package var isKept = false

  private static let writerByte: off_t = 0
  private static let waitingByte: off_t = 1

  package init(database path: String) throws(StoreError) {
    self.path = path
    // Safe because Swift passes a C string that lives for the call; likewise below.
    descriptor = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .unusable(path: path, reason: "cannot make its lock file: \(String(errno: errno))")
    }
  }

  deinit { close(descriptor) }

  /// Whether the lock's file was deleted or replaced, so that others lock another one.
  var isReplaced: Bool { FileIdentity(path + ".lock") != FileIdentity(descriptor) }

  /// Takes the lock, waiting at most so many seconds.
  package func take(wait seconds: Double) throws(StoreError) {
    guard !isHeld else { return }
    if set(.exclusive, at: Self.writerByte) {
      isHeld = true
      writeHolder()
      return
    }
    // A shared lock on the waiting byte asks the holder to let others in between two commits.
    _ = set(.shared, at: Self.waitingByte)
    defer { _ = set(.none, at: Self.waitingByte) }
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
      usleep(5_000)
      if set(.exclusive, at: Self.writerByte) {
        isHeld = true
        writeHolder()
        return
      }
    }
    throw .busy(path: path, holder: holder())
  }

  /// Gives the lock back, unless it is kept.
  package func release() {
    guard isHeld, !isKept else { return }
    _ = set(.none, at: Self.writerByte)
    isHeld = false
  }

  /// Between two commits: gives the lock back and, if someone waits for it, a moment to take it.
  package func yieldToOthers(wait seconds: Double) throws(StoreError) {
    guard isHeld else { return }
    guard OpenFileLock.isHeld(descriptor, at: Self.waitingByte) == true else { return }
    release()
    usleep(20_000)
    try take(wait: seconds)
  }

  /// Holds what a key stands for, such as the place of an import, until `letGo` or the end of the
  /// process; false when another process, or another store object, has it.
  @discardableResult
  func hold(_ key: String) -> Bool { set(.exclusive, at: Self.byte(of: key)) }

  /// Gives back what a key stands for.
  func letGo(_ key: String) { _ = set(.none, at: Self.byte(of: key)) }

  /// One of 2^60 bytes: two keys never share one.
  private static func byte(of key: String) -> off_t {
    let digest = Digest.of(Array(key.utf8))
    return 4_096 + off_t(digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 4)
  }

  private func set(_ kind: OpenFileLock.Kind, at byte: off_t) -> Bool {
    OpenFileLock.set(kind, on: descriptor, at: byte) == 0
  }

  /// The process number is for messages only; the lock itself is the kernel's.
  private func writeHolder() {
    let text = Array("\(getpid())\n".utf8)
    ftruncate(descriptor, 0)
    _ = unsafe pwrite(descriptor, text, text.count, 0)
  }

  /// The process that holds the lock on a database at this moment, "" when it is not known which; nil
  /// when nobody writes. Makes no lock file.
  static func currentHolder(database path: String) throws(StoreError) -> String? {
    guard unsafe access(path + ".lock", R_OK | W_OK) == 0 else { return nil }
    let lock = try WriterLock(database: path)
    guard OpenFileLock.isHeld(lock.descriptor, at: writerByte) == true else { return nil }
    return lock.holder() ?? ""
  }

  /// The number of the process that wrote last, for messages.
  package func holder() -> String? {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = unsafe pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    let digits = buffer.prefix(count).prefix { $0 >= 0x30 && $0 <= 0x39 }
    return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
  }
}

extension String {
  /// The operating system's words for an error number.
  package init(errno number: Int32) {
    // Safe because strerror answers a C string that is copied at once.
    self = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
  }
}

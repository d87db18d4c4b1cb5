import Foundation

/// A SQLite database, of whatever program, that a file is about to take the place of. While the object
/// lives, nobody reads or writes it.
///
/// The WAL and the journal of a database stand beside it by name: a program that has it open would put
/// its changes beside the new file, and SQLite would take them for its own.
package final class ReplacedDatabase {
  private let descriptor: Int32

  /// The bytes that SQLite locks: the lock for those who read, in WAL mode as long as the database is
  /// open, and those for writing (sqlite.org/src/file/src/os.h).
  private static let lockedBytes: (first: off_t, count: off_t) = (0x4000_0000, 512)

  /// Nil when there is no such file, or it is no database.
  ///
  /// - Throws: when another program has it open, or changes stand beside it.
  package init?(_ path: String) throws(StoreError) {
    // Safe because Swift passes a C string that lives for the call.
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unusable(path: path, reason: "cannot be replaced: \(String(errno: errno))")
    }
    guard Self.isDatabase(descriptor) else { return nil }
    let (first, count) = Self.lockedBytes
    switch OpenFileLock.set(.exclusive, on: descriptor, at: first, count: count) {
    case 0: break
    case let number:
      // It stays open: to close it would drop the locks that this process itself has on it.
      isKept = true
      throw .unusable(
        path: path,
        reason: [EAGAIN, EACCES].contains(number)
          ? "another program has this database open; close it there, or choose another name"
          : "is a database that cannot be locked: \(String(errno: number))")
    }
    try Self.requireNoChanges(beside: path)
  }

  private var isKept = false

  deinit { if descriptor >= 0, !isKept { close(descriptor) } }

  private static func isDatabase(_ descriptor: Int32) -> Bool {
    let header = Array("SQLite format 3\0".utf8)
    var found = [UInt8](repeating: 0, count: header.count)
    // Safe because the array has so many bytes.
    return unsafe pread(descriptor, &found, found.count, 0) == found.count && found == header
  }

  /// - Throws: when a WAL or journal stands beside a name: SQLite would take it for part of a new
  ///   database of that name.
  package static func requireNoChanges(beside path: String) throws(StoreError) {
    for suffix in ["-wal", "-journal"] where (StoreFile.size(path + suffix) ?? 0) > 0 {
      throw .unusable(
        path: path + suffix,
        reason: "has changes of another database of that name; open that with its program once, or "
          + "choose another name")
    }
  }
}

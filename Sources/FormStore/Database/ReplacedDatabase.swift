import FormBytes
import Foundation

/// An SQLite database, of any program, that will be replaced by a new file.
///
/// While the object exists, no other program can read or write the database.
///
/// The WAL and the journal of a database are found by name. A program that has the old file open
/// would write its changes next to the new file, and SQLite would apply them to the new file.
package final class ReplacedDatabase {
  private let descriptor: Int32

  /// The bytes that SQLite locks: the reader lock, which in WAL mode is held while the database is
  /// open, and the locks for writing (sqlite.org/src/file/src/os.h).
  private static let lockedBytes: (first: off_t, count: off_t) = (0x4000_0000, 512)

  /// Locks the database.
  ///
  /// Returns nil if there is no such file, or if it is not a database.
  ///
  /// - Throws: `StoreError` if the file cannot be opened or locked, as while another program has
  ///   the database open, or if a WAL or journal with changes exists.
  package init?(_ path: String) throws(StoreError) {
    // Safe because Swift passes a C string that is valid during the call.
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
      // Stays open: closing the descriptor would drop the locks that this process itself holds on
      // the file.
      isKept = true
      throw .unusable(
        path: path,
        reason: [EAGAIN, EACCES].contains(number)
          ? "another program has this database open; close it there or use another name"
          : "the database cannot be locked: \(String(errno: number))")
    }
    try Self.requireNoChanges(beside: path)
  }

  private var isKept = false

  deinit { if descriptor >= 0, !isKept { close(descriptor) } }

  private static func isDatabase(_ descriptor: Int32) -> Bool {
    let header = Array("SQLite format 3\0".utf8)
    var found = [UInt8](repeating: 0, count: header.count)
    // Safe because the array has `found.count` bytes.
    return unsafe pread(descriptor, &found, found.count, 0) == found.count && found == header
  }

  /// Checks that neither a WAL nor a journal with content exists for a path.
  ///
  /// - Throws: `StoreError` if one exists. SQLite would use it for a new database with that name.
  package static func requireNoChanges(beside path: String) throws(StoreError) {
    for suffix in ["-wal", "-journal"] where (StoreFile.size(path + suffix) ?? 0) > 0 {
      throw .unusable(
        path: path + suffix,
        reason: "has uncommitted changes of another database with that name; open that once, use "
          + "another name, or, to restore a backup, remove the file")
    }
  }
}

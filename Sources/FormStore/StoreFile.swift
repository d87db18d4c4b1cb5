import GRDB
import Glibc

/// Checks on the file behind a store, before and just after SQLite opens it.
enum StoreFile {
  /// Whether there is a store's file at the path.
  ///
  /// - Throws: when there is something that can't be one. A FIFO would hang SQLite, a symbolic link
  ///   would split the locks, and an empty file reads as an empty, valid database.
  static func check(_ path: String) throws(StoreError) -> Bool {
    guard !path.isEmpty else { throw .unusable(path: "--db", reason: "the path is empty") }
    var status = stat()
    // Safe because the structure outlives the call.
    guard unsafe lstat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw .unusable(path: path, reason: String(errno: errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw .unusable(path: path, reason: "is a symbolic link; name the file itself")
    case S_IFDIR: throw .unusable(path: path, reason: "is a folder, not a database")
    default: throw .unusable(path: path, reason: "is no regular file")
    }
    if status.st_size > 0 { return true }
    // A kill while the store was being made leaves an empty file, beside its lock file.
    if unsafe access(path + ".lock", F_OK) == 0 { return false }
    throw .unusable(path: path, reason: "is empty, not a database; remove it to make a new one")
  }

  /// Makes the file, for its owner only.
  static func create(_ path: String) throws(StoreError) {
    let descriptor = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .unusable(path: path, reason: "cannot be made: \(String(errno: errno))")
    }
    close(descriptor)
  }

  /// That the database is ours and not from the future.
  static func checkHeader(of db: Database, path: String, isForWriting: Bool = false) throws {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    // Likewise, a kill between the first page and the first migration leaves a database without
    // anything in it.
    if application == 0, version == 0, isForWriting,
      try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
    {
      return
    }
    guard application == Migration.applicationID else {
      throw StoreError.unusable(
        path: path, reason: "is a database of another program; choose another --db")
    }
    guard version <= Migration.all.count else {
      throw StoreError.newer(path: path, version: version)
    }
    guard isForWriting || version == Migration.all.count else {
      throw StoreError.unusable(
        path: path, reason: "was made by an older formrec; 'formrec apply' or 'import' updates it")
    }
  }

  /// Puts a copy beside a store whose schema is about to change.
  static func backUpBeforeMigration(_ db: Database, path: String) throws {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    guard version > 0, version < Migration.all.count else { return }
    let copy = "\(path).v\(version).backup"
    if unsafe access(copy, F_OK) != 0 {
      try db.execute(sql: "VACUUM INTO ?", arguments: [copy])
    }
  }
}

import GRDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    throw .unusable(path: path, reason: "is empty, not a database; remove it to make a new one")
  }

  /// What tells a file from another one that has its name later.
  struct Identity: Equatable {
    var device: dev_t
    var number: ino_t
  }

  static func identity(_ path: String) throws(StoreError) -> Identity {
    var status = stat()
    // Safe because the structure outlives the call.
    guard unsafe lstat(path, &status) == 0 else {
      throw .unusable(path: path, reason: String(errno: errno))
    }
    return Identity(device: status.st_dev, number: status.st_ino)
  }

  /// A file's size in bytes, or nil when there is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The name that a store has while it is made.
  private static func temporaryPath(_ path: String) -> String { path + ".new" }

  /// Makes a store under a temporary name, for its owner only, and gives it its own when it is whole:
  /// a kill at any instant leaves none, or a whole one. To be called under the writer lock.
  static func create(_ path: String, _ fill: (String) throws -> Void) throws {
    let temporary = temporaryPath(path)
    deleteLeftovers(beside: path)
    let descriptor = unsafe open(
      temporary, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw StoreError.unusable(path: path, reason: "cannot be made: \(String(errno: errno))")
    }
    defer {
      close(descriptor)
      deleteLeftovers(beside: path)
    }
    try fill(temporary)
    guard (["-wal", "-journal"].allSatisfy { (size(temporary + $0) ?? 0) == 0 }) else {
      throw StoreError.unusable(path: path, reason: "cannot be made: its pages cannot be written")
    }
    // A link never replaces what another program has made meanwhile.
    guard fsync(descriptor) == 0, unsafe link(temporary, path) == 0 else {
      throw StoreError.unusable(path: path, reason: "cannot be made: \(String(errno: errno))")
    }
    let folder = unsafe open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  /// Deletes what a store that was not finished left behind. Under the writer lock nobody makes one.
  static func deleteLeftovers(beside path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(temporaryPath(path) + suffix) }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func isWritableFolder(of path: String) -> Bool {
    unsafe access(folder(of: path), W_OK) == 0
  }

  /// The path as a URI that tells SQLite that nothing changes the file.
  static func immutableURI(_ path: String) -> String { uri(path, "immutable=1") }

  /// The path as a URI that tells SQLite not to write.
  static func readOnlyURI(_ path: String) -> String { uri(path, "mode=ro") }

  private static func uri(_ path: String, _ query: String) -> String {
    let plain = Set("/-._~".utf8)
    let name = path.utf8.map { byte in
      plain.contains(byte) || isalnum(Int32(byte)) != 0 && byte < 0x80
        ? String(UnicodeScalar(byte)) : "%" + [byte].hexadecimal
    }
    return "file:\(name.joined())?\(query)"
  }

  /// That the database is ours, and of a schema that this program reads.
  ///
  /// Asked of SQLite: to open and close the file beside it would take away the locks that this
  /// process has on it (sqlite.org/howtocorrupt.html, 2.2).
  static func checkHeader(
    of db: Database, path: String, isForWriting: Bool = false
  ) throws {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    guard application == Migration.applicationID else {
      throw StoreError.unusable(
        path: path, reason: "is a database of another program; choose another --db")
    }
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
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

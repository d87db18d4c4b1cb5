import FormBytes
import Foundation
import GRDB

/// Checks the file of a store before and just after SQLite opens it.
enum StoreFile {
  /// Returns whether a file of a store exists at the path.
  ///
  /// - Throws: `StoreError` if the path is invalid or cannot be examined, or refers to something
  ///   that cannot be a store. SQLite would block on a FIFO, a symbolic link would separate the
  ///   locks, and an empty file looks like a valid empty database.
  static func check(_ path: String) throws(StoreError) -> Bool {
    // SQLite would interpret these as no path, or as a URI.
    if path.isEmpty || path == ":memory:" || path.lowercased().hasPrefix("file:") {
      throw .unusable(path: path, reason: "a database requires the path of a file")
    }
    guard let status = FileStatus(path: path, followsLinks: false) else {
      if errno == ENOENT { return false }
      throw .unusable(path: path, reason: String(errno: errno))
    }
    switch status.kind {
    case S_IFREG: break
    case S_IFLNK: throw .unusable(path: path, reason: "is a symbolic link; specify the file itself")
    case S_IFDIR: throw .unusable(path: path, reason: "is a folder, not a database")
    default: throw .unusable(path: path, reason: "is not a regular file")
    }
    if status.size > 0 { return true }
    throw .unusable(path: path, reason: "is empty, not a database; remove it to create a new one")
  }

  /// Returns the identity of a database that is accessible under one path only.
  ///
  /// SQLite's WAL and the writer lock are next to the path under which a database is opened. Two
  /// processes that open it under two paths share neither, and would write at the same time.
  ///
  /// - Throws: `StoreError` if the file has several names (hard links), or is itself a mount point.
  ///   A bind mount of a file makes it visible in another folder, without its WAL. Also if a file
  ///   next to it is not to be trusted (`checkCompanions`).
  static func identity(_ path: String) throws(StoreError) -> FileIdentity {
    guard var identity = FileIdentity(path) else {
      throw .unusable(path: path, reason: String(errno: errno))
    }
    if identity.links > 1 {
      // A process killed while it created the store may have left its temporary name.
      TemporaryFile.deleteLeftovers(in: TemporaryFile.folder(of: path))
      identity = FileIdentity(path) ?? identity
    }
    guard identity.links == 1 else {
      throw .linked(path: path, names: Int(identity.links))
    }
    guard try !isMountPoint(path) else {
      throw .unusable(
        path: path,
        reason: "is mounted as a single file without its WAL and its lock; mount its folder")
    }
    try checkCompanions(of: path)
    return identity
  }

  /// Checks the files of SQLite next to a database.
  ///
  /// SQLite applies their content to the database. In a folder such as /tmp, where everybody may
  /// create files, anyone could create one of them before SQLite does.
  ///
  /// - Throws: `StoreError` if one is not a regular file, or belongs to a user who may not write
  ///   the database.
  static func checkCompanions(of path: String) throws(StoreError) {
    guard let database = FileStatus(path: path, followsLinks: false)?.attributes else { return }
    for name in ["-wal", "-shm", "-journal"].map({ path + $0 }) {
      guard let status = FileStatus(path: name, followsLinks: false) else { continue }
      guard status.isRegular else {
        throw .unusable(path: name, reason: "is not a regular file; remove it")
      }
      let file = status.attributes
      let mayWrite =
        [0, geteuid(), database.st_uid].contains(file.st_uid) || database.st_mode & S_IWOTH != 0
        || database.st_mode & S_IWGRP != 0 && database.st_gid == file.st_gid
      guard mayWrite else {
        throw .unusable(
          path: name,
          reason: "belongs to user \(file.st_uid), who may not write the database; remove it, and "
            + "keep the database in a folder where no other user may create files")
      }
    }
  }

  /// Returns whether a file is a mount point.
  ///
  /// - Throws: `StoreError` if this cannot be determined.
  private static func isMountPoint(_ path: String) throws(StoreError) -> Bool {
    let list = "/proc/self/mountinfo"
    // Only Linux has this file.
    guard unsafe access(list, F_OK) == 0 else { return false }
    guard let mounts = FileBytes.read(list, atMost: .max) else {
      throw .unusable(path: path, reason: "\(list) cannot be read")
    }
    guard let resolved = path.resolvedPath else {
      throw .unusable(path: path, reason: String(errno: errno))
    }
    let name = resolved.utf8.flatMap { byte -> [UInt8] in
      // Escapes as described in proc(5).
      guard [0x20, 0x09, 0x0A, 0x5C].contains(byte) else { return [byte] }
      return Array(("\\" + String(Int(byte) + 0o1000, radix: 8).suffix(3)).utf8)
    }
    // The names are bytes, which may not be UTF-8.
    return mounts.split(separator: UInt8(ascii: "\n")).contains { line in
      line.split(separator: UInt8(ascii: " ")).dropFirst(4).first?.elementsEqual(name) == true
    }
  }

  /// Returns a file's size in bytes, or nil if it does not exist.
  static func size(_ path: String) -> Int? { FileStatus(path: path, followsLinks: false)?.size }

  /// Creates a store under a temporary name, accessible only by its owner, and renames it when it
  /// is complete.
  ///
  /// Whenever the process is killed, either no store or a complete one exists. The caller must hold
  /// the writer lock.
  static func create(_ path: String, _ fill: (String) throws -> Void) throws {
    do {
      TemporaryFile.deleteLeftovers(in: TemporaryFile.folder(of: path))
      let file = try TemporaryFile(beside: path)
      try fill(file.path)
      guard (["-wal", "-journal"].allSatisfy { (size(file.path + $0) ?? 0) == 0 }) else {
        throw StoreError.unusable(
          path: path, reason: "cannot be created: its pages cannot be written")
      }
      try file.synchronize()
      try file.publish(as: path, replacing: false)
    } catch let error as SystemError {
      throw StoreError.unusable(path: path, reason: "cannot be created: \(error)")
    }
  }

  static func isWritableFolder(of path: String) -> Bool {
    unsafe access(TemporaryFile.folder(of: path), W_OK) == 0
  }

  /// Returns the path as a URI that declares the file immutable.
  static func immutableURI(_ path: String) -> String { uri(path, "immutable=1") }

  /// Returns the path as a URI that opens the file read-only.
  static func readOnlyURI(_ path: String) -> String { uri(path, "mode=ro") }

  private static func uri(_ path: String, _ query: String) -> String {
    "file:\(path.percentEncoded(keeping: "/"))?\(query)"
  }

  /// Checks that the database belongs to this program and has a schema that it can read.
  ///
  /// Uses SQLite for this: opening and closing the file separately would release the locks that
  /// this process holds on it (sqlite.org/howtocorrupt.html, 2.2).
  static func checkHeader(
    of db: Database, path: String, acceptsOutdated: Bool
  ) throws {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    guard application == Migration.applicationID else {
      throw StoreError.foreign(path: path)
    }
    let version = try db.number(sql: "PRAGMA user_version")
    guard version <= Migration.all.count else {
      throw StoreError.newer(path: path, version: version)
    }
    guard acceptsOutdated || version == Migration.all.count else {
      throw StoreError.outdated(path: path)
    }
  }

  /// Makes a backup copy of a store before its schema is migrated.
  ///
  /// Returns nil if it needs no migration, like a new store.
  static func backUpBeforeMigration(_ db: Database, path: String) throws -> StoreUpgrade? {
    let version = try db.number(sql: "PRAGMA user_version")
    guard version < Migration.all.count else { return nil }
    let upgrade = StoreUpgrade(path, from: version)
    let copy = upgrade.backup
    do {
      let file = try TemporaryFile(beside: copy)
      try db.execute(sql: "VACUUM INTO ?", arguments: [file.path])
      try file.synchronize()
      // The copy of an interrupted migration may lack what was stored since.
      try file.publish(as: copy, replacing: true)
      return upgrade
    } catch let error as SystemError {
      throw StoreError.unusable(path: copy, reason: "cannot be created: \(error)")
    }
  }
}

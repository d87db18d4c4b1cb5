import GRDB
import GRDBSQLite

/// The database file through SQLite's own handle.
///
/// Opening the file separately would release SQLite's locks on closing
/// (sqlite.org/howtocorrupt.html, 2.2).
@safe struct DatabaseFile {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  /// Creates a handle that is valid while the connection is open.
  init(_ db: Database) throws {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    let code = unsafe sqlite3_file_control(
      db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
    guard code == SQLITE_OK, let file = unsafe pointer, let methods = unsafe file.pointee.pMethods
    else { throw DatabaseError(resultCode: .SQLITE_IOERR) }
    unsafe self.file = file
    unsafe self.methods = methods.pointee
  }

  func read(_ bytes: inout [UInt8], at offset: Int64) throws {
    // Safe because the array has `bytes.count` bytes. The same holds below.
    try Self.check(unsafe methods.xRead(file, &bytes, Int32(bytes.count), offset))
  }

  /// Whether the header of the file declares WAL mode. `PRAGMA journal_mode` does not state this if
  /// the connection must not create files and therefore uses no WAL.
  var isWAL: Bool {
    get throws {
      // The versions for writing and reading (sqlite.org/fileformat2.html, 1.3).
      var versions: [UInt8] = [0, 0]
      try read(&versions, at: 18)
      return versions == [2, 2]
    }
  }

  func write(_ bytes: [UInt8], at offset: Int64) throws {
    try Self.check(unsafe methods.xWrite(file, bytes, Int32(bytes.count), offset))
  }

  func synchronize() throws { try Self.check(unsafe methods.xSync(file, SQLITE_SYNC_NORMAL)) }

  private static func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}

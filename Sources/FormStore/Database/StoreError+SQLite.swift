import GRDB

extension StoreError {
  /// Converts an error of SQLite or GRDB. The messages contain no stored values.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as StoreError: self = error
    // The error's description contains the row.
    case is RowDecodingError: self = .unexpectedType
    case let error as DatabaseError: self.init(error, path: path)
    case is DecodingError: self = .altered("a stored value is not the expected JSON")
    default: self = .failed(path: path, reason: String(describing: error))
    }
  }

  private init(_ error: DatabaseError, path: String) {
    // SQLite's message contains no values. GRDB's description with arguments is not used.
    switch error.resultCode.primaryResultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
    case .SQLITE_INTERRUPT: self = .interrupted
    case .SQLITE_FULL:
      self = .failed(path: path, reason: "the disk is full; free up space and try again")
    case .SQLITE_NOTADB: self = .unusable(path: path, reason: "this is not a SQLite database")
    case .SQLITE_CORRUPT:
      self = .corrupt(path: path)
    case .SQLITE_IOERR:
      self = .failed(
        path: path,
        reason:
          "it cannot be read or written (I/O error); check the disk and its free space, then "
          + "try again")
    case .SQLITE_CONSTRAINT:
      self = .constraint(path: path)
    // The program's own statements fail only if the schema or a value is invalid.
    case .SQLITE_ERROR, .SQLITE_MISMATCH:
      self = .altered("a query failed because of the stored content")
    case .SQLITE_READONLY:
      self = .unusable(
        path: path, reason: "cannot be written: the file, its folder or the disk is read-only")
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      self = .unusable(
        path: path,
        reason:
          "cannot be opened; check the permissions of the file and its folder and the "
          + "limit of open files")
    case .SQLITE_NOMEM: self = .failed(path: path, reason: "out of memory")
    case .SQLITE_TOOBIG:
      self = .failed(path: path, reason: "a value exceeds the maximum size of SQLite (1 GB)")
    case .SQLITE_PROTOCOL:
      self = .unlockable(path)
    default:
      self = .failed(path: path, reason: "SQLite error \(error.extendedResultCode.rawValue)")
    }
  }

  /// A value that the schema does not allow.
  static let unexpectedType = StoreError.altered("a stored value has an unexpected type")

  /// The file system has no locks.
  ///
  /// - Parameter cause: The error of the system.
  static func unlockable(_ path: String, _ cause: String? = nil) -> StoreError {
    .failed(
      path: path,
      reason: "it cannot be locked\(cause.map { " (\($0))" } ?? ""); use a local disk; "
        + "network file systems are not supported")
  }
}

/// An error of the store. A failed operation leaves no partial writes.
package enum StoreError: Error, CustomStringConvertible {
  /// The file does not exist.
  case missing(path: String)
  /// The file is not a store, or cannot be used as one.
  case unusable(path: String, reason: String)
  /// A later version of the program created the file.
  case newer(path: String, version: Int)
  /// An earlier version of the program created the file, and it was opened for reading.
  case outdated(path: String)
  /// The file is a database of another program.
  case foreign(path: String)
  /// The file has several names (hard links). Its WAL and lock file exist next to only one of them.
  case linked(path: String, names: Int)
  /// Another process is writing, or importing this import.
  case busy(path: String, process: Int? = nil, importID: Int64? = nil)
  /// An operation failed, as on a full disk, after an I/O error, or because the file cannot be
  /// locked or was replaced.
  case failed(path: String, reason: String)
  /// SQLite cannot read pages of the file.
  case corrupt(path: String)
  /// A constraint of the schema failed: another process recorded the same data, or the database was
  /// altered.
  case constraint(path: String)
  /// The content is inconsistent: another program altered it.
  case altered(String)
  /// There is no import with that number.
  case unknownImport(Int64)
  /// The import is not unfinished, so it cannot be discarded.
  case notUnfinished(importID: Int64, state: ImportState)
  /// The retraction of an import cannot be undone.
  case notReinstatable(importID: Int64, ReinstatementConflict)
  /// A record was purged, and its form refuses it when it is sent again.
  case purged(line: Int64)
  /// Something that the caller names does not exist, or cannot be proved. The text states what.
  case unknown(String)
  /// The caller of `Store.interrupt` stopped a statement.
  case interrupted

  package var description: String {
    switch self {
    case .missing(let path):
      "\(path): no such database"
    case .unusable(let path, let reason): "\(path): \(reason)"
    case .newer(let path, let version):
      "\(path): created by a newer formrec (schema \(version), this version supports \(Migration.all.count)); "
        + "use the newer version"
    case .outdated(let path): "\(path): was created by an older formrec"
    case .foreign(let path): "\(path): is a database of another program"
    case .linked(let path, let names):
      "\(path): has \(names) hard links; its WAL and its lock belong to one name only, "
        + "so writing through several names damages it: remove the other links or create a copy"
    case .busy(let path, let process, let importID):
      "\(path): the database is in use" + (process.map { " by process \($0)" } ?? "")
        + (importID.map { ", which performs import \($0)" } ?? "") + "; try again later"
    case .failed(let path, let reason): "\(path): \(reason)"
    case .corrupt(let path):
      // SQLite would apply the WAL to the backup.
      "\(path): the database is damaged; "
        + ((StoreFile.size(path + "-wal") ?? 0) > 0 ? "remove \(path)-wal and " : "")
        + "restore a backup"
    case .constraint(let path):
      "\(path): another process stored the same data at the same time, or the database was altered; "
        + "try again"
    case .altered(let what): "the database was altered: \(what)"
    case .unknownImport(let id): "there is no import \(id)"
    case .notUnfinished(let id, let state):
      "import \(id) is \(state.rawValue); only an unfinished one can be discarded"
    case .notReinstatable(let id, let conflict):
      "the retraction of import \(id) cannot be undone: \(conflict)"
    case .purged(let line):
      "line \(line): the record was purged, and its form refuses it when it is sent again"
    case .unknown(let what): what
    case .interrupted: "stopped during a query"
    }
  }
}

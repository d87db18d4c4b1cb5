/// An error of the store. When it is thrown, nothing is partially written.
package enum StoreError: Error, CustomStringConvertible {
  /// The file does not exist.
  case missing(path: String)
  /// The file is not a store, or cannot be used as one.
  case unusable(path: String, reason: String)
  /// A later version of the program created the file.
  case newer(path: String, version: Int)
  /// Another process is writing.
  case busy(path: String, holder: String?)
  /// SQLite failed: full disk, I/O error, or damaged file.
  case failed(path: String, reason: String)
  /// The content is inconsistent: another program altered it.
  case damaged(String)
  /// There is no form, rule set, import, run or submission with that name or id.
  case unknown(String)

  package var description: String {
    switch self {
    case .missing(let path):
      "\(path): there is no such database; 'formrec apply' or 'import' makes one"
    case .unusable(let path, let reason): "\(path): \(reason)"
    case .newer(let path, let version):
      "\(path): made by a newer formrec (schema \(version), this one knows \(Migration.all.count)); "
        + "use that one"
    case .busy(let path, let holder):
      "\(path): the database is in use" + (holder.map { " by process \($0)" } ?? "")
        + "; try again later or wait longer with --wait SECONDS"
    case .failed(let path, let reason): "\(path): \(reason)"
    case .damaged(let what): "the database was altered: \(what); 'formrec verify' says more"
    case .unknown(let what): what
    }
  }
}

/// Why the store could not do what it was asked to. Nothing is half-written when one is thrown.
package enum StoreError: Error, CustomStringConvertible {
  /// The file is not there.
  case missing(path: String)
  /// The file is something else, or cannot be used as a store.
  case unusable(path: String, reason: String)
  /// The file was made by a later version of the program.
  case newer(path: String, version: Int)
  /// Another process is writing.
  case busy(path: String, holder: String?)
  /// SQLite said no: disk full, I/O error, damage.
  case failed(path: String, reason: String)
  /// The content contradicts itself: it was altered behind formrec's back.
  case damaged(String)
  /// There is no form, rule set, import, run or submission of that name or number.
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

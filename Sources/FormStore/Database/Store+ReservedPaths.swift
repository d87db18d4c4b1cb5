import FormBytes

extension Store {
  /// The suffixes of the files that SQLite and writers create next to a database.
  package static let companionSuffixes = ["-journal", "-wal", "-shm", ".lock"]

  /// The suffixes of the key of a server, and of the folders of files that it receives with forms
  /// and for imports. They are next to a database too.
  private static let serverSuffixes = ["-key", "-files", "-uploads"]

  /// Returns the paths of the databases to which a path would belong by its name: as the database
  /// itself, or as a file or folder next to it. None of them need exist.
  package static func databases(reserving path: String) -> [String] {
    ([""] + companionSuffixes + serverSuffixes).filter { path.hasSuffix($0) }
      .map { String(path.dropLast($0.count)) }
  }

  /// Whether the name of a path is reserved for a database, or for a file or folder next to it.
  package static func isReserved(_ path: String, forDatabase database: String) -> Bool {
    databases(reserving: path).contains { name in
      if name == database { return true }
      guard let named = FileStatus(path: name, followsLinks: false),
        let status = FileStatus(path: database, followsLinks: false)
      else { return false }
      return named.isSameFile(as: status)
    }
  }
}

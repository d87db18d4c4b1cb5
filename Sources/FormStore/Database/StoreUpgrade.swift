/// The migration of a store to the schema of this program.
package struct StoreUpgrade: Sendable, Equatable {
  /// The number of migrations before.
  package var from: Int
  /// The number of migrations of this program.
  package var to: Int
  /// The path of the copy that was made before the migration.
  package var backup: String

  init(_ path: String, from version: Int) {
    (from, to) = (version, Migration.all.count)
    backup = "\(path).v\(version).backup"
  }

  /// Returns the copies of a store that were made before migrations and still exist.
  ///
  /// They keep content that was purged since.
  static func backups(of path: String) -> [String] {
    (1..<Migration.all.count).map { StoreUpgrade(path, from: $0).backup }
      .filter { StoreFile.size($0) != nil }
  }
}

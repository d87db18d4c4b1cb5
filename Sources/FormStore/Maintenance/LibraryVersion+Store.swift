package import FormBytes
import GRDBSQLite

extension LibraryVersion {
  /// The library of the store.
  package static var store: LibraryVersion {
    // Safe because the text is a constant of the library that ends with NUL.
    unsafe LibraryVersion("SQLite", report: String(cString: sqlite3_libversion()))
  }
}

extension Store {
  /// The number and the name of the last migration of this program, such as `1` and `m0001_schema`.
  package static var currentSchema: (number: Int, name: String) {
    (MigrationTexts.all.count, MigrationTexts.all.last?.0 ?? "")
  }
}

package import FormBytes
import GRDBSQLite

#if !canImport(CryptoKit)
import CCrypto
#endif

extension LibraryVersion {
  /// The libraries of the store.
  package static var store: [LibraryVersion] {
    // Safe because the text is a constant of the library that ends with NUL.
    let sqlite = unsafe LibraryVersion("SQLite", report: String(cString: sqlite3_libversion()))
    #if canImport(CryptoKit)
    return [sqlite]
    #else
    let crypto = unsafe OpenSSL_version(OPENSSL_VERSION).map { unsafe String(cString: $0) }
    return [sqlite, LibraryVersion("OpenSSL", report: crypto)]
    #endif
  }
}

extension Store {
  /// The number and the name of the last migration of this program, such as `1` and `m0001_schema`.
  package static var currentSchema: (number: Int, name: String) {
    (MigrationTexts.all.count, MigrationTexts.all.last?.0 ?? "")
  }
}

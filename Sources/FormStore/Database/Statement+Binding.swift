import GRDB
import GRDBSQLite

/// Binds values to the parameters of a statement, from the first parameter on.
///
/// GRDB's arguments allocate several objects per value, which takes more time than the statement
/// itself when it inserts a single row.
@safe struct StatementBinder {
  private let statement: OpaquePointer
  private var position: Int32 = 0
  fileprivate var code = SQLITE_OK

  fileprivate init(_ statement: OpaquePointer) { unsafe self.statement = statement }

  // Safe, like all calls below, because SQLite copies bound values.
  mutating func add(_ number: Int64) {
    position += 1
    note(unsafe sqlite3_bind_int64(statement, position, number))
  }

  mutating func addNull() {
    position += 1
    note(unsafe sqlite3_bind_null(statement, position))
  }

  mutating func add(_ text: String?) {
    guard var text else { return addNull() }
    text.withUTF8 { bytes in unsafe add(text: UnsafeRawBufferPointer(bytes)) }
  }

  /// Binds UTF-8 text.
  mutating func add(text: ArraySlice<UInt8>) {
    unsafe text.withUnsafeBytes { unsafe add(text: $0) }
  }

  private mutating func add(text: UnsafeRawBufferPointer) {
    position += 1
    // Without a pointer, SQLite binds NULL instead of an empty text.
    guard let start = unsafe text.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      return note(unsafe sqlite3_bind_text(statement, position, "", 0, transient))
    }
    note(
      unsafe sqlite3_bind_text64(
        statement, position, start, sqlite3_uint64(text.count), transient, UInt8(SQLITE_UTF8)))
  }

  mutating func add(_ blob: [UInt8]?) {
    guard let blob else { return addNull() }
    position += 1
    note(
      unsafe blob.withUnsafeBytes {
        unsafe sqlite3_bind_blob64(
          statement, position, $0.baseAddress, sqlite3_uint64($0.count), transient)
      })
  }

  private mutating func note(_ code: Int32) {
    if self.code == SQLITE_OK { self.code = code }
  }
}

/// Makes SQLite copy a bound value or a result. The constant is a macro that Swift does not import.
var transient: sqlite3_destructor_type {
  unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

extension Statement {
  /// Executes the statement once, with the values that the body binds to all of its parameters.
  func execute(binding body: (inout StatementBinder) -> Void) throws {
    // Safe because GRDB keeps the statement for as long as its object lives.
    let handle = unsafe sqliteStatement
    unsafe sqlite3_reset(handle)
    var binder = unsafe StatementBinder(handle)
    body(&binder)
    if binder.code != SQLITE_OK {
      throw DatabaseError(resultCode: ResultCode(rawValue: binder.code))
    }
    try forEachStep { _ in }
  }
}

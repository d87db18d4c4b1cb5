import GRDB
import GRDBSQLite

/// The current row of a statement. It is valid only until the statement's next step.
///
/// Its functions throw `StoreError.altered` if a value has an unexpected type or size, as in an
/// altered store. The subscripts of GRDB's `Row`, which this target does not use, terminate the
/// process and print the row.
@safe struct StatementRow {
  private let statement: OpaquePointer

  init(of statement: OpaquePointer) { unsafe self.statement = statement }

  // Safe, like all calls below, because the row exists only while it is the statement's current
  // row.
  var columnCount: Int32 { unsafe sqlite3_column_count(statement) }

  /// Returns one of SQLite's five types.
  func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(statement, column) }

  func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

  /// Returns a number of any size, such as a hash.
  func int64(_ column: Int32) throws(StoreError) -> Int64 {
    let number = unsafe sqlite3_column_int64(statement, column)
    // SQLite converts NULL and text that is no number to 0. Looking at the type of each number
    // takes 2 % of the instructions of a replay. The tables are STRICT, so that no integer column
    // has a text that begins with a number.
    guard number != 0 || type(column) == SQLITE_INTEGER else { throw .unexpectedType }
    return number
  }

  /// Returns a number, such as an id, whose magnitude is at most `Store.largestNumber`.
  func integer(_ column: Int32) throws(StoreError) -> Int64 {
    try Self.checked(int64(column))
  }

  /// Returns a number, or nil for NULL.
  func optionalInteger(_ column: Int32) throws(StoreError) -> Int64? {
    try isNull(column) ? nil : integer(column)
  }

  /// Returns a count or the number of a record.
  func count(_ column: Int32) throws(StoreError) -> Int {
    let number = try int64(column)
    guard (0...Store.largestNumber).contains(number) else {
      throw .altered("a count in it is \(number)")
    }
    return Int(number)
  }

  /// Returns the range of submissions in the first two columns.
  func ids() throws(StoreError) -> ClosedRange<Int64> {
    let (first, last) = try (int64(0), int64(1))
    guard first > 0, first <= last, last <= Store.largestNumber else {
      throw .altered("a range of submissions is from \(first) to \(last)")
    }
    return first...last
  }

  /// Appends the bytes of a text or blob.
  func appendBytes(_ column: Int32, to bytes: inout [UInt8]) {
    let start = unsafe sqlite3_column_blob(statement, column)
    let count = unsafe Int(sqlite3_column_bytes(statement, column))
    // Safe because the bytes are valid until the statement's next step, and are copied here.
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns the bytes of a text or blob.
  func bytes(_ column: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    appendBytes(column, to: &bytes)
    return bytes
  }

  func text(_ column: Int32) throws(StoreError) -> String {
    guard type(column) == SQLITE_TEXT else { throw .unexpectedType }
    return String(decoding: bytes(column), as: UTF8.self)
  }

  /// Returns a text, or nil for NULL.
  func optionalText(_ column: Int32) throws(StoreError) -> String? {
    try isNull(column) ? nil : text(column)
  }

  /// Returns the value that the text of a column names, such as a kind.
  func value<Value: RawRepresentable<String>>(_ column: Int32) throws(StoreError) -> Value {
    guard let value = Value(rawValue: try text(column)) else {
      throw .altered("a stored value is unknown")
    }
    return value
  }
}

/// Values as GRDB decodes them, for wide rows.
extension StatementRow {
  /// Returns the value of a column, counted from 0.
  subscript<Value: DatabaseValueConvertible>(column: Int) -> Value {
    get throws(StoreError) {
      let stored = unsafe DatabaseValue(sqliteStatement: statement, index: Int32(column))
      guard let value = Value.fromDatabaseValue(stored) else { throw StoreError.unexpectedType }
      if case .int64(let number) = value.databaseValue.storage { _ = try Self.checked(number) }
      return value
    }
  }

  /// Returns the value of a column by name.
  subscript<Value: DatabaseValueConvertible>(name: String) -> Value {
    get throws(StoreError) {
      for column in 0..<columnCount {
        if unsafe sqlite3_stricmp(sqlite3_column_name(statement, column), name) == 0 {
          return try self[Int(column)]
        }
      }
      throw StoreError.altered("a query has no column \(name)")
    }
  }

  /// Returns the value that the text of a column names, such as a kind.
  func value<Value: RawRepresentable<String>>(_ name: String) throws(StoreError) -> Value {
    guard let value = Value(rawValue: try self[name]) else { throw .unexpectedType }
    return value
  }

  private static func checked(_ number: Int64) throws(StoreError) -> Int64 {
    guard number.magnitude <= Store.largestNumber.magnitude else {
      throw .altered("a stored number exceeds its maximum")
    }
    return number
  }
}

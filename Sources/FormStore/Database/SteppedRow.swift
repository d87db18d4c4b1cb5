import GRDB
import GRDBSQLite

/// The current row of a statement, read without GRDB's row layer.
@safe struct SteppedRow {
  fileprivate let statement: OpaquePointer

  // Safe, like all calls below, because the row exists only while it is the statement's current
  // row.
  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(statement, column) }

  /// Returns a count or the number of a record.
  ///
  /// - Throws: `StoreError` if the value is out of range, so that sums cannot overflow.
  func count(_ column: Int32) throws(StoreError) -> Int {
    let number = integer(column)
    guard (0...Row.largestNumber).contains(number) else {
      throw .damaged("a count in it is \(number)")
    }
    return Int(number)
  }

  var columnCount: Int32 { unsafe sqlite3_column_count(statement) }

  /// Returns one of SQLite's five types.
  func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(statement, column) }

  func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// Returns the range of submissions in the first two columns.
  ///
  /// - Throws: `StoreError` if they form no valid range. A modified store must not terminate the
  ///   program.
  func ids() throws(StoreError) -> ClosedRange<Int64> {
    let (first, last) = (integer(0), integer(1))
    guard first > 0, first <= last, last <= Row.largestNumber else {
      throw .damaged("a range of submissions is from \(first) to \(last)")
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

  /// Returns the value that the text of a column names, such as a kind.
  ///
  /// - Throws: `StoreError` if the text names no value, which means that the store was altered.
  func value<Value: RawRepresentable<String>>(_ column: Int32) throws(StoreError) -> Value {
    guard let value = Value(rawValue: try text(column)) else {
      throw .damaged("a stored value is unknown")
    }
    return value
  }

  /// Returns a column's text.
  ///
  /// - Throws: `StoreError` if it is NULL, which means that the store was altered.
  func text(_ column: Int32) throws(StoreError) -> String {
    guard let text = optionalText(column) else { throw .damaged("a stored text is missing") }
    return text
  }

  /// Returns a column's text, or nil for NULL.
  func optionalText(_ column: Int32) -> String? {
    isNull(column) ? nil : String(decoding: bytes(column), as: UTF8.self)
  }
}

extension Statement {
  /// Steps through all rows.
  ///
  /// The arguments must be set.
  ///
  /// - Parameter condition: Evaluated before each step. False ends the loop.
  func forEachStep(
    while condition: () -> Bool = { true }, _ body: (SteppedRow) throws -> Void
  ) throws {
    // Safe because GRDB keeps the statement for as long as its object lives.
    let handle = unsafe sqliteStatement
    defer { unsafe sqlite3_reset(handle) }
    while condition() {
      switch unsafe sqlite3_step(handle) {
      case SQLITE_ROW: try unsafe body(SteppedRow(statement: handle))
      case SQLITE_DONE: return
      case let code:
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code),
          message: unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
      }
    }
  }

  /// Returns the results of a body for all rows. The arguments must be set.
  func mapSteps<Element>(_ body: (SteppedRow) throws -> Element) throws -> [Element] {
    var elements: [Element] = []
    try forEachStep { elements.append(try body($0)) }
    return elements
  }
}

extension Database {
  /// Calls the body with all rows of a query, which stays prepared for further calls.
  ///
  /// - Parameter condition: Evaluated before each row. False ends the loop.
  func forEachRow(
    sql: String, arguments: StatementArguments = StatementArguments(),
    while condition: () -> Bool = { true }, _ body: (SteppedRow) throws -> Void
  ) throws {
    let statement = try cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    try statement.forEachStep(while: condition, body)
  }

  /// Returns the results of a body for all rows of a query, which stays prepared for further calls.
  func mapRows<Element>(
    sql: String, arguments: StatementArguments = StatementArguments(),
    _ body: (SteppedRow) throws -> Element
  ) throws -> [Element] {
    let statement = try cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    return try statement.mapSteps(body)
  }

  /// Returns the keys and values that a body returns for all rows of a query, which stays prepared
  /// for further calls. If a key occurs several times, the last value counts.
  func dictionary<Key: Hashable, Value>(
    sql: String, arguments: StatementArguments = StatementArguments(),
    _ body: (SteppedRow) throws -> (key: Key, value: Value)
  ) throws -> [Key: Value] {
    Dictionary(try mapRows(sql: sql, arguments: arguments, body)) { $1 }
  }

  /// Returns the number that a query consists of, or 0 for NULL.
  func number(
    sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Int {
    try Int.fetchOne(self, sql: sql, arguments: arguments) ?? 0
  }
}

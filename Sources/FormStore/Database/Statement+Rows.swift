import GRDB
import GRDBSQLite

extension Statement {
  /// Steps through all rows.
  ///
  /// The arguments must be set.
  ///
  /// - Parameter condition: Evaluated before each step. False ends the loop.
  func forEachStep(
    while condition: () -> Bool = { true }, _ body: (StatementRow) throws -> Void
  ) throws {
    // Safe because GRDB keeps the statement for as long as its object lives.
    let handle = unsafe sqliteStatement
    defer { unsafe sqlite3_reset(handle) }
    while condition() {
      switch unsafe sqlite3_step(handle) {
      case SQLITE_ROW: try body(unsafe StatementRow(of: handle))
      case SQLITE_DONE: return
      case let code:
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code),
          message: unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
      }
    }
  }

  /// Returns the results of a body for all rows. The arguments must be set.
  func mapSteps<Element>(_ body: (StatementRow) throws -> Element) throws -> [Element] {
    var elements: [Element] = []
    try forEachStep { elements.append(try body($0)) }
    return elements
  }
}

/// Reading rows of several columns, and columns that the body converts or checks. GRDB's `fetchOne`
/// and `fetchAll` read statements with one value per row; its `Row` is not used.
///
/// A statement must not be executed again by the body that reads its rows: both executions would
/// share its state.
extension Database {
  /// Calls the body with all rows of a statement, which stays prepared for further calls.
  ///
  /// - Parameter condition: Evaluated before each row. False ends the loop.
  func forEachRow(
    sql: String, arguments: StatementArguments = StatementArguments(),
    while condition: () -> Bool = { true }, _ body: (StatementRow) throws -> Void
  ) throws {
    let statement = try cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    try statement.forEachStep(while: condition, body)
  }

  /// Returns the results of a body for all rows of a statement, which stays prepared for further
  /// calls.
  func mapRows<Element>(
    sql: String, arguments: StatementArguments = StatementArguments(),
    _ body: (StatementRow) throws -> Element
  ) throws -> [Element] {
    let statement = try cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    return try statement.mapSteps(body)
  }

  /// Returns the result of a body for the first row of a statement, or nil if there is none. The
  /// statement stays prepared for further calls.
  func firstRow<Element>(
    sql: String, arguments: StatementArguments = StatementArguments(),
    _ body: (StatementRow) throws -> Element
  ) throws -> Element? {
    var element: Element?
    try forEachRow(sql: sql, arguments: arguments, while: { element == nil }) {
      element = try body($0)
    }
    return element
  }

  /// Returns the keys and values that a body returns for all rows of a statement, which stays
  /// prepared for further calls. If a key occurs several times, the last value counts.
  func dictionary<Key: Hashable, Value>(
    sql: String, arguments: StatementArguments = StatementArguments(),
    _ body: (StatementRow) throws -> (key: Key, value: Value)
  ) throws -> [Key: Value] {
    Dictionary(try mapRows(sql: sql, arguments: arguments, body)) { $1 }
  }

  /// Returns whether a statement selects any rows. It stays prepared for further calls.
  func hasRow(
    sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Bool {
    try firstRow(sql: "SELECT EXISTS (\(sql))", arguments: arguments) {
      try $0.integer(0) == 1
    } == true
  }

  /// Inserts a row with these columns, all others being NULL. The statement stays prepared for
  /// further rows.
  ///
  /// - Returns: The id of the row, unless the table has none.
  @discardableResult
  func insertRow(
    into table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>
  ) throws -> Int64 {
    let columns = row.map(\.key).joined(separator: ", ")
    let parameters = repeatElement("?", count: row.count).joined(separator: ", ")
    try cachedStatement(sql: "INSERT INTO \(table) (\(columns)) VALUES (\(parameters))")
      .execute(arguments: StatementArguments(row.map(\.value)))
    return lastInsertedRowID
  }

  /// Returns the only number that a statement selects, or 0 for NULL.
  func number(
    sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Int {
    try Int.fetchOne(self, sql: sql, arguments: arguments) ?? 0
  }
}

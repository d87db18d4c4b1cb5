import GRDB

/// A row of a query result.
///
/// Its subscripts throw if a value has an unexpected type, as in a modified store. The subscripts
/// of `GRDB.Row`, which this type hides within this target, terminate the process and print the
/// row.
struct Row {
  private let row: GRDB.Row

  private init(_ row: GRDB.Row) { self.row = row }

  /// The number of columns.
  var count: Int { row.count }

  /// Returns the value of a column, counted from 0.
  subscript<Value: DatabaseValueConvertible>(column: Int) -> Value {
    get throws { try checked(try row.decode(atIndex: column)) }
  }

  /// Returns the value of a column by name.
  subscript<Value: DatabaseValueConvertible>(column: String) -> Value {
    get throws { try checked(try row.decode(forColumn: column)) }
  }

  /// The largest valid id or count. Sums and differences of such numbers never overflow.
  static let largestNumber: Int64 = 1 << 48

  private func checked<Value: DatabaseValueConvertible>(_ value: Value) throws -> Value {
    if case .int64(let number) = value.databaseValue.storage,
      number.magnitude > UInt64(Self.largestNumber)
    {
      throw StoreError.damaged("a stored number exceeds its maximum")
    }
    return value
  }

  static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Row] {
    try GRDB.Row.fetchAll(db, sql: sql, arguments: arguments).map(Row.init)
  }

  static func fetchAll(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> [Row] {
    try GRDB.Row.fetchAll(statement, arguments: arguments).map(Row.init)
  }

  static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Row? {
    try GRDB.Row.fetchOne(db, sql: sql, arguments: arguments).map(Row.init)
  }

  static func fetchOne(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> Row? {
    try GRDB.Row.fetchOne(statement, arguments: arguments).map(Row.init)
  }
}

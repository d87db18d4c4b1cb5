import GRDB
import GRDBSQLite

/// Computes a SHA-256 digest over table rows and single values.
///
/// Each value is preceded by its type and length, so that different contents never have the same
/// bytes. Numbers are little-endian, so the digest is the same on every machine.
struct RowDigest {
  private var hash = Digest()
  private var bytes: [UInt8] = []

  init(_ name: String) { add(name) }

  mutating func add(_ number: Int64) {
    bytes.append(UInt8(ascii: "i"))
    append(number)
    if bytes.count >= 1 << 14 { flush() }
  }

  mutating func add(_ text: String) { add(UInt8(ascii: "t"), Array(text.utf8)) }

  /// Adds text. Nil differs from any text.
  mutating func add(_ text: String?) {
    if let text { add(text) } else { bytes.append(UInt8(ascii: "n")) }
  }

  mutating func add(_ blob: [UInt8]) { add(UInt8(ascii: "b"), blob) }

  /// Adds numbers. Nil differs from any numbers.
  mutating func add(_ numbers: [Int64]?) {
    guard let numbers else { return bytes.append(UInt8(ascii: "n")) }
    for number in numbers { add(number) }
  }

  /// Adds all rows of a query with their columns, in the order of the query.
  ///
  /// - Returns: The number of rows.
  @discardableResult
  mutating func addRows(
    _ db: Database, _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> Int {
    let statement = try db.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    var rows = 0
    try statement.forEachStep { row in
      bytes.append(UInt8(ascii: "r"))
      for column in 0..<row.columnCount { add(row, column) }
      rows += 1
    }
    bytes.append(UInt8(ascii: "e"))
    append(Int64(rows))
    return rows
  }

  private mutating func add(_ row: SteppedRow, _ column: Int32) {
    switch row.type(column) {
    case SQLITE_INTEGER: add(row.integer(column))
    case SQLITE_TEXT: add(UInt8(ascii: "t"), row.bytes(column))
    case SQLITE_BLOB: add(UInt8(ascii: "b"), row.bytes(column))
    case SQLITE_NULL: bytes.append(UInt8(ascii: "n"))
    // No column of the schema is REAL. A forged one must not be confused with another type.
    default: add(UInt8(ascii: "d"), row.bytes(column))
    }
  }

  private mutating func add(_ type: UInt8, _ content: [UInt8]) {
    bytes.append(type)
    append(Int64(content.count))
    bytes.append(contentsOf: content)
    if bytes.count >= 1 << 14 { flush() }
  }

  private mutating func append(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func flush() {
    hash.update(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// The digest, 32 bytes.
  mutating func finish() -> [UInt8] {
    flush()
    return hash.bytes
  }
}

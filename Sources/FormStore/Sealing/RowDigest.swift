import FormHashing
import GRDB
import GRDBSQLite

/// Computes a SHA-256 digest over table rows and single values.
///
/// Each value is preceded by its type and length, so that different contents never have the same
/// bytes. Numbers are little-endian, so the digest is the same on every machine.
struct RowDigest {
  /// The digest of the bytes that were flushed, or nil if none were.
  private var hash: Digest?
  private var bytes: [UInt8] = []

  init(_ name: String) {
    // A small number of rows fits without growing.
    bytes.reserveCapacity(1 << 10)
    add(name)
  }

  mutating func add(_ number: Int64) {
    bytes.append(UInt8(ascii: "i"))
    append(number)
    flushIfLarge()
  }

  mutating func add(_ text: String) {
    begin(UInt8(ascii: "t"), text.utf8.count)
    bytes.append(contentsOf: text.utf8)
    flushIfLarge()
  }

  /// Adds text. Nil differs from any text.
  mutating func add(_ text: String?) {
    if let text { add(text) } else { bytes.append(UInt8(ascii: "n")) }
  }

  mutating func add(_ blob: [UInt8]) { add(UInt8(ascii: "b"), blob[...]) }

  /// Adds a blob. Nil differs from any blob.
  mutating func add(_ blob: [UInt8]?) {
    if let blob { add(blob) } else { bytes.append(UInt8(ascii: "n")) }
  }

  /// Adds all rows of a statement with their columns, in the order of the statement.
  ///
  /// - Returns: The number of rows.
  @discardableResult
  mutating func addRows(
    _ db: Database, _ sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Int {
    var rows = 0
    try db.forEachRow(sql: sql, arguments: arguments) { row in
      beginRow()
      for column in 0..<row.columnCount { try add(row, column) }
      rows += 1
    }
    endRows(rows)
    return rows
  }

  /// Begins a row, whose values follow.
  mutating func beginRow() { bytes.append(UInt8(ascii: "r")) }

  /// Ends the rows of a table.
  mutating func endRows(_ count: Int) {
    bytes.append(UInt8(ascii: "e"))
    append(Int64(count))
  }

  private mutating func add(_ row: StatementRow, _ column: Int32) throws(StoreError) {
    switch row.type(column) {
    case SQLITE_INTEGER: add(try row.int64(column))
    case SQLITE_TEXT: add(UInt8(ascii: "t"), row.bytes(column)[...])
    case SQLITE_BLOB: add(UInt8(ascii: "b"), row.bytes(column)[...])
    case SQLITE_NULL: bytes.append(UInt8(ascii: "n"))
    // No column of the schema is REAL. A forged value must not be confused with another type.
    default: add(UInt8(ascii: "d"), row.bytes(column)[...])
    }
  }

  private mutating func add(_ type: UInt8, _ content: ArraySlice<UInt8>) {
    begin(type, content.count)
    bytes.append(contentsOf: content)
    flushIfLarge()
  }

  private mutating func begin(_ type: UInt8, _ count: Int) {
    bytes.append(type)
    append(Int64(count))
  }

  private mutating func append(_ number: Int64) {
    // Safe because an integer has no padding, and its bytes are copied here.
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  private mutating func flushIfLarge() {
    guard bytes.count >= 1 << 14 else { return }
    var hash = hash ?? Digest()
    self.hash = nil
    hash.update(bytes)
    self.hash = hash
    bytes.removeAll(keepingCapacity: true)
  }

  /// The digest, 32 bytes.
  func finish() -> [UInt8] {
    guard var hash else { return Digest.of(bytes) }
    hash.update(bytes)
    return hash.bytes
  }
}

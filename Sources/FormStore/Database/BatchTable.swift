import GRDB
import GRDBSQLite

/// Virtual tables over a prepared batch.
///
/// `batch_record (line, cells, cells_of)` and `batch_error (record, rule, code, arguments)` let one
/// `INSERT … SELECT` write a whole batch. `batch_number (c0, …, c7)` returns numbers, eight per
/// row, and `batch_cell (c0, c1, …)` returns rows of any types. This takes half the time of one
/// statement per row.
///
/// This file bypasses GRDB and uses SQLite's C interface. The structures below have the layout that
/// SQLite requires (its own part first). They live from connect to disconnect, or from open to
/// close. SQLite calls back only on the connection's thread. Callbacks read the batch through plain
/// pointers that are set around each statement, so they neither retain nor release anything.
@safe final class BatchTable {
  /// Safe because it is allocated here, freed last, and read only while a statement runs.
  private let exposed: UnsafeMutablePointer<ExposedBatch>
  /// The number of columns of `batch_cell`.
  fileprivate let cellColumns: Int

  init(_ db: Database, cellColumns: Int = 1) throws {
    self.cellColumns = cellColumns
    unsafe exposed = .allocate(capacity: 1)
    unsafe exposed.initialize(to: ExposedBatch())
    try unsafe register("batch_cell", cells, db)
    try unsafe register("batch_record", records, db)
    try unsafe register("batch_error", errors, db)
    try unsafe register("batch_number", numbers, db)
  }

  private func register(
    _ name: String, _ module: UnsafePointer<sqlite3_module>, _ db: Database
  ) throws {
    // Safe because the connection keeps the object alive until it closes, and then releases it.
    let code = unsafe sqlite3_create_module_v2(
      db.sqliteConnection, name, module, Unmanaged.passRetained(self).toOpaque()
    ) { unsafe Unmanaged<BatchTable>.fromOpaque($0!).release() }
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  deinit { unsafe exposed.deallocate() }

  /// Runs statements while the tables contain the batch.
  func withBatch<Result>(_ batch: PreparedBatch, _ body: () throws -> Result) rethrows -> Result {
    // Safe because only the statements in the body use the pointers.
    try unsafe batch.text.withUnsafeBufferPointer { text in
      try unsafe batch.ends.withUnsafeBufferPointer { ends in
        try unsafe batch.originals.withUnsafeBufferPointer { originals in
          try unsafe batch.lines.withUnsafeBufferPointer { lines in
            try unsafe batch.errors.withUnsafeBufferPointer { errors in
              unsafe exposed.pointee = ExposedBatch(
                text: text, ends: ends, originals: originals, lines: lines, errors: errors)
              defer { unsafe exposed.pointee = ExposedBatch() }
              return try body()
            }
          }
        }
      }
    }
  }

  /// The number of columns of `batch_number`.
  static let width = 8

  /// Runs statements while `batch_number` contains the numbers, row by row.
  func withNumbers<Result>(_ numbers: [Int64], _ body: () throws -> Result) rethrows -> Result {
    // Safe because only the statements in the body use the pointer.
    try unsafe numbers.withUnsafeBufferPointer { numbers in
      unsafe exposed.pointee = ExposedBatch(numbers: numbers)
      defer { unsafe exposed.pointee = ExposedBatch() }
      return try body()
    }
  }

  /// Runs statements while `batch_cell` contains the rows. Missing columns are NULL.
  func withRows<Result>(_ rows: borrowing TableRows, _ body: () throws -> Result) rethrows
    -> Result
  {
    // Safe because only the statements in the body use the pointers.
    try unsafe rows.text.withUnsafeBufferPointer { text in
      try unsafe rows.cells.withUnsafeBufferPointer { cells in
        unsafe exposed.pointee = ExposedBatch(text: text, cells: cells, width: rows.width)
        defer { unsafe exposed.pointee = ExposedBatch() }
        return try body()
      }
    }
  }

  fileprivate var pointer: UnsafeMutablePointer<ExposedBatch> { unsafe exposed }
}

/// The memory of the batch that the tables contain. Empty between statements.
@unsafe private struct ExposedBatch {
  var text = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  var ends = unsafe UnsafeBufferPointer<Int>(start: nil, count: 0)
  var originals = unsafe UnsafeBufferPointer<Int64>(start: nil, count: 0)
  var lines = unsafe UnsafeBufferPointer<Int64>(start: nil, count: 0)
  var errors = unsafe UnsafeBufferPointer<PreparedBatch.ErrorRow>(start: nil, count: 0)
  var numbers = unsafe UnsafeBufferPointer<Int64>(start: nil, count: 0)
  var cells = unsafe UnsafeBufferPointer<TableCell>(start: nil, count: 0)
  var width = 1
}

@unsafe private struct TableState {
  var base: sqlite3_vtab
  var exposed: UnsafeMutablePointer<ExposedBatch>
}

@unsafe private struct CursorState {
  var base: sqlite3_vtab_cursor
  var row: Int
}

private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>?
private typealias Connect =
  @convention(c) (
    OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<UnsafePointer<CChar>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> Int32

private func state(_ cursor: Cursor) -> UnsafeMutablePointer<CursorState> {
  unsafe UnsafeMutableRawPointer(cursor!).assumingMemoryBound(to: CursorState.self)
}

private func exposed(_ cursor: Cursor) -> UnsafeMutablePointer<ExposedBatch> {
  unsafe UnsafeMutableRawPointer(cursor!.pointee.pVtab)
    .assumingMemoryBound(to: TableState.self).pointee.exposed
}

private func connect(
  _ db: OpaquePointer?, _ table: UnsafeMutableRawPointer?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?, _ columns: String
) -> Int32 {
  let code = unsafe sqlite3_declare_vtab(db, "CREATE TABLE x (\(columns))")
  guard code == SQLITE_OK else { return code }
  let state = UnsafeMutablePointer<TableState>.allocate(capacity: 1)
  unsafe state.initialize(
    to: TableState(
      base: sqlite3_vtab(),
      exposed: Unmanaged<BatchTable>.fromOpaque(table!).takeUnretainedValue().pointer))
  unsafe result!.pointee = UnsafeMutableRawPointer(state).assumingMemoryBound(to: sqlite3_vtab.self)
  return SQLITE_OK
}

private func module(
  connect: @escaping Connect,
  eof: @escaping @convention(c) (Cursor) -> Int32,
  column: @escaping @convention(c) (Cursor, OpaquePointer?, Int32) -> Int32
) -> UnsafePointer<sqlite3_module> {
  let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
  unsafe module.initialize(to: sqlite3_module())
  unsafe module.pointee.xConnect = connect
  unsafe module.pointee.xBestIndex = { _, _ in SQLITE_OK }
  unsafe module.pointee.xDisconnect = { table in
    unsafe UnsafeMutableRawPointer(table!).assumingMemoryBound(to: TableState.self).deallocate()
    return SQLITE_OK
  }
  unsafe module.pointee.xOpen = { _, result in
    let cursor = UnsafeMutablePointer<CursorState>.allocate(capacity: 1)
    unsafe cursor.initialize(to: CursorState(base: sqlite3_vtab_cursor(), row: 0))
    unsafe result!.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(
      to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
  }
  unsafe module.pointee.xClose = { cursor in
    unsafe state(cursor).deallocate()
    return SQLITE_OK
  }
  unsafe module.pointee.xFilter = { cursor, _, _, _, _ in
    unsafe state(cursor).pointee.row = 0
    return SQLITE_OK
  }
  unsafe module.pointee.xNext = { cursor in
    unsafe state(cursor).pointee.row += 1
    return SQLITE_OK
  }
  unsafe module.pointee.xRowid = { cursor, result in
    unsafe result!.pointee = Int64(state(cursor).pointee.row)
    return SQLITE_OK
  }
  unsafe module.pointee.xEof = eof
  unsafe module.pointee.xColumn = column
  return unsafe UnsafePointer(module)
}

private func setResult(_ context: OpaquePointer?, _ text: String?) {
  guard var text else { return unsafe sqlite3_result_null(context) }
  text.withUTF8 {
    unsafe sqlite3_result_text64(
      context, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self),
      UInt64($0.count), transient, UInt8(SQLITE_UTF8))
  }
}

/// Written once, when it is used for the first time, and only read afterwards.
nonisolated(unsafe) private let records = unsafe module(
  connect: { db, table, _, _, result, _ in
    unsafe connect(db, table, result, "line INTEGER, cells TEXT, cells_of INTEGER")
  },
  eof: { cursor in
    unsafe state(cursor).pointee.row >= exposed(cursor).pointee.ends.count ? 1 : 0
  },
  column: { cursor, context, column in
    let row = unsafe state(cursor).pointee.row
    let batch = unsafe exposed(cursor)
    let original = unsafe batch.pointee.originals.isEmpty ? 0 : batch.pointee.originals[row]
    switch column {
    case 0: unsafe sqlite3_result_int64(context, batch.pointee.lines[row])
    case 1 where original == 0:
      let start = unsafe row == 0 ? 0 : batch.pointee.ends[row - 1]
      let end = unsafe batch.pointee.ends[row]
      // Safe because the batch does not change while the statement runs, so no copy is needed.
      unsafe sqlite3_result_text64(
        context,
        UnsafeRawPointer(batch.pointee.text.baseAddress!).advanced(by: start)
          .assumingMemoryBound(to: CChar.self),
        UInt64(end - start), nil, UInt8(SQLITE_UTF8))
    case 2 where original != 0: unsafe sqlite3_result_int64(context, original)
    default: unsafe sqlite3_result_null(context)
    }
    return SQLITE_OK
  })

nonisolated(unsafe) private let errors = unsafe module(
  connect: { db, table, _, _, result, _ in
    unsafe connect(db, table, result, "record INTEGER, rule INTEGER, code TEXT, arguments TEXT")
  },
  eof: { cursor in
    unsafe state(cursor).pointee.row >= exposed(cursor).pointee.errors.count ? 1 : 0
  },
  column: { cursor, context, column in
    let error = unsafe exposed(cursor).pointee.errors[state(cursor).pointee.row]
    switch column {
    case 0: unsafe sqlite3_result_int64(context, Int64(error.record))
    case 1: unsafe sqlite3_result_int64(context, Int64(error.rule))
    case 2: unsafe setResult(context, error.code)
    default: unsafe setResult(context, error.arguments)
    }
    return SQLITE_OK
  })

nonisolated(unsafe) private let numbers = unsafe module(
  connect: { db, table, _, _, result, _ in
    let columns = (0..<BatchTable.width).map { "c\($0) INTEGER" }.joined(separator: ", ")
    return unsafe connect(db, table, result, columns)
  },
  eof: { cursor in
    unsafe state(cursor).pointee.row * BatchTable.width >= exposed(cursor).pointee.numbers.count
      ? 1 : 0
  },
  column: { cursor, context, column in
    let index = unsafe state(cursor).pointee.row * BatchTable.width + Int(column)
    unsafe sqlite3_result_int64(context, exposed(cursor).pointee.numbers[index])
    return SQLITE_OK
  })

nonisolated(unsafe) private let cells = unsafe module(
  connect: { db, table, _, _, result, _ in
    let count = unsafe Unmanaged<BatchTable>.fromOpaque(table!).takeUnretainedValue().cellColumns
    return unsafe connect(db, table, result, (0..<count).map { "c\($0)" }.joined(separator: ", "))
  },
  eof: { cursor in
    let batch = unsafe exposed(cursor)
    return unsafe state(cursor).pointee.row &* batch.pointee.width >= batch.pointee.cells.count
      ? 1 : 0
  },
  column: { cursor, context, column in
    let batch = unsafe exposed(cursor)
    let width = unsafe batch.pointee.width
    guard Int(column) < width else { return SQLITE_OK }
    let cell = unsafe batch.pointee.cells[state(cursor).pointee.row &* width &+ Int(column)]
    switch cell.kind {
    case .null: break
    case .integer: unsafe sqlite3_result_int64(context, cell.bits)
    case .real:
      unsafe sqlite3_result_double(context, Double(bitPattern: UInt64(bitPattern: cell.bits)))
    case .text:
      // Safe because the rows do not change while the statement runs, so no copy is needed.
      unsafe sqlite3_result_text64(
        context,
        UnsafeRawPointer(batch.pointee.text.baseAddress!).advanced(by: Int(cell.bits))
          .assumingMemoryBound(to: CChar.self),
        UInt64(cell.count), nil, UInt8(SQLITE_UTF8))
    }
    return SQLITE_OK
  })

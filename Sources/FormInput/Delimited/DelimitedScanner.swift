import FormBytes

/// Turns bytes into the records of a delimited file (RFC 4180).
///
///     cell start ─ quote ▶ quoted ◀ quote ▶ quote in quoted
///         └─ other ▶ unquoted ── delimiter or line end ──┘ ▶ next cell or record
///
/// Lines end with LF, CRLF or a lone CR. Within quotes all three are content. Cells are never
/// changed or trimmed. `resolve` (in `DelimitedScanner+Faults.swift`) handles everything that
/// violates the grammar or ends within a record, by examining it again byte by byte.
///
/// The scanner is a value without I/O. It accepts any piece of the input that begins at a record.
/// For other dialects there is a slower loop (in `DelimitedScanner+Dialect.swift`).
struct DelimitedScanner: RecordScanner {
  static let isJSON = false

  var delimiter: UInt8
  let dialect: DelimitedDialect
  private let isStandard: Bool
  let maximumRecordBytes: Int
  let maximumQuotedBytes: Int
  /// The number of fields that a record must have. Nil means the number in the first record.
  var expectedFields: Int?
  /// The number of lines that are neither records nor parts of them.
  var blankLines = 0
  /// The reason why there are no further records.
  private(set) var error: ReaderError?
  var lines = PhysicalLines()
  /// The offset of the scanned bytes in the file.
  private(set) var byteOffset = 0
  private let maximumColumns: Int

  init(_ options: ReaderOptions) {
    delimiter = options.delimiter ?? .comma
    dialect = options.dialect
    isStandard = dialect == .standard
    maximumRecordBytes = options.maximumRecordBytes
    maximumQuotedBytes = options.maximumQuotedBytes
    maximumColumns = options.maximumColumns
  }

  /// A record that is being read.
  struct OpenRecord {
    let start: Int
    let firstCell: Int
    /// The start of the cell, after its quote if it has one.
    var cellStart: Int
    var isPlain = true
    var hasDoubledQuotes = false
    var hasNUL = false
    /// The number of line ends within quotes.
    var lineEnds = 0

    init(start: Int, firstCell: Int) {
      self.start = start
      self.firstCell = firstCell
      cellStart = start
    }

    @inline(__always)
    func cell(to end: Int) -> Cell {
      Cell(
        start: UInt32(truncatingIfNeeded: cellStart), end: UInt32(truncatingIfNeeded: end),
        kind: .string, isPlain: isPlain)
    }

    @inline(__always)
    mutating func beginCell(at position: Int) {
      cellStart = position
      isPlain = true
    }
  }

  mutating func scan(
    _ input: Span<UInt8>, at byteOffset: Int, isAtEnd: Bool,
    into batch: inout RecordBatch, limit: BatchLimit
  ) -> Int {
    var used = 0
    self.byteOffset = byteOffset
    // Reserves memory for the maximum number of cells, so that adding a cell is a plain store.
    // Unused memory is never touched.
    var cells: [Cell] = []
    swap(&cells, &batch.cells)
    cells.removeAll(keepingCapacity: true)
    cells.append(addingCapacity: input.count &+ 1) { cells in
      used =
        isStandard
        ? scan(input, isAtEnd: isAtEnd, cells: &cells, into: &batch, limit: limit)
        : scanDialect(input, isAtEnd: isAtEnd, cells: &cells, into: &batch, limit: limit)
    }
    swap(&cells, &batch.cells)
    return used
  }

  private mutating func scan(
    _ input: Span<UInt8>, isAtEnd: Bool, cells: inout OutputSpan<Cell>,
    into batch: inout RecordBatch, limit: BatchLimit
  ) -> Int {
    let start = lines.isSkipping ? lines.skip(input, from: 0, isAtEnd: isAtEnd) : 0
    if lines.isSkipping { return start }
    var cursor = SpecialByteCursor(input, delimiter: delimiter, from: start)
    var record = OpenRecord(start: start, firstCell: cells.count)
    let end = min(input.count, limit.bytes)
    while record.start < end, batch.records.count < limit.records {
      let next: Int
      if let position = readCells(
        of: &record, &cursor, in: input, isAtEnd: isAtEnd, &cells, into: &batch),
        position &- record.start <= maximumRecordBytes,
        let lineEnd = input.endOfLineEnd(at: position, isAtEnd: isAtEnd)
      {
        next = lineEnd
        if next == position &+ 2 { _ = cursor.next() }
        finish(record, to: position, in: input, &cells, into: &batch)
      } else if let resumed = resolve(record, in: input, isAtEnd: isAtEnd, &cells, into: &batch) {
        next = resumed
        if lines.isSkipping { return next }
        cursor.move(to: next)
      } else {
        cells.drop(from: record.firstCell)
        batch.dropEscapes(from: record.firstCell)
        return record.start
      }
      record = OpenRecord(start: next, firstCell: cells.count)
    }
    return record.start
  }

  /// Reads the cells of a record.
  ///
  /// - Returns: The position of its line end, or of the end of the input. Nil if the record is
  ///   malformed or incomplete.
  @inline(__always)
  private func readCells(
    of record: inout OpenRecord, _ cursor: inout SpecialByteCursor, in input: Span<UInt8>,
    isAtEnd: Bool, _ cells: inout OutputSpan<Cell>, into batch: inout RecordBatch
  ) -> Int? {
    let delimiter = delimiter
    while true {
      var position = cursor.next()
      while position < input.count, input[position] == delimiter {
        cells.append(record.cell(to: position))
        record.beginCell(at: position &+ 1)
        position = cursor.next()
      }
      // The end of the input is first treated like a line end. The caller decides whether it is
      // one.
      let byte = position < input.count ? input[position] : .lineFeed
      if byte.isLineEnd {
        cells.append(record.cell(to: position))
        return position
      }
      if byte != .quote {
        record.isPlain = false
        record.hasNUL = record.hasNUL || byte == 0
        continue
      }
      guard position == record.cellStart,
        let end = closingQuote(input, &cursor, in: &record, isAtEnd: isAtEnd)
      else { return nil }
      if record.hasDoubledQuotes { batch.escapedCells.append(cells.count) }
      record.hasDoubledQuotes = false
      cells.append(record.cell(to: end))
      position = cursor.next()
      guard position < input.count, input[position] == delimiter else { return position }
      record.beginCell(at: position &+ 1)
    }
  }

  /// Reads to the end of a quoted cell.
  ///
  /// The cursor is after its opening quote.
  ///
  /// - Returns: The position of its closing quote. Nil if there is none, if it is followed by
  ///   anything except a delimiter or a line end, or if the following byte is not known yet.
  @inline(__always)
  private func closingQuote(
    _ input: Span<UInt8>, _ cursor: inout SpecialByteCursor, in record: inout OpenRecord,
    isAtEnd: Bool
  ) -> Int? {
    record.cellStart &+= 1
    while true {
      let position = cursor.next()
      guard position < input.count else { return nil }
      let following = position &+ 1 < input.count ? input[position &+ 1] : nil
      switch input[position] {
      case .quote:
        if following == .quote {
          _ = cursor.next()
          record.hasDoubledQuotes = true
          record.isPlain = false
        } else if let following {
          return following == delimiter || following.isLineEnd ? position : nil
        } else {
          return isAtEnd ? position : nil
        }
      case .lineFeed:
        record.lineEnds &+= 1
        record.isPlain = false
      case .carriageReturn:
        if following != .lineFeed { record.lineEnds &+= 1 }
        record.isPlain = false
      case let byte:
        if byte < 0x20 || byte == .backslash { record.isPlain = false }
        if byte == 0 { record.hasNUL = true }
      }
    }
  }

  /// Finishes a complete record. An empty line is not a record.
  @inline(__always)
  mutating func finish(
    _ record: OpenRecord, to end: Int, in input: Span<UInt8>, _ cells: inout OutputSpan<Cell>,
    into batch: inout RecordBatch
  ) {
    if end == record.start {
      cells.removeLast(1)
      blankLines &+= 1
      lines.line &+= 1
      return
    }
    var range = RecordRange(
      record, cellEnd: cells.count, line: lines.line, byteOffset, end: end)
    if record.hasNUL || Int(range.cellCount) != expectedFields {
      check(&range, hasNUL: record.hasNUL, in: input, cells.span, into: &batch)
    }
    batch.records.append(range)
    lines.line &+= 1 &+ record.lineEnds
  }

  func unescape(_ batch: inout RecordBatch, from input: Span<UInt8>) {
    isStandard ? batch.unescapeQuotes() : batch.unescape(dialect, delimiter)
  }

  /// Sets the number of fields per record, unless it is known. Too many fields end reading.
  mutating func expect(_ count: Int, line: Int) {
    if expectedFields != nil { return }
    expectedFields = count
    if count > maximumColumns {
      error = ReaderError(
        .tooManyColumns, line: line, "line \(line): more than \(maximumColumns) columns")
    }
  }
}

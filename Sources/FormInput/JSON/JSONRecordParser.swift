import FormBytes

/// Parses JSON objects into records whose cells are in the order of the columns.
struct JSONRecordParser: Sendable {
  var columns: ColumnTable
  let maximumColumns: Int
  /// For each column, the serial number of the last record that contained its key.
  private var lastSeen: [Int]
  private var serial = 0
  /// The text of a key with escapes.
  private var unescapedKey: [UInt8] = []

  /// The number of cells at which a batch is full.
  ///
  /// Limits the memory of batches of short records with many columns.
  static let maximumCellsInBatch = 1 << 16

  init(_ options: ReaderOptions) {
    columns = ColumnTable(
      options.declaredColumns ?? options.initialJSONColumns, fieldOfKey: options.fieldOfKey)
    maximumColumns = max(options.maximumColumns, columns.names.count)
    lastSeen = Array(repeating: 0, count: columns.names.count)
  }

  /// Reads an object and appends its cells to `batch`, one for each column known by then.
  ///
  /// On an error, no cells or columns are added.
  ///
  /// - Parameter isWhole: Whether only blanks may follow.
  mutating func parse(
    _ scanner: inout JSONScanner, isWhole: Bool, into batch: inout RecordBatch
  ) throws(JSONError) {
    let firstCell = batch.cells.count
    let (knownKeys, knownColumns) = (columns.keyCount, columns.names.count)
    do throws(JSONError) {
      try members(&scanner, into: &batch, firstCell: firstCell)
      if isWhole {
        scanner.skipBlanks()
        guard scanner.current == nil else { throw scanner.syntaxError() }
      }
    } catch {
      batch.dropCells(from: firstCell)
      columns.removeLast(toKey: knownKeys, column: knownColumns)
      lastSeen.removeLast(lastSeen.count - knownColumns)
      throw error
    }
  }

  private mutating func members(
    _ scanner: inout JSONScanner, into batch: inout RecordBatch, firstCell: Int
  ) throws(JSONError) {
    guard scanner.skipBlanksAnd(.openBrace) else {
      throw JSONError(code: .notAnObject, position: scanner.position)
    }
    serial += 1
    for _ in 0..<columns.names.count { batch.cells.append(.missing) }
    var guess = 0
    if scanner.skipBlanksAnd(.closeBrace) { return }
    repeat {
      scanner.skipBlanks()
      let start = scanner.position
      let key = try scanner.key()
      let number = try number(of: key, at: start, in: scanner.input, guess: guess, &batch)
      let column = columns.column(ofKey: number)
      if lastSeen[column] == serial {
        throw JSONError(code: .duplicateKey, position: start)
      }
      lastSeen[column] = serial
      guess = number + 1
      let value = try scanner.value()
      batch.cells[firstCell + column] = value.cell
      if value.hasEscapes { batch.escapedCells.append(firstCell + column) }
    } while scanner.skipBlanksAnd(.comma)
    guard scanner.skip(.closeBrace) else { throw scanner.syntaxError() }
  }

  /// Returns the number of a key. Adds new keys and their columns.
  @inline(__always)
  private mutating func number(
    of key: JSONValue, at position: Int, in input: Span<UInt8>, guess: Int,
    _ batch: inout RecordBatch
  ) throws(JSONError) -> Int {
    if !key.hasEscapes {
      let name = input.extracting(key.range)
      if let number = columns.number(of: name, guess: guess) { return number }
    }
    unescapedKey.removeAll(keepingCapacity: true)
    input.appendString(in: key.range, to: &unescapedKey)
    if let number = columns.number(of: unescapedKey.span, guess: guess) { return number }
    guard columns.keyCount < maximumColumns else {
      throw JSONError(code: .tooManyKeys, position: position)
    }
    if let offset = unescapedKey.span.firstInvalidUTF8() {
      throw JSONError(code: .encoding, position: key.range.lowerBound + offset)
    }
    let known = columns.names.count
    columns.append(unescapedKey)
    if columns.names.count > known {
      lastSeen.append(0)
      batch.cells.append(.missing)
    }
    return columns.keyCount - 1
  }
}

import FormBytes
import FormInput
import FormRules

/// Statistics of one column, collected in one pass and bounded memory.
///
/// A cell whose text is already known costs one lookup. Everything else is derived from the
/// distinct texts and their counts: when the table is full, the texts that are removed from it are
/// evaluated and counted, and `finish` evaluates the remaining ones. The counts of types, shapes
/// and lengths are therefore always exact.
package struct ColumnStatistics: Sendable {
  /// The number of missing cells, and the number of cells with an empty text.
  package private(set) var missing = 0
  package private(set) var empty = 0
  /// The number of cells with a text that is not empty.
  package private(set) var present = 0
  /// The number of present cells that are JSON arrays.
  package private(set) var arrays = 0
  /// The distinct texts with their counts.
  package private(set) var values: ByteCounts
  /// The counts of the words of `MissingWords` by position, with the location of the first.
  package private(set) var missingWords: [Int: (count: Int, line: Int)] = [:]
  /// The number of cells that have each type of `Notation.types`. These and the following counts
  /// exclude words for missing values.
  package private(set) var types = [Int](repeating: 0, count: Notation.types.count)
  package private(set) var shapes = ShapeCounts()
  /// The numbers with a decimal point, and the same cells read with a decimal comma.
  private var pointNumbers = NumericSummary()
  private var commaNumbers = NumericSummary()
  package private(set) var texts = TextStatistics()
  /// The number of times a text was inserted in the table.
  private(set) var insertions = 0
  /// The position in `values` of each record's text, or nil if `values` is not exact or positions
  /// are not kept.
  package private(set) var positions: [UInt32]? = []

  /// The position for a record without a value.
  package static let noValue = UInt32.max

  private var distinctHashes = HyperLogLog()
  /// The number of present cells whose text differs from the previous one.
  private(set) var begun = 0
  private var last = -1
  private var shapeKey: [UInt8] = []

  /// - Parameters:
  ///   - maximumValues: The maximum number of distinct texts that are counted exactly.
  ///   - records: The number of earlier records, which have no value in this column.
  init(maximumValues: Int, records: Int, keepsPositions: Bool) {
    values = ByteCounts(maximumEntries: maximumValues, maximumBytes: maximumValues * 64)
    missing = records
    positions =
      keepsPositions ? [UInt32](repeating: Self.noValue, count: records) : nil
  }

  /// The number of distinct texts. An estimate if `values` is not exact.
  package var distinct: Int {
    values.isExact ? values.entries.count : max(distinctHashes.estimate, values.entries.count)
  }

  /// The distribution of the numbers in the notation of a type: `1.234` is more than a thousand
  /// if the decimal separator is a comma.
  func numbers(_ type: FieldType) -> NumericSummary {
    if case .decimal(let notation) = type, notation.point == "," { return commaNumbers }
    return pointNumbers
  }

  /// The mean number of scalars of the present texts.
  package var meanLength: Double { present == 0 ? 0 : Double(texts.scalars) / Double(present) }

  /// Adds the column's cells of a batch.
  ///
  /// - Parameters:
  ///   - cell: The position of the column's cell in a record, or nil if the file lacks the column.
  ///   - firstRecord: The number of earlier records.
  ///   - file: The position of the file.
  mutating func add(_ batch: RecordBatch, cell: Int?, firstRecord: Int, file: Int) {
    let (cells, bytes) = (batch.cells.span, batch.bytes.span)
    let cell = cell ?? .max
    var record = firstRecord
    for range in batch.records where !range.isFaulty {
      let cell = cell < Int(range.cellCount) ? cells[Int(range.firstCell) &+ cell] : Cell.missing
      add(
        bytes.extracting(cell.range), kind: cell.kind, record: record,
        line: RecordLocation.number(file: file, line: range.line))
      record &+= 1
    }
  }

  @inline(__always)
  private mutating func add(_ text: Span<UInt8>, kind: Cell.Kind, record: Int, line: Int) {
    if text.isEmpty || kind == .missing {
      if kind == .missing { missing &+= 1 } else { empty &+= 1 }
      positions?.append(Self.noValue)
      return
    }
    present &+= 1
    if kind == .array { arrays &+= 1 }
    // In sorted files, consecutive cells are often equal.
    if last < 0 || !values.isEqual(last, text) {
      let hash = text.stableHash
      begun &+= 1
      if let index = values.index(of: text, hash: hash) {
        last = index
      } else {
        if values.isFull { makeRoom() }
        if !values.isExact { distinctHashes.insert(hash) }
        insertions &+= 1
        last = values.insert(text, hash: hash, count: 0, record: record, line: line)
      }
    }
    values.add(1, to: last)
    positions?.append(UInt32(truncatingIfNeeded: last))
  }

  /// Discards the position of each record's text, and keeps none from now on.
  mutating func dropPositions() { positions = nil }

  private mutating func makeRoom() {
    if values.isExact {
      for entry in values.entries { distinctHashes.insert(entry.hash) }
      dropPositions()
    }
    var table = ByteCounts(maximumEntries: 0, maximumBytes: 0)
    swap(&table, &values)
    let full = table
    table.makeRoom { evaluate($0, in: full) }
    swap(&table, &values)
    last = -1
  }

  /// Evaluates the texts that remain in the table.
  mutating func finish() {
    let table = values
    for entry in table.entries { evaluate(entry, in: table) }
    pointNumbers.finish()
    commaNumbers.finish()
  }

  private mutating func evaluate(_ entry: ByteCounts.Entry, in table: ByteCounts) {
    let (count, record, line) = (entry.count, entry.firstRecord, entry.firstLine)
    let text = table.bytes(of: entry)
    if let word = MissingWords.index(of: text) {
      let known = missingWords[word]
      missingWords[word] = ((known?.count ?? 0) + count, min(known?.line ?? line, line))
      return
    }
    texts.add(entry, in: table)
    guard entry.length <= ByteCounts.comparedBytes else {
      shapes.add([], count: count, record: record, line: line)
      return
    }
    let trimmed = text.extracting(text.trimmedRange)
    var counts = CharacterCounts()
    shapeKey.setShape(of: trimmed, &counts)
    shapes.add(shapeKey, count: count, record: record, line: line)
    guard counts.digits > 0 else { return }
    var isNumber = false
    Notation.forEachType(of: trimmed, counts) { type in
      types[type] += count
      if Notation.numberRange.contains(type) { isNumber = true }
    }
    if isNumber {
      addNumber(trimmed, count: count, line: line)
    } else {
      texts.addAffix(trimmed, count: count, line: line)
    }
  }

  private mutating func addNumber(_ text: Span<UInt8>, count: Int, line: Int) {
    texts.addNumber(text, count: count)
    if let exact = try? NumberGrammar.decimal(text, group: .comma) {
      pointNumbers.add(exact.binary, exact, weight: count, line: line)
    } else if let number = try? NumberGrammar.number(text) {
      pointNumbers.add(number, nil, weight: count, line: line)
    }
    if let exact = try? NumberGrammar.decimal(text, point: .comma, group: .point) {
      commaNumbers.add(exact.binary, exact, weight: count, line: line)
    }
  }
}

extension UInt8 {
  fileprivate static var point: UInt8 { UInt8(ascii: ".") }
}

extension ExactDecimal {
  /// The approximate value as a binary floating-point number.
  package var binary: Double {
    // The conversion of 128 bits takes longer than the rest of this function.
    var value = Int64(exactly: mantissa).map { Double($0) } ?? Double(mantissa)
    for _ in 0..<scale { value /= 10 }
    return value
  }
}

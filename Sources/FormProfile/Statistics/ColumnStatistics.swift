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
  /// The number of cells with a mark, and the first of them.
  package struct Occurrences: Sendable {
    package var count = 0
    package var examples: [(text: String, line: Int)] = []

    mutating func add(_ count: Int, _ text: @autoclosure () -> String, line: Int) {
      self.count += count
      if examples.count < 3 { examples.append((text(), line)) }
    }
  }

  /// The text before and after a number, such as a unit.
  package struct Affix: Sendable, Hashable {
    package var before: String
    package var after: String

    /// Whether the text may be a unit or a remark: letters directly before a number form a code
    /// with it, such as `D9`. So does a single capital directly after it, such as `9A`. Open
    /// classes, such as `<5` and `10+`, have no unit either.
    var isUnit: Bool {
      if (before + after).contains(where: "<>≤≥+".contains) { return false }
      if after.count == 1, after.first?.isUppercase == true { return false }
      return before.last?.isWhitespace == true || !before.contains(where: \.isLetter)
    }
  }

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
  package private(set) var numbers = NumericSummary()
  /// The number of cells of digits with a leading zero or plus sign, such as postcodes and
  /// telephone numbers.
  package private(set) var codes = 0
  package private(set) var affixes: [Affix: (count: Int, line: Int, example: String)] = [:]
  package private(set) var marks: [TextMarks: Occurrences] = [:]
  package private(set) var shortest = (scalars: Int.max, line: 0)
  package private(set) var longest = (scalars: 0, line: 0)
  private var scalars = 0
  /// The number of times a text was inserted in the table.
  private var insertions = 0
  /// The position in `values` of each record's text, or nil if `values` is not exact or positions
  /// are not kept.
  package private(set) var positions: [UInt32]? = []

  /// The position for a record without a value.
  package static let noValue = UInt32.max

  private var distinctHashes = HyperLogLog()
  /// The number of present cells whose text differs from the previous one.
  private var begun = 0
  private var last = -1
  private var shapeKey: [UInt8] = []
  private static let maximumAffixes = 64

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

  /// Whether no text was seen to repeat. Certain if `values` is exact; otherwise, repetitions that
  /// are far apart may have been missed.
  package var seemsUnique: Bool { present > 0 && insertions == present }

  /// Whether records with the same text are adjacent, as in a file sorted by the column: most texts
  /// repeat, but few occur again after a different text.
  package var isOrdered: Bool {
    values.isExact && distinct >= 2 && begun < 2 * distinct && 2 * distinct <= present
  }

  /// Whether equal texts tend to be adjacent: texts change at most half as often as they would in
  /// random order.
  package var isClustered: Bool {
    let all = Double(present)
    let squares = values.entries.reduce(0.0) { $0 + Double($1.count) * Double($1.count) }
    return values.isExact && 2 * Double(begun) <= all - squares / all
  }

  /// The number of groups of adjacent records with the same text, if the file is sorted by the
  /// column, or nil. The order of a column with one frequent text may be due to chance.
  package var sortedGroups: Int? { isOrdered && isClustered ? begun : nil }

  /// Whether all records with the same text are adjacent.
  var isContiguous: Bool { values.isExact && begun == values.entries.count }

  /// Whether a text occurs only at the beginning of the file or only after it, more often than by
  /// chance. Other records may then have other texts. False if `values` is not exact.
  ///
  /// All records with a text that occurs `count` times follow the first `first` of `n` records with
  /// a probability of at most (1 - first / n) ^ count, if the order of the records is random.
  package var drifts: Bool {
    guard values.isExact else { return false }
    var ends = values.entries.map { $0.firstRecord + $0.count }
    for (record, value) in (positions ?? []).enumerated() where value != Self.noValue {
      ends[Int(value)] = record + 1
    }
    let records = Double(missing + empty + present)
    let bound = Self.improbable / Double(max(1, values.entries.count))
    return zip(values.entries, ends).contains { entry, end in
      let share = min(1 - Double(entry.firstRecord) / records, Double(end) / records)
      return share.power(entry.count) < bound
    }
  }

  /// The probability, for all texts of a column together, below which an order is not random.
  private static let improbable = 1e-6

  /// The mean number of scalars of the present texts.
  package var meanLength: Double { present == 0 ? 0 : Double(scalars) / Double(present) }

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
    let texts = table
    table.makeRoom { evaluate($0, in: texts) }
    swap(&table, &values)
    last = -1
  }

  /// Evaluates the texts that remain in the table.
  mutating func finish() {
    let texts = values
    for entry in texts.entries { evaluate(entry, in: texts) }
    numbers.finish()
  }

  private mutating func evaluate(_ entry: ByteCounts.Entry, in table: ByteCounts) {
    let (count, record, line) = (entry.count, entry.firstRecord, entry.firstLine)
    let text = table.bytes(of: entry)
    if let word = MissingWords.index(of: text) {
      let known = missingWords[word]
      missingWords[word] = ((known?.count ?? 0) + count, min(known?.line ?? line, line))
      return
    }
    scalars += entry.scalars * count
    if entry.scalars < shortest.scalars { shortest = (entry.scalars, line) }
    if entry.scalars > longest.scalars { longest = (entry.scalars, line) }
    if entry.marks != [] {
      for mark in TextMarks.all where entry.marks.contains(mark) {
        marks[mark, default: Occurrences()].add(count, table.text(of: entry), line: line)
      }
    }
    guard entry.length <= ByteCounts.comparedBytes else {
      shapes.add([], count: count, record: record, line: line)
      return
    }
    let trimmed = text.extracting(text.rangeWithoutOuterBlanks)
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
    } else if trimmed.count <= 32 {
      addAffix(trimmed, count: count, line: line)
    }
  }

  private mutating func addNumber(_ text: Span<UInt8>, count: Int, line: Int) {
    if text.count > 1, text[1].isASCIIDigit,
      text[0] == UInt8(ascii: "0") || text[0] == UInt8(ascii: "+")
    {
      codes += count
    }
    let value: Double
    if let decimal = try? NumberGrammar.decimal(text, group: .comma) {
      value = decimal.binary
    } else if let number = try? NumberGrammar.number(text) {
      value = number
    } else {
      return
    }
    numbers.add(value, weight: count, line: line)
  }

  /// Counts the affix of a text that contains exactly one number. A leading zero indicates a code.
  private mutating func addAffix(_ text: Span<UInt8>, count: Int, line: Int) {
    guard let range = text.rangeOfNumber,
      text[range.lowerBound] != UInt8(ascii: "0") || range.count == 1
        || text[range.lowerBound + 1] == UInt8(ascii: ".")
    else { return }
    let affix = Affix(
      before: String(copying: text.extracting(0..<range.lowerBound)),
      after: String(copying: text.extracting(range.upperBound..<text.count)))
    if let known = affixes[affix] {
      affixes[affix] = (known.count + count, min(known.line, line), known.example)
    } else if affixes.count < Self.maximumAffixes {
      affixes[affix] = (count, line, String(copying: text))
    }
  }
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

extension Double {
  /// The power with an exponent of at least 0.
  fileprivate func power(_ exponent: Int) -> Double {
    var (result, base, exponent) = (1.0, self, exponent)
    while exponent > 0 {
      if exponent & 1 == 1 { result *= base }
      base *= base
      exponent >>= 1
    }
    return result
  }
}

extension Span<UInt8> {
  var rangeWithoutOuterBlanks: Range<Int> {
    var (start, end) = (0, count)
    while start < end, self[start].isASCIIBlank { start += 1 }
    while end > start, self[end - 1].isASCIIBlank { end -= 1 }
    return start..<end
  }

  /// The range of the only number, which consists of digits and points, or nil if there is not
  /// exactly one.
  fileprivate var rangeOfNumber: Range<Int>? {
    guard let start = indices.first(where: { self[$0].isASCIIDigit }) else { return nil }
    var end = start
    while end < count, self[end].isASCIIDigit || self[end] == UInt8(ascii: ".") { end += 1 }
    if self[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return (end..<count).contains { self[$0].isASCIIDigit } ? nil : start..<end
  }
}

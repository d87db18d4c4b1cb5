import FormRules

/// The type, pattern, list and misspellings of a column, inferred from its statistics.
package struct ColumnAnalysis: Sendable {
  /// The name in the header, which may be empty.
  package var name: String
  /// The position in the table, from 1.
  package var number: Int
  package var statistics: ColumnStatistics
  package var type: TypeChoice
  package var similarValues: SimilarValues?
  package var pattern: PatternChoice?
  package var list: ListChoice?
  /// The words that represent a missing value, in the order of `MissingWords.all`.
  package var missingWords: [String] = []
  /// The number of cells without a value: missing, empty, or with a word for a missing value.
  package var blank = 0
  /// The number of records.
  package var records: Int
  /// Whether the column has a pattern or a list but its texts depend on the position in the file.
  package var changesWithinFile = false
  /// Whether reports hide the column's values.
  package var isMasked = false

  /// The name in reports: of a column without a name, its position.
  package var label: String { name.allSatisfy(\.isWhitespace) ? "column \(number)" : name }

  /// The distribution of the numbers, in the notation of the type.
  package var numbers: NumericSummary { type.amounts ?? statistics.numbers(type.type) }

  /// The share of records with a value.
  package var filled: Share { Share(records - blank, of: records) }

  /// The minimum number of records from which a completely filled column is evidence that a value
  /// is required, and distinct values are evidence that they are unique.
  package static let leastRecords = 200
  /// The same for numbers that are no identifiers: single measurements are often missing.
  package static let leastMeasurements = 1_000

  /// Whether every record has a value and there are enough records. False for a column by which the
  /// records are sorted, unless it is unique: records without a value may follow.
  package var isRequired: Bool {
    let least = type.type.isNumeric && !isUnique ? Self.leastMeasurements : Self.leastRecords
    return blank == 0 && records >= least && !(statistics.isOrdered && !isUnique)
      && !isSortedMeasurement
  }

  /// Whether the file is sorted by the column, which contains measurements and no missing value.
  /// Missing values are sorted last, so that they may follow.
  var isSortedMeasurement: Bool {
    switch type.type {
    case .decimal, .number: break
    case .text, .integer, .boolean, .date, .time, .datetime, .list, .file: return false
    }
    guard statistics.isContiguous, statistics.present == records,
      statistics.missingWords.isEmpty, records >= Self.leastRecords
    else { return false }
    return isSortedByValue
  }

  /// Whether the distinct values first occur in ascending or descending order.
  private var isSortedByValue: Bool {
    let keys = orderKeys
    let pairs = zip(keys, keys.dropFirst())
    return pairs.allSatisfy { $0 <= $1 } || pairs.allSatisfy { $0 >= $1 }
  }

  /// Whether the column has numbers but the file is sorted by their texts, such as 1, 10, 2. The
  /// program that sorted them had codes, and other records may contain letters.
  private var isTextInOrderOfCodes: Bool {
    type.type.isNumeric && type.exceptions == 0 && statistics.isSortedByText && !isSortedByValue
  }

  /// A number for each distinct text by which numbers and dates can be compared, or NaN.
  var orderKeys: [Double] {
    let table = statistics.values
    return table.entries.map { entry in
      let text = table.bytes(of: entry)
      switch try? type.type.read(text.extracting(text.trimmedRange)) {
      case .integer(let value): return Double(value)
      case .decimal(let value): return value.binary
      case .number(let value): return value
      case .date(let date): return Double(date.daysSinceEpoch)
      case .datetime(let instant): return Double(instant.seconds)
      default: return .nan
      }
    }
  }

  /// Whether the values look like identifiers: non-negative integers, or texts without spaces.
  package var hasNames: Bool {
    switch type.type {
    case .integer: return numbers.negative == 0
    case .text:
      return statistics.shapes.rest == 0
        && !statistics.shapes.sorted.contains { $0.shape.runs.contains { $0.symbol == 0x20 } }
    case .decimal, .number, .boolean, .date, .time, .datetime, .list, .file: return false
    }
  }

  /// Whether every record has a value and no value was seen to repeat.
  package var isUnique: Bool { statistics.seemsUnique && blank == 0 && records > 1 }

  /// Whether nearly all cells contain the same text, whose shape shows nothing about other texts.
  var isNearlyConstant: Bool {
    let most = statistics.values.entries.reduce(0) { max($0, $1.count) }
    return Double(most) >= PatternChoice.least * Double(type.considered)
  }

  /// Whether the column may identify records: its values are unique identifiers, and there are at
  /// least `leastRecords` of them or the column's name suggests a key.
  package var isKey: Bool {
    isUnique && hasNames && (records >= Self.leastRecords || name.looksLikeKey)
  }

  /// Whether the values are the numbers of the rows, counted from 0 or 1.
  package var isRowNumber: Bool {
    guard isUnique, case .integer = type.type,
      let least = numbers.smallest.first?.value,
      let most = numbers.largest.first?.value
    else { return false }
    return (least == 0 || least == 1) && most - least == Double(records - 1)
  }

  /// Whether values must be trimmed. In a column of another type than text, this is the case if any
  /// cell has outer white space. In a text column, at least 5 % of the cells must have it: it is
  /// then part of how the file is written.
  package var trims: Bool {
    let padded = statistics.texts.marks[.outerBlanks]?.count ?? 0
    if case .text = type.type { return 20 * padded >= max(1, statistics.present) }
    return padded > 0
  }

  /// Creates an analysis. `chooseType()` and then `complete()` fill it in.
  init(name: String, number: Int, _ statistics: ColumnStatistics, records: Int) {
    self.name = name
    self.number = number
    self.statistics = statistics
    self.records = records
    type = .none
  }

  /// The positions of the words that represent a missing value. In a column of a type other than
  /// text, every word does, because it is not of the type. In a text column, a word must not match
  /// the pattern or, without a pattern, must be unambiguous and occur more than once: `NA` among
  /// the codes of countries is Namibia.
  private var missing: Set<Int> {
    let found = statistics.missingWords.filter { position, seen in
      guard case .text = type.type else { return true }
      let word = MissingWords.all[position]
      if let pattern { return !pattern.matches(word.utf8.span) }
      return seen.count > 1 && MissingWords.unambiguous.contains(word)
    }
    return Set(found.keys)
  }

  /// Completes the analysis when the type is known.
  mutating func complete() {
    let missing = missing
    missingWords = missing.sorted().map { MissingWords.all[$0] }
    let words = statistics.missingWords.filter { missing.contains($0.key) }.values
    blank = statistics.missing + statistics.empty + words.reduce(0) { $0 + $1.count }
    guard case .text = type.type else { return }
    defer {
      changesWithinFile =
        (pattern != nil || list != nil)
        && (statistics.changesWithinFile || statistics.isSortedByText)
    }
    if pattern == nil {
      let similarValues = SimilarValues(statistics)
      self.similarValues = similarValues.pairs.isEmpty ? nil : similarValues
    }
    let table = statistics.values
    var excluded = Set(
      table.entries.indices.filter {
        MissingWords.index(of: table.bytes(of: table.entries[$0])).map(missing.contains) ?? false
      })
    if let similarValues, similarValues.isConvincing {
      excluded.formUnion(similarValues.pairs.map(\.rare))
    }
    list = ListChoice(statistics, leavingOut: excluded, records: records)
  }

  mutating func chooseType() {
    type = TypeChoice(statistics)
    if isTextInOrderOfCodes { type.setText() }
    if case .text = type.type { pattern = PatternChoice(statistics, considered: type.considered) }
  }
}

extension String {
  /// Whether the name suggests that the column identifies records.
  var looksLikeKey: Bool {
    let words = split { !($0.isLetter || $0.isNumber) }.map { $0.lowercased() }
    let keys: Set<String> = [
      "id", "key", "code", "no", "nr", "number", "uuid", "guid", "index", "ref", "reference",
      "isbn",
    ]
    return words.contains(where: keys.contains) || hasSuffix("ID") || hasSuffix("Id")
  }
}

import FormRules

/// What the statistics of a column say about its type and values.
package struct ColumnAnalysis: Sendable {
  package var name: String
  package var statistics: ColumnStatistics
  package var type: TypeChoice
  package var near: NearValues?
  package var pattern: PatternChoice?
  package var list: ListChoice?
  /// The cells without a value: missing, empty, or with one of the table's words for it.
  package var blank = 0
  /// The number of records.
  package var records: Int
  /// Whether reports leave the column's values out.
  package var isMasked = false

  /// The share of cells with a value.
  package var fill: Double { records == 0 ? 0 : Double(records - blank) / Double(records) }

  /// Cells are so many, or that all of them have a value says little.
  package static let leastRecords = 200

  /// Whether every record has a value, and there are enough of them. A column by which the records
  /// are ordered says nothing: those without a value may follow.
  package var isRequired: Bool {
    blank == 0 && records >= Self.leastRecords && !(statistics.isOrdered && !isUnique)
  }

  /// Whether the values name things: whole numbers, or words without blanks.
  package var hasNames: Bool {
    switch type.type {
    case .integer: return statistics.numbers.negative == 0
    case .text:
      return statistics.shapes.rest == 0
        && !statistics.shapes.sorted.contains { $0.shape.runs.contains { $0.symbol == 0x20 } }
    default: return false
    }
  }

  /// Whether no two records have the same value, and all have one.
  package var isUnique: Bool { statistics.seemsUnique && blank == 0 && records > 1 }

  /// Whether the column may identify records: its values differ, and they are many or its name says
  /// so.
  package var isKey: Bool {
    isUnique && hasNames && (records >= Self.leastRecords || name.looksLikeKey)
  }

  /// Whether the values are the numbers from 0 or 1 to that of records, as row numbers are.
  package var isRowNumber: Bool {
    guard isUnique, case .integer = type.type,
      let least = statistics.numbers.smallest.first?.value,
      let most = statistics.numbers.largest.first?.value
    else { return false }
    return (least == 0 || least == 1) && most - least == Double(records - 1)
  }

  /// Whether blanks around values must be removed for the type, or occur in so many cells that they
  /// are how the file is written.
  package var trims: Bool {
    let padded = statistics.marks[.outerBlanks]?.count ?? 0
    if case .text = type.type { return 20 * padded >= max(1, statistics.present) }
    return padded > 0
  }

  /// Analyses a column by itself.
  init(name: String, _ statistics: ColumnStatistics, records: Int) {
    self.name = name
    self.statistics = statistics
    self.records = records
    type = .none
  }

  /// Completes the analysis once the words for missing values are known.
  mutating func complete(missing: Set<Int>) {
    let words = statistics.missingWords.filter { missing.contains($0.key) }.values
    blank = statistics.missing + statistics.empty + words.reduce(0) { $0 + $1.count }
    guard case .text = type.type else { return }
    if pattern == nil {
      let near = NearValues(statistics)
      self.near = near.pairs.isEmpty ? nil : near
    }
    let table = statistics.values
    var excluded = Set(
      table.entries.indices.filter {
        MissingWords.index(of: table.bytes(of: table.entries[$0])).map(missing.contains) ?? false
      })
    if let near, near.isConvincing { excluded.formUnion(near.pairs.map(\.rare)) }
    list = ListChoice(statistics, leavingOut: excluded, records: records)
  }

  mutating func chooseType() {
    type = TypeChoice(statistics)
    if case .text = type.type { pattern = PatternChoice(statistics, considered: type.considered) }
  }
}

extension String {
  /// Whether a column of this name probably identifies records.
  var looksLikeKey: Bool {
    let words = split { !($0.isLetter || $0.isNumber) }.map { $0.lowercased() }
    let keys: Set<String> = [
      "id", "key", "code", "no", "nr", "number", "uuid", "guid", "index", "ref", "reference",
      "isbn",
    ]
    return words.contains(where: keys.contains) || hasSuffix("ID") || hasSuffix("Id")
  }
}

import FormRules

/// How often values occur in the columns of a form: what tells a value that stands for one record, such as an
/// address, from one that many have, such as a country.
struct ColumnSample {
  private var counts: [[[UInt8]: Int]]
  private var totals: [Int]
  private var recurring: [Int]
  /// How many pairs of records have the same value.
  private var pairs: [Int]
  private let isTruth: [Bool]
  /// The keys of the records that have been counted.
  private var seen: Set<[[UInt8]]> = []
  private let key: [Int]

  /// - Parameters:
  ///   - fields: for each column the field that it fills.
  ///   - key: the columns that identify a record; none means all of them.
  init(fields: [Field?], key: [Int] = []) {
    counts = Array(repeating: [:], count: fields.count)
    totals = Array(repeating: 0, count: fields.count)
    recurring = totals
    pairs = totals
    isTruth = fields.map { if case .boolean = $0?.type { true } else { false } }
    self.key = key
  }

  /// Counts the cells of a record, unless it has been counted: it may have been delivered twice.
  mutating func add(_ cells: [[UInt8]]) {
    let own = key.map { cells[$0] }
    guard seen.insert(own.isEmpty || own.contains(where: \.isEmpty) ? cells : own).inserted else {
      return
    }
    for (column, cell) in cells.enumerated() where !cell.isEmpty {
      let count = counts[column][cell, default: 0] + 1
      counts[column][cell] = count
      totals[column] += 1
      recurring[column] += count == 1 ? 0 : count == 2 ? 2 : 1
      pairs[column] += count - 1
    }
  }

  /// The records of a table, too.
  mutating func add(_ table: ReturnedTable) {
    for row in table.rows.indices {
      add(table.header.indices.map { table.bytes(table.before[$0][row]) })
    }
  }

  /// Whether a value is one record's, in a column where few values occur twice.
  func tells(_ value: [UInt8], of column: Int) -> Bool {
    !isTruth[column] && counts[column][value, default: 0] <= 1
      && recurring[column] * 4 <= totals[column]
  }

  /// Whether next to no value of a column occurs twice, among enough records to know.
  func identifies(_ column: Int) -> Bool {
    totals[column] >= 100 && recurring[column] * 100 <= totals[column]
  }

  /// Whether a value that two records have in common shows that they are about the same thing: among enough
  /// records to know, in a column where few values occur twice.
  func relates(_ value: [UInt8], of column: Int) -> Bool {
    totals[column] >= 8 && counts[column][value, default: 0] <= 2
      && recurring[column] * 4 <= totals[column]
  }

  /// How many of some new values are likely to be those of some other records by chance.
  func coincidences(of values: Int, with records: Int, in column: Int) -> Double {
    let total = Double(totals[column])
    return total < 2
      ? 0 : Double(values) * Double(records) * Double(pairs[column]) * 2 / (total * (total - 1))
  }

  /// The share of the records that have a value.
  func share(of value: [UInt8], in column: Int) -> Double {
    (Double(counts[column][value, default: 0]) + 0.5) / (Double(totals[column]) + 1)
  }
}

import FormRules

/// The frequencies of values in the columns of a form. They distinguish values that identify one
/// record, such as an address, from values that many records share, such as a country.
struct ColumnSample {
  private var counts: [[[UInt8]: Int]]
  private var totals: [Int]
  private var recurring: [Int]
  /// The number of pairs of records with the same value.
  private var pairs: [Int]
  private let isTruth: [Bool]
  /// The keys of the records counted so far.
  private var seen: Set<[[UInt8]]> = []
  private let key: [Int]

  /// - Parameters:
  ///   - fields: The field of each column.
  ///   - key: The columns that identify a record. Empty means all columns.
  init(fields: [Field?], key: [Int] = []) {
    counts = Array(repeating: [:], count: fields.count)
    totals = Array(repeating: 0, count: fields.count)
    recurring = totals
    pairs = totals
    isTruth = fields.map { if case .boolean = $0?.type { true } else { false } }
    self.key = key
  }

  /// Counts the cells of a record unless it has already been counted, because it may have been
  /// delivered twice.
  mutating func add(_ cells: [[UInt8]]) {
    let keyCells = key.map { cells[$0] }
    guard
      seen.insert(keyCells.isEmpty || keyCells.contains(where: \.isEmpty) ? cells : keyCells)
        .inserted
    else {
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

  /// Counts the records of a table.
  mutating func add(_ table: ReturnedTable) {
    for row in table.rows.indices {
      add(table.header.indices.map { table.bytes(table.before[$0][row]) })
    }
  }

  /// Whether a value belongs to a single record, in a column where few values occur twice.
  func identifiesRecord(_ value: [UInt8], of column: Int) -> Bool {
    !isTruth[column] && counts[column][value, default: 0] <= 1
      && recurring[column] * 4 <= totals[column]
  }

  /// Whether almost no value of a column occurs twice, in a large enough sample.
  func identifies(_ column: Int) -> Bool {
    totals[column] >= 100 && recurring[column] * 100 <= totals[column]
  }

  /// Whether a value that two records share indicates that they belong together: in a large enough
  /// sample, in a column where few values occur twice.
  func relates(_ value: [UInt8], of column: Int) -> Bool {
    totals[column] >= 8 && counts[column][value, default: 0] <= 2
      && recurring[column] * 4 <= totals[column]
  }

  /// The expected number of new values that match values of other records by chance.
  func coincidences(of values: Int, with records: Int, in column: Int) -> Double {
    let total = Double(totals[column])
    return total < 2
      ? 0 : Double(values) * Double(records) * Double(pairs[column]) * 2 / (total * (total - 1))
  }

  /// The share of the records with a value.
  func share(of value: [UInt8], in column: Int) -> Double {
    (Double(counts[column][value, default: 0]) + 0.5) / (Double(totals[column]) + 1)
  }
}

/// The values of a column that has only a few.
package struct ListChoice: Sendable {
  /// Positions in the column's `values.entries`, in the order of their text.
  package var values: [Int]
  /// The cells that have one of them.
  package var matching: Int

  /// A list of more values is rarely complete.
  static let maximumValues = 60
  /// Values that occur less often on average are not a list.
  static let leastPerValue = 10
  static let leastCells = 100
  /// The share of cells with a value that occurs once, which estimates the probability that the
  /// next record has a new value (Good and Turing), and the share of cells in the second half of the
  /// file with a value that the first half does not have. A list is complete only if both are tiny;
  /// that it is short says nothing.
  static let newValues = 0.002

  /// Chooses a list, or nil if the column is probably open.
  ///
  /// - Parameters:
  ///   - excluded: values to leave out: words for a missing value, and misspellings.
  ///   - records: the number of records.
  init?(_ column: ColumnStatistics, leavingOut excluded: Set<Int>, records: Int) {
    let table = column.values
    // In a file that is sorted by the column, the next values may be new.
    guard table.isExact, !column.isOrdered,
      table.entries.count - excluded.count <= Self.maximumValues
    else {
      return nil
    }
    let kept = table.entries.indices.filter { !excluded.contains($0) }
    guard kept.count >= 2, kept.allSatisfy({ table.entries[$0].length <= 100 }) else { return nil }
    let entries = kept.map { table.entries[$0] }
    matching = entries.reduce(0) { $0 + $1.count }
    let singletons = entries.count { $0.count == 1 }
    let late = entries.filter { $0.firstRecord >= records / 2 }.reduce(0) { $0 + $1.count }
    guard matching >= max(Self.leastCells, Self.leastPerValue * kept.count),
      Double(singletons) <= Self.newValues * Double(matching),
      Double(late) <= Self.newValues * Double(matching) / 2
    else { return nil }
    values = kept.sorted { table.text(of: table.entries[$0]) < table.text(of: table.entries[$1]) }
  }
}

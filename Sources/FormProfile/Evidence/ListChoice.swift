/// The allowed values of a column with few distinct values.
package struct ListChoice: Sendable {
  /// Positions in the column's `values.entries`, sorted by text.
  package var values: [Int]
  /// The number of cells that contain one of the values.
  package var matching: Int

  /// The maximum number of values. A longer list is rarely complete.
  static let maximumValues = 60
  /// The minimum average number of cells per value. With fewer, the values are not a closed list.
  static let leastPerValue = 10
  static let leastCells = 100
  /// The maximum share of cells with a value that occurs once. This share estimates the probability
  /// that the next record has a new value (Good and Turing). The share of cells whose value first
  /// occurs in the second half of the file may be at most half of this bound. A list is complete
  /// only if both shares are tiny; a small number of values is not sufficient evidence.
  static let newValues = 0.002

  /// Chooses a list, or returns nil if new values are likely to occur.
  ///
  /// - Parameters:
  ///   - excluded: The positions of values to exclude: words for a missing value, and misspellings.
  ///   - records: The number of records.
  init?(_ column: ColumnStatistics, leavingOut excluded: Set<Int>, records: Int) {
    let table = column.values
    // In a file sorted by the column or a related one, later records may have new values.
    guard table.isExact, !column.isOrdered, !column.isClustered,
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

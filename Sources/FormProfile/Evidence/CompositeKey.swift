import FormRules

/// Two columns that identify the records together, although neither does alone.
package struct CompositeKey: Sendable, Equatable {
  /// The positions of the columns, in ascending order.
  package var columns: [Int]

  /// The maximum number of columns that are combined.
  private static let maximumColumns = 40
  /// The minimum number of equal pairs that are expected if the columns are independent. With
  /// fewer, pairs are distinct by chance.
  private static let leastExpected = 20.0

  /// Finds the pair of columns that is least likely to be distinct by chance, or nil if a single
  /// column identifies the records or no pair does.
  static func search(_ columns: [ColumnAnalysis], records: Int) -> CompositeKey? {
    guard records >= ColumnAnalysis.leastRecords, !columns.contains(where: \.isKey) else {
      return nil
    }
    let usable = columns.indices.filter { columns[$0].canBePartOfKey }.prefix(maximumColumns)
    var pairs: [(key: CompositeKey, expected: Double)] = []
    for (index, first) in usable.enumerated() {
      for second in usable.dropFirst(index + 1) {
        let room =
          Double(columns[first].statistics.distinct) * Double(columns[second].statistics.distinct)
        let expected = Double(records) * Double(records) / 2 / room
        guard room >= Double(records), expected >= leastExpected else { continue }
        pairs.append((CompositeKey(columns: [first, second]), expected))
      }
    }
    return pairs.sorted { $0.expected > $1.expected }.map(\.key).first { $0.isUnique(in: columns) }
  }

  /// Whether no two records have the same texts in both columns. Ends at the first repetition.
  private func isUnique(in all: [ColumnAnalysis]) -> Bool {
    guard let first = all[columns[0]].statistics.positions,
      let second = all[columns[1]].statistics.positions
    else { return false }
    var seen: Set<UInt64> = []
    return zip(first, second).allSatisfy { seen.insert(UInt64($0) << 32 | UInt64($1)).inserted }
  }
}

extension ColumnAnalysis {
  /// Whether the column may identify records together with another one: every record has a text,
  /// an integer or a date.
  fileprivate var canBePartOfKey: Bool {
    switch type.type {
    case .text, .integer, .date, .datetime: break
    case .decimal, .number, .boolean, .time, .list, .file: return false
    }
    return blank == 0 && statistics.positions != nil && statistics.distinct >= 2 && !isUnique
  }
}

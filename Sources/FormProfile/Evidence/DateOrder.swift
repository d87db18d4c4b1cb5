import FormRules

/// Two columns of dates, one of which is never or almost never after the other.
package struct DateOrder: Sendable {
  /// The positions of the columns.
  package var earlier: Int
  package var later: Int
  /// The number of records with both dates, the number of those in the wrong order, and the index
  /// of the first of them.
  package var compared: Int
  package var exceptions: Int
  package var firstException: Int?

  /// The maximum share of exceptions. With more, they are not errors.
  static let exceptions = 0.005

  /// Compares all pairs of columns with dates, and all pairs with timestamps, unless there are more
  /// than 20 such columns. A date and a timestamp are not compared, because the time zone decides
  /// on which day the timestamp is. Times of day are excluded, because they restart at midnight.
  static func search(_ columns: [ColumnAnalysis]) -> [DateOrder] {
    let keys = columns.map { column -> [Double]? in
      guard column.statistics.positions != nil else { return nil }
      switch column.type.type {
      case .date, .datetime: return column.orderKeys
      case .text, .integer, .decimal, .number, .boolean, .time, .list, .file: return nil
      }
    }
    let dated = keys.indices.filter { keys[$0] != nil }
    guard (2...20).contains(dated.count) else { return [] }
    var found: [DateOrder] = []
    for first in dated {
      for second in dated
      where first < second && columns[first].isTimestamp == columns[second].isTimestamp {
        guard let firstKeys = keys[first], let secondKeys = keys[second],
          let comparison = DateComparison(
            columns[first], firstKeys: firstKeys, second: columns[second], secondKeys: secondKeys),
          comparison.compared >= ColumnAnalysis.leastRecords,
          2 * comparison.compared >= columns[first].records
        else { continue }
        // At least a tenth of the dates must differ. Otherwise both columns contain the same date.
        if comparison.hasOrder(comparison.ascending, except: comparison.descending) {
          found.append(
            DateOrder(
              earlier: first, later: second, compared: comparison.compared,
              exceptions: comparison.descending, firstException: comparison.firstDescending))
        } else if comparison.hasOrder(comparison.descending, except: comparison.ascending) {
          found.append(
            DateOrder(
              earlier: second, later: first, compared: comparison.compared,
              exceptions: comparison.ascending, firstException: comparison.firstAscending))
        }
      }
    }
    return found
  }
}

/// The order of the dates of two columns in each record.
private struct DateComparison {
  /// The number of records with both dates.
  private(set) var compared = 0
  /// The number of records in which the first date is earlier, or later, and the first of them.
  private(set) var ascending = 0
  private(set) var descending = 0
  private(set) var firstAscending: Int?
  private(set) var firstDescending: Int?

  /// - Parameters:
  ///   - firstKeys: The order keys of the first column's distinct texts.
  ///   - secondKeys: The order keys of the second column's distinct texts.
  init?(
    _ first: ColumnAnalysis, firstKeys: [Double], second: ColumnAnalysis,
    secondKeys: [Double]
  ) {
    guard let firstPositions = first.statistics.positions,
      let secondPositions = second.statistics.positions
    else { return nil }
    for record in firstPositions.indices
    where firstPositions[record] != .max && secondPositions[record] != .max {
      let firstKey = firstKeys[Int(firstPositions[record])]
      let secondKey = secondKeys[Int(secondPositions[record])]
      guard !firstKey.isNaN, !secondKey.isNaN else { continue }
      compared += 1
      if firstKey < secondKey {
        ascending += 1
        firstAscending = firstAscending ?? record
      } else if firstKey > secondKey {
        descending += 1
        firstDescending = firstDescending ?? record
      }
    }
  }

  func hasOrder(_ count: Int, except exceptions: Int) -> Bool {
    Double(exceptions) <= DateOrder.exceptions * Double(compared) && 10 * count >= compared
  }
}

extension ColumnAnalysis {
  fileprivate var isTimestamp: Bool { if case .datetime = type.type { true } else { false } }
}

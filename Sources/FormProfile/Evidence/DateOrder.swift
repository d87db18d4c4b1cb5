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
  /// than 20 such columns. A date and a timestamp are not compared, because the time zone decides on
  /// which day the timestamp is. Times of day are excluded, because they restart at midnight.
  static func search(_ columns: [ColumnAnalysis]) -> [DateOrder] {
    let keys = columns.map { column -> [Double]? in
      guard column.statistics.positions != nil else { return nil }
      switch column.type.type {
      case .date, .datetime: return column.orderKeys
      default: return nil
      }
    }
    let dated = keys.indices.filter { keys[$0] != nil }
    guard (2...20).contains(dated.count) else { return [] }
    var found: [DateOrder] = []
    for first in dated {
      for second in dated
      where first < second && columns[first].isTimestamp == columns[second].isTimestamp {
        guard let a = keys[first], let b = keys[second],
          let x = columns[first].statistics.positions, let y = columns[second].statistics.positions
        else { continue }
        var (ascending, descending, compared) = (0, 0, 0)
        var (firstUp, firstDown): (Int?, Int?)
        for record in x.indices where x[record] != .max && y[record] != .max {
          let (p, q) = (a[Int(x[record])], b[Int(y[record])])
          guard !p.isNaN, !q.isNaN else { continue }
          compared += 1
          if p < q { ascending += 1; firstUp = firstUp ?? record }
          if p > q { descending += 1; firstDown = firstDown ?? record }
        }
        guard compared >= ColumnAnalysis.leastRecords, 2 * compared >= columns[first].records else {
          continue
        }
        let bound = exceptions * Double(compared)
        // At least a tenth of the dates must differ. Otherwise both columns contain the same date.
        if Double(descending) <= bound, 10 * ascending >= compared {
          found.append(
            DateOrder(
              earlier: first, later: second, compared: compared, exceptions: descending,
              firstException: firstDown))
        } else if Double(ascending) <= bound, 10 * descending >= compared {
          found.append(
            DateOrder(
              earlier: second, later: first, compared: compared, exceptions: ascending,
              firstException: firstUp))
        }
      }
    }
    return found
  }
}

extension ColumnAnalysis {
  fileprivate var isTimestamp: Bool { if case .datetime = type.type { true } else { false } }
}

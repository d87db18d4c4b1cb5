/// Records ordered by group. A group consists of the records with the same value of one or more
/// columns.
package struct GroupedRecords: Sendable {
  private var records: [UInt32]
  private var starts: [Int]

  /// Groups records with a counting sort. Skips records without a group. Time and space: linear.
  ///
  /// - Parameters:
  ///   - groups: The group of each record, or `ColumnStatistics.noValue`.
  ///   - count: The number of groups.
  package init(_ groups: [UInt32], count: Int) {
    var ends = [Int](repeating: 0, count: count + 1)
    for group in groups where group != ColumnStatistics.noValue { ends[Int(group) + 1] += 1 }
    for group in 0..<count { ends[group + 1] += ends[group] }
    starts = ends
    records = [UInt32](repeating: 0, count: ends[count])
    for (record, group) in groups.enumerated() where group != ColumnStatistics.noValue {
      records[ends[Int(group)]] = UInt32(record)
      ends[Int(group)] += 1
    }
  }

  /// Groups records by several columns. Skips records that lack one of the values.
  package init(_ columns: [[UInt32]]) {
    var groups = columns.first ?? []
    var count =
      (groups.lazy.filter { $0 != ColumnStatistics.noValue }.max().map { Int($0) + 1 }) ?? 0
    for column in columns.dropFirst() {
      var known: [UInt64: UInt32] = [:]
      for record in groups.indices {
        guard groups[record] != ColumnStatistics.noValue,
          column[record] != ColumnStatistics.noValue
        else {
          groups[record] = ColumnStatistics.noValue
          continue
        }
        let key = UInt64(groups[record]) << 32 | UInt64(column[record])
        let next = UInt32(known.count)
        groups[record] = known[key, default: next]
        if groups[record] == next { known[key] = next }
      }
      count = known.count
    }
    self.init(groups, count: count)
  }

  /// The number of groups.
  package var count: Int { starts.count - 1 }
  /// The records of a group, in ascending order.
  package func records(of group: Int) -> ArraySlice<UInt32> {
    records[starts[group]..<starts[group + 1]]
  }
}

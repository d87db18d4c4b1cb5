/// Which value the records of each group agree on: the statistics behind the rule `depends`.
///
/// Records with the same value of one column are a group; the mode of a group is the most frequent
/// value of another column in it, if it is more frequent than every other. All counts depend only on
/// the multiset of records, not on their order.
package struct GroupModes: Sendable {
  /// A group with more than one value.
  package struct Conflict: Sendable {
    /// The position of the group.
    package var group: Int
    /// The position of the mode in the dependent column's values, and how often it occurs.
    package var mode: UInt32
    package var modeCount: Int
    /// The number of records of the group with a value.
    package var count: Int
    /// The other values with their counts and the first record of each.
    package var others: [(value: UInt32, count: Int, record: Int)]
  }

  /// Groups of at least `GroupModes.least` records, and the records in them.
  package private(set) var groups = 0
  package private(set) var groupedRecords = 0
  /// Records in them that have their group's mode.
  package private(set) var agreeing = 0
  private var equalPairs = 0.0
  /// Groups in which a second value occurs at least twice and in more than a quarter of the mode's
  /// records, so that it can hardly be a slip.
  package private(set) var supportedConflicts = 0
  package private(set) var conflicts: [Conflict] = []

  /// Smaller groups say little about a dependency.
  package static let least = 3

  /// The share of grouped records that agree with their group.
  package var agreement: Double {
    groupedRecords == 0 ? 0 : Double(agreeing) / Double(groupedRecords)
  }

  /// The probability that two records of one group have the same value.
  package var purity: Double {
    groupedRecords == 0 ? 0 : equalPairs / Double(groupedRecords)
  }

  /// Groups records. Time: linear in the records of `order`.
  ///
  /// - Parameters:
  ///   - order: the records, grouped by key; see `GroupedRecords`.
  ///   - values: the position of each record's value.
  ///   - distinct: the number of distinct values.
  ///   - step: of so many groups, one is taken.
  package init(_ order: GroupedRecords, _ values: [UInt32], distinct: Int, step: Int = 1) {
    var counts = [Int32](repeating: 0, count: distinct)
    var seen: [UInt32] = []
    // The first record of each value that was seen.
    var firsts: [UInt32] = []
    for group in stride(from: 0, to: order.count, by: step) {
      seen.removeAll(keepingCapacity: true)
      firsts.removeAll(keepingCapacity: true)
      var total = 0
      for record in order.records(of: group) {
        let value = values[Int(record)]
        guard value != ColumnStatistics.noValue else { continue }
        total += 1
        if counts[Int(value)] == 0 {
          seen.append(value)
          firsts.append(record)
        }
        counts[Int(value)] += 1
      }
      defer { for value in seen { counts[Int(value)] = 0 } }
      guard total >= Self.least else { continue }
      groups += 1
      groupedRecords += total
      let squares = seen.reduce(0.0) { $0 + Double(counts[Int($1)]) * Double(counts[Int($1)]) }
      equalPairs += squares / Double(total)
      var mode = seen[0]
      for value in seen where counts[Int(value)] > counts[Int(mode)] { mode = value }
      let modeCount = Int(counts[Int(mode)])
      var second = 0
      for value in seen where value != mode { second = max(second, Int(counts[Int(value)])) }
      guard second < modeCount else {
        // A tie: nobody is in the minority.
        supportedConflicts += second >= 2 ? 1 : 0
        continue
      }
      agreeing += modeCount
      guard second > 0 else { continue }
      if second >= 2, 4 * second > modeCount { supportedConflicts += 1 }
      conflicts.append(
        Conflict(
          group: group, mode: mode, modeCount: modeCount, count: total,
          others: zip(seen, firsts).compactMap { value, record in
            value == mode ? nil : (value, Int(counts[Int(value)]), Int(record))
          }))
    }
  }
}

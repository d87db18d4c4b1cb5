import FormRules

/// The most frequent value in each group of records: the statistics behind the rule `depends`.
///
/// A group consists of the records with the same value of one column. The mode of a group is the
/// value of another column that occurs in it more often than every other value. All counts depend
/// only on the multiset of records, not on their order.
package struct GroupModes: Sendable {
  /// A group with more than one value.
  package struct Conflict: Sendable {
    /// The position of the group.
    package var group: Int
    /// The position of the mode in the dependent column's values, and its count.
    package var mode: UInt32
    package var modeCount: Int
    /// The number of records in the group that have a value.
    package var count: Int
    /// The other values, each with its count and its first record.
    package var others: [(value: UInt32, count: Int, record: Int)]
  }

  /// The number of groups with at least `GroupModes.least` records, and the number of their
  /// records.
  package private(set) var groups = 0
  package private(set) var groupedRecords = 0
  /// The number of these records that have the mode of their group.
  package private(set) var agreeing = 0
  private var equalPairs = 0.0
  /// The number of groups in which a second value occurs at least twice and more than a quarter as
  /// often as the mode, so that it is unlikely to be an error.
  package private(set) var supportedConflicts = 0
  package private(set) var conflicts: [Conflict] = []
  /// The number of records without a value in groups whose mode is accepted by the rule `depends`,
  /// and the first of them by group.
  package private(set) var blanks = 0
  package private(set) var firstBlanks: [Int] = []

  /// The maximum number of examples of a finding.
  static let maximumExamples = 3
  /// The minimum number of records in a group. Smaller groups are weak evidence for a dependency.
  package static let least = 3

  /// The share of grouped records that agree with their group.
  package var agreement: Double {
    groupedRecords == 0 ? 0 : Double(agreeing) / Double(groupedRecords)
  }

  /// The probability that two records of one group have the same value.
  package var purity: Double {
    groupedRecords == 0 ? 0 : equalPairs / Double(groupedRecords)
  }

  /// Computes the modes of groups. Time: linear in the number of records of `order`.
  ///
  /// - Parameters:
  ///   - order: The records, grouped by key; see `GroupedRecords`.
  ///   - values: The position of the value in each record.
  ///   - distinct: The number of distinct values.
  ///   - step: Only every `step`-th group is evaluated.
  package init(_ order: GroupedRecords, _ values: [UInt32], distinct: Int, step: Int = 1) {
    var counts = GroupTally(distinct: distinct)
    for group in stride(from: 0, to: order.count, by: step) {
      let records = order.records(of: group)
      counts.count(records, values)
      add(counts, group: group, records: records.count)
    }
  }

  private mutating func add(_ counts: borrowing GroupTally, group: Int, records: Int) {
    guard counts.total >= Self.least else { return }
    groups += 1
    groupedRecords += counts.total
    equalPairs += counts.sumOfSquares / Double(counts.total)
    let (mode, modeCount, second) = counts.mode
    guard second < modeCount else {
      // A tie: no value is in the minority.
      supportedConflicts += second >= 2 ? 1 : 0
      return
    }
    if let firstBlank = counts.firstBlank,
      MinorityThresholds().accepts(modeCount: modeCount, of: counts.total)
    {
      blanks += records - counts.total
      if firstBlanks.count < Self.maximumExamples { firstBlanks.append(firstBlank) }
    }
    agreeing += modeCount
    guard second > 0 else { return }
    if second >= 2, 4 * second > modeCount { supportedConflicts += 1 }
    conflicts.append(
      Conflict(
        group: group, mode: mode, modeCount: modeCount, count: counts.total,
        others: counts.others(than: mode)))
  }
}

/// The counts of the values in one group of records at a time.
private struct GroupTally: ~Copyable {
  /// The count of each value. Zero for values outside of the group.
  private var counts: [Int32]
  /// The different values of the group, and the first record with each.
  private var values: [UInt32] = []
  private var firstRecords: [UInt32] = []
  /// The number of records with a value.
  private(set) var total = 0
  /// The first record without a value.
  private(set) var firstBlank: Int?

  init(distinct: Int) { counts = [Int32](repeating: 0, count: distinct) }

  /// Counts the values of a group.
  mutating func count(_ records: ArraySlice<UInt32>, _ valueOfRecord: [UInt32]) {
    for value in values { counts[Int(value)] = 0 }
    values.removeAll(keepingCapacity: true)
    firstRecords.removeAll(keepingCapacity: true)
    (total, firstBlank) = (0, nil)
    for record in records {
      let value = valueOfRecord[Int(record)]
      guard value != ColumnStatistics.noValue else {
        firstBlank = firstBlank ?? Int(record)
        continue
      }
      total += 1
      if counts[Int(value)] == 0 {
        values.append(value)
        firstRecords.append(record)
      }
      counts[Int(value)] += 1
    }
  }

  var sumOfSquares: Double {
    values.reduce(0) { $0 + Double(counts[Int($1)]) * Double(counts[Int($1)]) }
  }

  /// The most frequent value, its count, and the count of the second most frequent value.
  var mode: (value: UInt32, count: Int, second: Int) {
    var mode = values[0]
    for value in values where counts[Int(value)] > counts[Int(mode)] { mode = value }
    var second = 0
    for value in values where value != mode { second = max(second, Int(counts[Int(value)])) }
    return (mode, Int(counts[Int(mode)]), second)
  }

  func others(than mode: UInt32) -> [(value: UInt32, count: Int, record: Int)] {
    zip(values, firstRecords).compactMap { value, record in
      value == mode ? nil : (value, Int(counts[Int(value)]), Int(record))
    }
  }
}

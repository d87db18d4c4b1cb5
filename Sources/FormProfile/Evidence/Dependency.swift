import FormRules

/// A column whose value others determine, as far as the records say.
package struct Dependency: Sendable {
  /// The positions of the columns.
  package var determinants: [Int]
  package var dependent: Int
  package var modes: GroupModes
  /// The reliability of the dependency, corrected for chance.
  package var strength: Double
  /// Whether it passes all gates; otherwise it is only worth a look.
  package var isConvincing: Bool

  /// The cells that are in the minority of their group by the rule's definition: values that occur
  /// once, or at most a quarter as often as the mode.
  package var minority: Int {
    modes.conflicts.reduce(0) { sum, conflict in
      sum
        + conflict.others.reduce(0) {
          $0 + (Self.isMinority($1.count, of: conflict) ? $1.count : 0)
        }
    }
  }

  /// The records of these cells.
  ///
  /// - Parameters:
  ///   - groups: the groups that the modes are of.
  ///   - values: the position of each record's value of the dependent column.
  fileprivate func minorityRecords(_ groups: GroupedRecords, _ values: [UInt32]) -> [Int] {
    modes.conflicts.flatMap { conflict in
      let minorities = Set(
        conflict.others.filter { Self.isMinority($0.count, of: conflict) }.map(\.value))
      return groups.records(of: conflict.group).map(Int.init)
        .filter { minorities.contains(values[$0]) }
    }
  }

  /// Whether the mode holds for more than half of the group, and a value is rare beside it.
  static func isMinority(_ count: Int, of conflict: GroupModes.Conflict) -> Bool {
    2 * conflict.modeCount > conflict.count && (count == 1 || 4 * count <= conflict.modeCount)
  }
}

/// Finds dependencies between columns.
package enum DependencySearch {
  /// Groups of three or more must be so many, or agreement is chance.
  static let leastGroups = 20
  /// The share of grouped records that must agree with their group.
  static let leastAgreement = 0.9
  /// The corrected reliability; see `strength`.
  static let leastStrength = 0.8
  /// Weaker agreement is reported for a person to decide from here.
  static let leastReported = 0.75
  /// The share of groups that may have a second value with support, which no slip explains.
  static let supportedConflicts = 0.005
  /// The size of a sample of whole groups, and how much its agreement may differ from that of all.
  private static let sampledRecords = 20_000
  private static let sampleError = 0.2
  /// Beyond so much work, in records and pairs of columns, nothing is searched: some seconds.
  private static let maximumWork = 500_000_000
  private static let workPerPair = 500

  /// Finds the dependencies of a table whose columns kept their positions.
  ///
  /// - Parameter types: the type of each column. Dates, times and measures determine nothing: that
  ///   their values repeat is chance. This gate matters most.
  static func search(_ table: TableStatistics, types: [FieldType]) -> [Dependency] {
    let columns = table.columns
    let usable = columns.indices.filter { columns[$0].positions != nil }
    let determinants = usable.filter { index in
      let column = columns[index]
      return canDetermine(types[index]) && column.distinct >= leastGroups
        && 2 * column.distinct <= column.present && 2 * column.present >= table.records
    }
    guard determinants.count * usable.count * (table.records + workPerPair) <= maximumWork else {
      return []
    }
    var found: [Dependency] = []
    for determinant in determinants {
      let groups = GroupedRecords(
        columns[determinant].positions ?? [], count: columns[determinant].values.entries.count)
      for dependent in usable where dependent != determinant {
        let column = columns[dependent]
        // A constant depends on everything.
        guard column.distinct >= 2, 2 * column.present >= table.records else { continue }
        let (positions, distinct) = (column.positions ?? [], column.values.entries.count)
        // Most columns have nothing to do with each other, which a part of the groups shows.
        let step = min(groups.count / leastGroups, table.records / sampledRecords)
        if step > 1 {
          let sample = GroupModes(groups, positions, distinct: distinct, step: step)
          guard sample.agreement >= leastReported - sampleError else { continue }
        }
        let modes = GroupModes(groups, positions, distinct: distinct)
        guard let dependency = dependency([determinant], dependent, modes, table) else { continue }
        found.append(refined(dependency, groups, table, usable) ?? dependency)
      }
    }
    return found
  }

  /// A dependency if the groups are enough to speak of one.
  private static func dependency(
    _ determinants: [Int], _ dependent: Int, _ modes: GroupModes, _ table: TableStatistics
  ) -> Dependency? {
    guard modes.groups >= leastGroups, 2 * modes.groupedRecords >= table.records,
      modes.agreement >= leastReported
    else { return nil }
    let strength = strength(modes, table.columns[dependent])
    return Dependency(
      determinants: determinants, dependent: dependent, modes: modes, strength: strength,
      isConvincing: modes.agreement >= leastAgreement && strength >= leastStrength
        && Double(modes.supportedConflicts) <= supportedConflicts * Double(modes.groups))
  }

  /// A dependency on one more column, if that explains the minorities.
  ///
  /// Errors occur in all kinds of records. If records in the minority have the same value of a third
  /// column far more often than others, that column is a part of the determinant: a state in the
  /// average of a measure by state.
  private static func refined(
    _ dependency: Dependency, _ groups: GroupedRecords, _ table: TableStatistics, _ usable: [Int]
  ) -> Dependency? {
    guard dependency.isConvincing, dependency.minority >= leastExplained else { return nil }
    let minority = dependency.minorityRecords(
      groups, table.columns[dependency.dependent].positions ?? [])
    guard minority.count >= leastExplained else { return nil }
    var best: (column: Int, excess: Double)?
    for index in usable
    where index != dependency.dependent && !dependency.determinants.contains(index) {
      guard let positions = table.columns[index].positions else { continue }
      var counts: [UInt32: Int] = [:]
      for record in minority where positions[record] != ColumnStatistics.noValue {
        counts[positions[record], default: 0] += 1
      }
      let entries = table.columns[index].values.entries
      for (value, count) in counts where count >= leastExplained {
        let expected = Double(entries[Int(value)].count * minority.count) / Double(table.records)
        let excess = Double(count) - lift * expected
        guard 5 * count >= minority.count, excess > 0 else { continue }
        // Of columns that explain as much, the one with the fewest values.
        let isBetter = best.map {
          (excess, -entries.count) > ($0.excess, -table.columns[$0.column].values.entries.count)
        }
        if isBetter ?? true { best = (index, excess) }
      }
    }
    guard let best else { return nil }
    let determinants = dependency.determinants + [best.column]
    let groups = GroupedRecords(determinants.compactMap { table.columns[$0].positions })
    let column = table.columns[dependency.dependent]
    let modes = GroupModes(
      groups, column.positions ?? [], distinct: column.values.entries.count)
    var refined = Self.dependency(determinants, dependency.dependent, modes, table)
    if refined == nil {
      // What explains the minorities leaves too few groups: there is no dependency to speak of.
      refined = dependency
      refined?.isConvincing = false
    }
    return refined
  }

  /// A value of a third column explains minorities if so many, and a fifth of them, have it, and
  /// that is so many times as often as by chance.
  static let leastExplained = 3
  static let lift = 4.0

  private static func canDetermine(_ type: FieldType) -> Bool {
    switch type {
    case .text, .integer: true
    default: false
    }
  }

  /// The agreement beyond chance (μ of Piatetsky-Shapiro and Matheus, 1993): 1 for a strict
  /// dependency, and 0 if the groups say no more than random groups of their number would.
  private static func strength(_ modes: GroupModes, _ column: ColumnStatistics) -> Double {
    let present = Double(column.present)
    let squares = column.values.entries.reduce(0.0) { $0 + Double($1.count) * Double($1.count) }
    let chance = squares / (present * present)
    let records = Double(modes.groupedRecords), groups = Double(modes.groups)
    guard chance < 1, records > groups else { return 0 }
    return 1 - (1 - modes.purity) / (1 - chance) * (records - 1) / (records - groups)
  }
}

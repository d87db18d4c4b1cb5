import FormDefinitions
import FormRules

/// A column whose value is determined by the values of other columns in most records.
package struct Dependency: Sendable {
  /// The positions of the columns.
  package var determinants: [Int]
  package var dependent: Int
  package var modes: GroupModes
  /// The reliability of the dependency, corrected for chance.
  package var strength: Double
  /// Whether the dependency passes all thresholds. Otherwise it is only reported for review.
  package var isConvincing: Bool
  /// Whether the records report the values of several sources, which contradict each other.
  package var isContested = false

  /// The rule of the dependent field, as YAML on one line.
  ///
  /// - Parameter names: The names of the determining columns.
  package func yaml(on names: [String]) -> String {
    let keys = names.map(\.yamlScalar).joined(separator: ", ")
    return isContested
      ? "depends: {on: [\(keys)], atLeast: 2, share: plurality, minority: 100%, "
        + "missing: fail, ties: fail}"
      : blanks > 0 ? "depends: {on: [\(keys)], missing: fail}" : "depends: [\(keys)]"
  }

  /// The number of records without a value in groups that have one, or 0 if there are so many that
  /// they are no exceptions.
  package var blanks: Int {
    let records = Double(modes.groupedRecords + modes.blanks)
    let isExceptional = Double(modes.blanks) <= (1 - DependencySearch.leastAgreement) * records
    return isExceptional && !isContested ? modes.blanks : 0
  }

  /// The number of cells in the minority of their group, as defined by the rule `depends`.
  package var minority: Int {
    modes.conflicts.reduce(0) { sum, conflict in
      sum
        + conflict.others.reduce(0) {
          $0 + (Self.isMinority($1.count, of: conflict) ? $1.count : 0)
        }
    }
  }

  /// The records that contain the cells in the minority.
  ///
  /// - Parameters:
  ///   - groups: The groups from which the modes were computed.
  ///   - values: The position of the dependent column's value in each record.
  fileprivate func minorityRecords(_ groups: GroupedRecords, _ values: [UInt32]) -> [Int] {
    modes.conflicts.flatMap { conflict in
      let minorities = Set(
        conflict.others.filter { Self.isMinority($0.count, of: conflict) }.map(\.value))
      return groups.records(of: conflict.group).map(Int.init)
        .filter { minorities.contains(values[$0]) }
    }
  }

  /// Whether a value that occurs `count` times is in the minority, as defined by the rule `depends`
  /// without parameters.
  static func isMinority(_ count: Int, of conflict: GroupModes.Conflict) -> Bool {
    let thresholds = MinorityThresholds()
    return thresholds.accepts(mode: conflict.modeCount, of: conflict.count)
      && thresholds.isMinority(count, mode: conflict.modeCount)
  }
}

/// Finds dependencies between columns.
package enum DependencySearch {
  /// The minimum number of groups of three or more records. With fewer, agreement may be due to
  /// chance.
  static let leastGroups = 20
  /// The minimum share of grouped records that agree with their group.
  static let leastAgreement = 0.9
  /// The minimum `strength` of a convincing dependency.
  static let leastStrength = 0.8
  /// The minimum agreement at which a weaker dependency is reported for a person to decide.
  static let leastReported = 0.75
  /// The maximum share of groups with a second value that is too frequent to be an error.
  static let supportedConflicts = 0.005
  /// The approximate number of records in a sample of whole groups, and the maximum difference
  /// between the agreement in the sample and in all groups.
  private static let sampledRecords = 20_000
  private static let sampleError = 0.2
  /// The minimum agreement and strength of a dependency on an object that several sources describe.
  static let leastContested = (agreement: 0.5, strength: 0.35)
  /// The minimum share of records that the source and the object identify together.
  private static let leastReports = 0.98
  /// The minimum number of records per object, and of columns that depend on it.
  private static let reportsPerObject = 5
  private static let contestedColumns = 3
  /// The minimum share of the objects that a source reports on average. Events that visit few
  /// objects each, such as trips with their stops, are not sources.
  private static let leastCoverage = 0.25
  /// The maximum work, in records times pairs of columns, which corresponds to a few seconds. Above
  /// it, no dependencies are searched. `workPerPair` is the fixed cost of a pair in records.
  private static let maximumWork = 500_000_000
  private static let workPerPair = 500

  /// Finds the dependencies of a table whose columns kept their positions.
  ///
  /// - Parameter types: The type of each column. Only text and integer columns can be determinants:
  ///   values of dates, times and measures repeat by chance. This is the most important condition.
  /// - Returns: The dependencies, and whether they were searched: false if the table is too large.
  static func search(
    _ table: TableStatistics, types: [FieldType]
  ) -> (found: [Dependency], isComplete: Bool) {
    let columns = table.columns
    let usable = columns.indices.filter { columns[$0].positions != nil }
    let determinants = usable.filter { index in
      let column = columns[index]
      return canDetermine(types[index]) && column.distinct >= leastGroups
        && 2 * column.distinct <= column.present && 2 * column.present >= table.records
    }
    guard determinants.count * usable.count * (table.records + workPerPair) <= maximumWork else {
      return ([], false)
    }
    var found: [Dependency] = []
    var contested: [Dependency] = []
    for determinant in determinants {
      let groups = GroupedRecords(
        columns[determinant].positions ?? [], count: columns[determinant].values.entries.count)
      let hasReports = isReported(determinant, table, types, usable)
      var reported: [Dependency] = []
      for dependent in usable where dependent != determinant {
        let column = columns[dependent]
        // A constant column depends on every column.
        guard column.distinct >= 2, 2 * column.present >= table.records else { continue }
        let (positions, distinct) = (column.positions ?? [], column.values.entries.count)
        // Most pairs of columns are unrelated, which a sample of the groups shows.
        let step = min(groups.count / leastGroups, table.records / sampledRecords)
        if step > 1 {
          let sample = GroupModes(groups, positions, distinct: distinct, step: step)
          let least = hasReports ? leastContested.agreement : leastReported
          guard sample.agreement >= least - sampleError else { continue }
        }
        let modes = GroupModes(groups, positions, distinct: distinct)
        // A column with few values is a classification, which objects share and may change.
        if hasReports, distinct >= leastGroups,
          let dependency = self.contested(determinant, dependent, modes, table)
        {
          reported.append(dependency)
        }
        guard let dependency = dependency([determinant], dependent, modes, table) else { continue }
        found.append(refined(dependency, groups, table, usable) ?? dependency)
      }
      if reported.count >= contestedColumns { contested += reported }
    }
    // A column that another one determines is not contested.
    let determined = Set(found.filter(\.isConvincing).map(\.dependent))
    contested.removeAll { determined.contains($0.dependent) }
    found.removeAll { weak in
      contested.contains {
        $0.dependent == weak.dependent && $0.determinants == weak.determinants
      }
    }
    return (found + contested, true)
  }

  /// Whether the records are reports of several sources about the objects in a column: together with
  /// another column, the source, it identifies the record. Sources have names; a column of numbers
  /// counts periods or positions, and the values of an object may change between them.
  private static func isReported(
    _ object: Int, _ table: TableStatistics, _ types: [FieldType], _ usable: [Int]
  ) -> Bool {
    let columns = table.columns
    guard columns[object].distinct * reportsPerObject <= columns[object].present,
      let objects = columns[object].positions
    else { return false }
    return usable.contains { source in
      let possible = columns[source].distinct * columns[object].distinct
      guard source != object, types[source] == .text, columns[source].distinct >= reportsPerObject,
        columns[source].distinct * reportsPerObject <= columns[source].present,
        // An object has at most one report of each source.
        possible >= table.records, Double(table.records) >= leastCoverage * Double(possible),
        let sources = columns[source].positions
      else { return false }
      let pairs = GroupedRecords([objects, sources]).count
      return Double(pairs) >= leastReports * Double(table.records)
    }
  }

  /// A dependency on an object that several sources describe, or nil if they agree too little, or as
  /// much as in other tables.
  private static func contested(
    _ object: Int, _ dependent: Int, _ modes: GroupModes, _ table: TableStatistics
  ) -> Dependency? {
    guard modes.groups >= leastGroups, 2 * modes.groupedRecords >= table.records,
      modes.agreement >= leastContested.agreement
    else { return nil }
    let strength = strength(modes, table.columns[dependent])
    guard strength >= leastContested.strength,
      Double(modes.supportedConflicts) > supportedConflicts * Double(modes.groups)
    else { return nil }
    return Dependency(
      determinants: [object], dependent: dependent, modes: modes, strength: strength,
      isConvincing: false, isContested: true)
  }

  /// A dependency, or nil if the groups are too few or agree too little.
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

  /// The dependency with one more determinant, if that column explains the minorities.
  ///
  /// Errors occur in all kinds of records. If records in the minority share a value of a third
  /// column far more often than other records do, that column is part of the determinant: for
  /// example, the state in a column of averages of a measure by state. If too few groups remain
  /// with the third column, the result is the original dependency, marked as not convincing.
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
        // Of columns that explain equally much, choose the one with the fewest values.
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
      // With the third column, too few groups remain to support a dependency.
      refined = dependency
      refined?.isConvincing = false
    }
    return refined
  }

  /// The minimum number of minority records with a value of a third column that explains the
  /// minorities. The value must also occur in a fifth of the minority records, and more than `lift`
  /// times as often as expected by chance.
  static let leastExplained = 3
  static let lift = 4.0

  private static func canDetermine(_ type: FieldType) -> Bool {
    switch type {
    case .text, .integer: true
    default: false
    }
  }

  /// The agreement beyond chance (μ of Piatetsky-Shapiro and Matheus, 1993): 1 for a strict
  /// dependency, and 0 if the groups agree no more than the same number of random groups would.
  private static func strength(_ modes: GroupModes, _ column: ColumnStatistics) -> Double {
    let present = Double(column.present)
    let squares = column.values.entries.reduce(0.0) { $0 + Double($1.count) * Double($1.count) }
    let chance = squares / (present * present)
    let records = Double(modes.groupedRecords), groups = Double(modes.groups)
    guard chance < 1, records > groups else { return 0 }
    return 1 - (1 - modes.purity) / (1 - chance) * (records - 1) / (records - groups)
  }
}

import FormRules

/// Finds dependencies between columns.
struct DependencySearch {
  private let table: TableStatistics
  private let types: [FieldType]
  /// The columns that kept their positions.
  private let usable: [Int]

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
  private static let leastContestedAgreement = 0.5
  private static let leastContestedStrength = 0.35
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

  /// - Parameter types: The type of each column.
  init(_ table: TableStatistics, types: [FieldType]) {
    self.table = table
    self.types = types
    usable = table.columns.indices.filter { table.columns[$0].positions != nil }
  }

  /// Finds the dependencies of columns that kept their positions.
  ///
  /// - Returns: Nil if the table is too large.
  func run() -> [Dependency]? {
    let determinants = usable.filter(canDetermine)
    let pairs = determinants.count * usable.count
    guard pairs * (table.records + Self.workPerPair) <= Self.maximumWork else { return nil }
    var found: [Dependency] = []
    var contested: [Dependency] = []
    for determinant in determinants {
      let (dependencies, reported) = dependencies(on: determinant)
      found += dependencies
      if reported.count >= Self.contestedColumns { contested += reported }
    }
    // A column that another one determines is not contested.
    let determined = Set(found.filter(\.isConvincing).map(\.dependent))
    contested.removeAll { determined.contains($0.dependent) }
    found.removeAll { weak in
      contested.contains {
        $0.dependent == weak.dependent && $0.determinants == weak.determinants
      }
    }
    return found + contested
  }

  /// Whether other columns may depend on a column. Only text and integer columns can be
  /// determinants: values of dates, times and measures repeat by chance. This is the most important
  /// condition.
  private func canDetermine(_ index: Int) -> Bool {
    let column = table.columns[index]
    switch types[index] {
    case .text, .integer: break
    case .decimal, .number, .boolean, .date, .time, .datetime, .list, .file: return false
    }
    return column.distinct >= Self.leastGroups && 2 * column.distinct <= column.present
      && 2 * column.present >= table.records
  }

  /// Returns the dependencies on a column, and the contested ones if the records are reports about
  /// the objects in it.
  private func dependencies(
    on determinant: Int
  ) -> (found: [Dependency], contested: [Dependency]) {
    let column = table.columns[determinant]
    let groups = GroupedRecords(column.positions ?? [], count: column.values.entries.count)
    let hasReports = isReported(determinant)
    var found: [Dependency] = []
    var contested: [Dependency] = []
    for dependent in usable where dependent != determinant {
      let column = table.columns[dependent]
      // A constant column depends on every column.
      guard column.distinct >= 2, 2 * column.present >= table.records,
        agree(groups, on: column, hasReports: hasReports)
      else { continue }
      let modes = GroupModes(
        groups, column.positions ?? [], distinct: column.values.entries.count)
      // A column with few values is a classification, which objects share and may change.
      if hasReports, column.values.entries.count >= Self.leastGroups,
        let dependency = self.contested(on: determinant, dependent, modes)
      {
        contested.append(dependency)
      }
      guard let dependency = dependency(on: [determinant], dependent, modes) else { continue }
      found.append(refined(dependency, groups) ?? dependency)
    }
    return (found, contested)
  }

  /// Whether the groups of a sample agree on the values of a column. Most pairs of columns are
  /// unrelated, which a sample shows.
  private func agree(
    _ groups: GroupedRecords, on column: ColumnStatistics, hasReports: Bool
  ) -> Bool {
    let step = min(groups.count / Self.leastGroups, table.records / Self.sampledRecords)
    if step <= 1 { return true }
    let sample = GroupModes(
      groups, column.positions ?? [], distinct: column.values.entries.count, step: step)
    let least = hasReports ? Self.leastContestedAgreement : Self.leastReported
    return sample.agreement >= least - Self.sampleError
  }

  /// Whether the records are reports of several sources about the objects in a column: together
  /// with another column, the source, it identifies the record. Sources have names; a column of
  /// numbers counts periods or positions, and the values of an object may change between them.
  private func isReported(_ object: Int) -> Bool {
    let columns = table.columns
    guard columns[object].distinct * Self.reportsPerObject <= columns[object].present,
      let objects = columns[object].positions
    else { return false }
    return usable.contains { source in
      let possible = columns[source].distinct * columns[object].distinct
      guard source != object, types[source] == .text,
        columns[source].distinct >= Self.reportsPerObject,
        columns[source].distinct * Self.reportsPerObject <= columns[source].present,
        // An object has at most one report of each source.
        possible >= table.records, Double(table.records) >= Self.leastCoverage * Double(possible),
        let sources = columns[source].positions
      else { return false }
      let pairs = GroupedRecords([objects, sources]).count
      return Double(pairs) >= Self.leastReports * Double(table.records)
    }
  }

  /// A dependency on an object that several sources describe, or nil if they agree too little, or
  /// as much as in other tables.
  private func contested(
    on object: Int, _ dependent: Int, _ modes: GroupModes
  ) -> Dependency? {
    guard modes.groups >= Self.leastGroups, 2 * modes.groupedRecords >= table.records,
      modes.agreement >= Self.leastContestedAgreement
    else { return nil }
    let strength = strength(modes, of: table.columns[dependent])
    guard strength >= Self.leastContestedStrength,
      Double(modes.supportedConflicts) > Self.supportedConflicts * Double(modes.groups)
    else { return nil }
    return Dependency(
      determinants: [object], dependent: dependent, modes: modes, strength: strength,
      isConvincing: false, isContested: true)
  }

  /// A dependency, or nil if the groups are too few or agree too little.
  private func dependency(
    on determinants: [Int], _ dependent: Int, _ modes: GroupModes
  ) -> Dependency? {
    guard modes.groups >= Self.leastGroups, 2 * modes.groupedRecords >= table.records,
      modes.agreement >= Self.leastReported
    else { return nil }
    let strength = strength(modes, of: table.columns[dependent])
    return Dependency(
      determinants: determinants, dependent: dependent, modes: modes, strength: strength,
      isConvincing: modes.agreement >= Self.leastAgreement && strength >= Self.leastStrength
        && Double(modes.supportedConflicts) <= Self.supportedConflicts * Double(modes.groups))
  }

  /// The dependency with one more determinant, if that column explains the minorities.
  ///
  /// Errors occur in all kinds of records. If records in the minority share a value of a third
  /// column far more often than other records do, that column is part of the determinant: for
  /// example, the state in a column of averages of a measure by state. If too few groups remain
  /// with the third column, the result is the original dependency, marked as not convincing.
  private func refined(_ dependency: Dependency, _ groups: GroupedRecords) -> Dependency? {
    guard dependency.isConvincing, dependency.minority >= Self.leastExplained,
      let explanation = explanation(of: dependency, groups)
    else { return nil }
    let determinants = dependency.determinants + [explanation]
    let groups = GroupedRecords(determinants.compactMap { table.columns[$0].positions })
    let column = table.columns[dependency.dependent]
    let modes = GroupModes(
      groups, column.positions ?? [], distinct: column.values.entries.count)
    if let refined = self.dependency(on: determinants, dependency.dependent, modes) {
      return refined
    }
    // With the third column, too few groups remain to support a dependency.
    var weak = dependency
    weak.isConvincing = false
    return weak
  }

  /// The column that explains the minorities best, or nil if none does.
  private func explanation(of dependency: Dependency, _ groups: GroupedRecords) -> Int? {
    let minority = dependency.minorityRecords(
      groups, table.columns[dependency.dependent].positions ?? [])
    guard minority.count >= Self.leastExplained else { return nil }
    var best: (column: Int, excess: Double)?
    for index in usable
    where index != dependency.dependent && !dependency.determinants.contains(index) {
      guard let positions = table.columns[index].positions else { continue }
      var counts: [UInt32: Int] = [:]
      for record in minority where positions[record] != ColumnStatistics.noValue {
        counts[positions[record], default: 0] += 1
      }
      let entries = table.columns[index].values.entries
      for (value, count) in counts where count >= Self.leastExplained {
        let expected = Double(entries[Int(value)].count * minority.count) / Double(table.records)
        let excess = Double(count) - Self.lift * expected
        guard 5 * count >= minority.count, excess > 0 else { continue }
        // Of columns that explain equally much, choose the one with the fewest values.
        let isBetter = best.map {
          (excess, -entries.count) > ($0.excess, -table.columns[$0.column].values.entries.count)
        }
        if isBetter ?? true { best = (index, excess) }
      }
    }
    return best?.column
  }

  /// The minimum number of minority records with a value of a third column that explains the
  /// minorities. The value must also occur in a fifth of the minority records, and more than `lift`
  /// times as often as expected by chance.
  static let leastExplained = 3
  static let lift = 4.0

  /// The agreement beyond chance (μ of Piatetsky-Shapiro and Matheus, 1993): 1 for a strict
  /// dependency, and 0 if the groups agree no more than the same number of random groups would.
  private func strength(_ modes: GroupModes, of column: ColumnStatistics) -> Double {
    let present = Double(column.present)
    let squares = column.values.entries.reduce(0.0) { $0 + Double($1.count) * Double($1.count) }
    let chance = squares / (present * present)
    let records = Double(modes.groupedRecords), groups = Double(modes.groups)
    guard chance < 1, records > groups else { return 0 }
    return 1 - (1 - modes.purity) / (1 - chance) * (records - 1) / (records - groups)
  }
}

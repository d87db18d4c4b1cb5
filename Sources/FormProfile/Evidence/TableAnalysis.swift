import Dispatch
import FormRules

/// The columns, dependencies and date orders of a table, inferred from its statistics.
package struct TableAnalysis: Sendable {
  package var columns: [ColumnAnalysis]
  /// The words that represent a missing value in any column.
  package var missingWords: [String] {
    let words = Set(columns.flatMap(\.missingWords))
    return MissingWords.all.filter(words.contains)
  }
  /// The dependencies: convincing ones first, then by descending strength.
  package var dependencies: [Dependency] = []
  /// Whether dependencies were searched. They are not if the table is too large.
  package private(set) var searchesDependencies = true
  /// The dependencies to draft: the strongest convincing or contested one for each dependent
  /// column.
  package private(set) var draftedDependencies: [Dependency] = []
  package var dateOrders: [DateOrder] = []
  /// Two columns that identify the records together.
  package private(set) var compositeKey: CompositeKey?
  /// The column by which the file is sorted in the fewest groups of records, and their number. The
  /// records of a group resemble each other, so that each group is only one observation.
  package private(set) var sorting: (column: Int, groups: Int)?
  /// Whether there are too few groups to expect that patterns and lists hold in others.
  var hasFewGroups: Bool { (sorting?.groups ?? .max) < Self.leastGroups }
  /// Whether there are too few groups to expect that values are present in others.
  var mayLackValues: Bool { (sorting?.groups ?? .max) < ColumnAnalysis.leastRecords }
  /// The number of records, without malformed ones.
  package var records: Int
  /// The location of each record; see `RecordLocation`. Empty if columns were not compared.
  let lines: [Int]
  /// The names of the files.
  package var files: [String]

  /// The minimum number of groups in a sorted file for active patterns and lists.
  static let leastGroups = 50

  /// Analyses the statistics of a table, which must be finished.
  package init(_ table: TableStatistics) {
    records = table.records
    lines = table.lines
    files = table.files
    columns = zip(table.names, table.columns).enumerated().map { index, column in
      ColumnAnalysis(name: column.0, number: index + 1, column.1, records: table.records)
    }
    columns.forEachConcurrently {
      $0.chooseType()
      $0.complete()
    }
    sorting = columns.enumerated()
      .compactMap { index, column in column.statistics.sortedGroups.map { (index, $0) } }
      .min { $0.1 < $1.1 }
    dateOrders = DateOrder.search(columns)
    compositeKey = CompositeKey.search(columns, records: records)
    let found = DependencySearch(table, types: columns.map(\.type.type)).run()
    searchesDependencies = found != nil
    dependencies = (found ?? []).filter { !hasListsInConflict($0) }
      .sorted { ($1.isConvincing ? 1 : 0, $1.strength) < ($0.isConvincing ? 1 : 0, $0.strength) }
    draftedDependencies = Self.drafted(dependencies)
  }

  /// Whether most conflicts of a dependency are lists that share an item, such as `a;b` and `a`.
  private func hasListsInConflict(_ dependency: Dependency) -> Bool {
    let table = columns[dependency.dependent].statistics.values
    func items(_ position: UInt32) -> Set<String> {
      let items = table.text(of: table.entries[Int(position)]).split { ";|".contains($0) }
      return Set(items.map { $0.drop(while: \.isWhitespace).lowercased() })
    }
    var (lists, all) = (0, 0)
    for conflict in dependency.modes.conflicts {
      let mode = items(conflict.mode)
      for other in conflict.others where Dependency.isMinority(other.count, of: conflict) {
        let items = items(other.value)
        all += other.count
        if items.count + mode.count > 2, !items.isDisjoint(with: mode) { lists += other.count }
      }
    }
    return all > 0 && 2 * lists >= all
  }

  /// A note for the reader if dependencies were not searched.
  package var dependencyNote: String? {
    searchesDependencies
      ? nil
      : "Dependencies between columns were not searched: the table has too many records and columns. "
        + "Profile a smaller file to find dependencies."
  }

  /// A note for the reader if the file is sorted in few groups.
  package var sortingNote: String? {
    guard let sorting, mayLackValues else { return nil }
    return "The file is sorted by \(columns[sorting.column].label), in \(sorting.groups) groups of "
      + "records. Other groups may differ: no value is required except keys"
      + (hasFewGroups ? ", and patterns and lists require a decision." : ".")
  }

  /// The strongest convincing dependency of each dependent column, or else the strongest contested
  /// one.
  ///
  /// - Parameter dependencies: In descending order of strength.
  private static func drafted(_ dependencies: [Dependency]) -> [Dependency] {
    let best = Dictionary(
      dependencies.filter { $0.isConvincing || $0.isContested }.map { ($0.dependent, $0) }
    ) { first, _ in first }
    return best.values.sorted {
      ($0.dependent, $0.determinants[0]) < ($1.dependent, $1.determinants[0])
    }
  }
}

extension [ColumnAnalysis] {
  fileprivate mutating func forEachConcurrently(
    _ body: @Sendable (inout ColumnAnalysis) -> Void
  ) {
    // Safe: each iteration accesses a different element.
    unsafe withUnsafeMutableBufferPointer { columns in
      nonisolated(unsafe) let columns = unsafe columns
      unsafe DispatchQueue.concurrentPerform(iterations: columns.count) {
        unsafe body(&columns[$0])
      }
    }
  }
}

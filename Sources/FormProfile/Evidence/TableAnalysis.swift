import Dispatch
import FormRules

/// What the statistics of a table say.
package struct TableAnalysis: Sendable {
  package var columns: [ColumnAnalysis]
  /// The words that stand for a missing value.
  package var missingWords: [String]
  /// Strong ones first.
  package var dependencies: [Dependency] = []
  /// The dependencies to draft: for each dependent column the strongest, and none that follows from
  /// two others by way of a column that means the same.
  package private(set) var draftedDependencies: [Dependency] = []
  package var dateOrders: [DateOrder] = []
  /// The number of records, without malformed ones.
  package var records: Int
  /// The place of each record, if columns were compared.
  let lines: [Int]
  /// The names of the files.
  package var files: [String]

  /// Analyses a table of which all records were added.
  package init(_ table: TableStatistics) {
    records = table.records
    lines = table.lines
    files = table.files
    columns = zip(table.names, table.columns).map {
      ColumnAnalysis(name: $0, $1, records: table.records)
    }
    columns.forEachConcurrently { $0.chooseType() }
    let missing = Self.missingWords(columns)
    missingWords = missing.sorted().map { MissingWords.all[$0] }
    columns.forEachConcurrently { $0.complete(missing: missing) }
    dateOrders = DateOrder.search(columns)
    dependencies = DependencySearch.search(table, types: columns.map(\.type.type))
      .sorted { ($1.isConvincing ? 1 : 0, $1.strength) < ($0.isConvincing ? 1 : 0, $0.strength) }
    draftedDependencies = Self.drafted(dependencies)
  }

  /// The positions of the words that stand for a missing value: all in columns of another type than
  /// text or with a pattern, which they do not follow; in other columns those that mean nothing
  /// else.
  private static func missingWords(_ columns: [ColumnAnalysis]) -> Set<Int> {
    var found: Set<Int> = []
    for column in columns {
      var isText = false
      if case .text = column.type.type { isText = column.pattern == nil }
      for (word, seen) in column.statistics.missingWords
      where !isText || seen.count > 1 && MissingWords.unambiguous.contains(MissingWords.all[word]) {
        found.insert(word)
      }
    }
    return found
  }

  private static func drafted(_ dependencies: [Dependency]) -> [Dependency] {
    var best: [Int: Dependency] = [:]
    for dependency in dependencies where dependency.isConvincing {
      guard let known = best[dependency.dependent] else {
        best[dependency.dependent] = dependency
        continue
      }
      // Among equals, the column with more groups explains more.
      if dependency.strength > known.strength { best[dependency.dependent] = dependency }
    }
    return best.values.sorted {
      ($0.dependent, $0.determinants[0]) < ($1.dependent, $1.determinants[0])
    }
  }
}

extension [ColumnAnalysis] {
  fileprivate mutating func forEachConcurrently(
    _ body: @Sendable (inout ColumnAnalysis) -> Void
  ) {
    // Safe because each iteration has an element of its own.
    unsafe withUnsafeMutableBufferPointer { columns in
      nonisolated(unsafe) let columns = unsafe columns
      unsafe DispatchQueue.concurrentPerform(iterations: columns.count) {
        unsafe body(&columns[$0])
      }
    }
  }
}

import GRDB

/// The results of a replay for one import.
package struct ReplayedImportCounts: Sendable, Equatable {
  package var importID: Int64
  package var counts = RunCounts()
  /// The number of failures by rule, for rules with at least one failure.
  package var failures: [FailedRule: Int] = [:]

  package init(importID: Int64) { self.importID = importID }
}

extension ReplayedImportCounts {
  /// Returns the results of a replay, by import.
  static func fetch(_ db: Database, runID: Int64) throws -> [Int64: ReplayedImportCounts] {
    var imports = try db.dictionary(
      sql: "SELECT import, records, rejected, warned, errors FROM replayed WHERE run = ?",
      arguments: [runID]
    ) { row in
      var replayed = ReplayedImportCounts(importID: try row.integer(0))
      replayed.counts = try RunCounts(
        records: row.count(1), rejected: row.count(2), warned: row.count(3), errors: row.count(4))
      replayed.counts.accepted = replayed.counts.records - replayed.counts.rejected
      return (replayed.importID, replayed)
    }
    var replayed = ReplayedImportCounts(importID: 0)
    func leave() {
      guard !replayed.failures.isEmpty else { return }
      imports[replayed.importID, default: replayed].failures = replayed.failures
    }
    try db.forEachRow(
      sql: "SELECT import, rule, code, failures FROM replayed_rule WHERE run = ? ORDER BY import",
      arguments: [runID]
    ) { row in
      let (importID, position, code) = try (row.integer(0), row.integer(1), row.text(2))
      if importID != replayed.importID {
        leave()
        replayed = ReplayedImportCounts(importID: importID)
      }
      let rule = FailedRule(position: Int(position), code: code.isEmpty ? nil : code)
      replayed.failures[rule] = try row.count(3)
    }
    leave()
    return imports
  }
}

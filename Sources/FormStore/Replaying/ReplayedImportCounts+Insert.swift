import GRDB

extension ReplayedImportCounts {
  /// The number of imports inserted at a time.
  private static let batchSize = 500

  /// Inserts the results of a replay.
  static func insert(
    _ db: Database, _ table: BatchTable, imports: some Sequence<ReplayedImportCounts>, runID: Int64
  ) throws {
    var (counts, failures): ([Int64], [Int64]) = ([], [])
    func insertBatch() throws {
      try table.withNumbers(counts) {
        try db.cachedStatement(
          sql: """
            INSERT INTO replayed (run, import, records, rejected, warned, errors)
            SELECT ?, c0, c1, c2, c3, c4 FROM batch_number
            """
        ).execute(arguments: [runID])
      }
      try table.withNumbers(failures) {
        try db.cachedStatement(
          sql: """
            INSERT INTO replayed_rule (run, import, rule, code, failures)
            SELECT ?, c0, c1, '', c2 FROM batch_number
            """
        ).execute(arguments: [runID])
      }
      counts.removeAll(keepingCapacity: true)
      failures.removeAll(keepingCapacity: true)
    }
    for replayed in imports {
      counts += [
        replayed.importID, Int64(replayed.counts.records), Int64(replayed.counts.rejected),
        Int64(replayed.counts.warned), Int64(replayed.counts.errors), 0, 0, 0,
      ]
      for (rule, count) in replayed.failures {
        guard let code = rule.code else {
          failures += [replayed.importID, Int64(rule.position), Int64(count), 0, 0, 0, 0, 0]
          continue
        }
        try db.insertRow(
          into: "replayed_rule",
          [
            "run": runID, "import": replayed.importID, "rule": rule.position, "code": code,
            "failures": count,
          ])
      }
      if counts.count >= batchSize * BatchTable.width { try insertBatch() }
    }
    try insertBatch()
  }
}

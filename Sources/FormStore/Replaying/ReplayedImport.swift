import GRDB

/// The results of a replay for one import.
package struct ReplayedImport: Sendable, Equatable {
  package var importID: Int64
  package var counts = RunCounts()
  /// The number of failures by rule, for rules with at least one failure.
  package var failures: [FailedRule: Int] = [:]

  package init(importID: Int64) { self.importID = importID }
}

extension ReplayedImport {
  /// The number of imports inserted at a time.
  private static let batchSize = 500

  /// Inserts the results of a replay.
  static func insert(
    _ db: Database, _ table: BatchTable, _ imports: some Sequence<ReplayedImport>, run: Int64
  ) throws {
    var (counts, failures): ([Int64], [Int64]) = ([], [])
    func insertBatch() throws {
      try table.withNumbers(counts) {
        try db.cachedStatement(
          sql: """
            INSERT INTO replayed (run, import, records, rejected, warned, errors)
            SELECT ?, c0, c1, c2, c3, c4 FROM batch_number
            """
        ).execute(arguments: [run])
      }
      try table.withNumbers(failures) {
        try db.cachedStatement(
          sql: """
            INSERT INTO replayed_rule (run, import, rule, code, failures)
            SELECT ?, c0, c1, '', c2 FROM batch_number
            """
        ).execute(arguments: [run])
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
        try db.cachedStatement(
          sql: """
            INSERT INTO replayed_rule (run, import, rule, code, failures)
            VALUES (?, ?, ?, ?, ?)
            """
        ).execute(arguments: [run, replayed.importID, rule.position, code, count])
      }
      if counts.count >= batchSize * BatchTable.width { try insertBatch() }
    }
    try insertBatch()
  }

  /// Returns the results of a replay, by import.
  static func fetch(_ db: Database, run: Int64) throws -> [Int64: ReplayedImport] {
    var imports = try db.dictionary(
      sql: "SELECT import, records, rejected, warned, errors FROM replayed WHERE run = ?",
      arguments: [run]
    ) { row in
      var replayed = ReplayedImport(importID: row.integer(0))
      replayed.counts = RunCounts(
        records: try row.count(1), rejected: try row.count(2), warned: try row.count(3),
        errors: try row.count(4))
      replayed.counts.accepted = replayed.counts.records - replayed.counts.rejected
      return (replayed.importID, replayed)
    }
    var replayed = ReplayedImport(importID: 0)
    func leave() {
      guard !replayed.failures.isEmpty else { return }
      imports[replayed.importID, default: replayed].failures = replayed.failures
    }
    try db.forEachRow(
      sql: "SELECT import, rule, code, failures FROM replayed_rule WHERE run = ? ORDER BY import",
      arguments: [run]
    ) { row in
      if row.integer(0) != replayed.importID {
        leave()
        replayed = ReplayedImport(importID: row.integer(0))
      }
      let code = row.text(2) ?? ""
      let rule = FailedRule(position: Int(row.integer(1)), code: code.isEmpty ? nil : code)
      replayed.failures[rule] = try row.count(3)
    }
    leave()
    return imports
  }

  /// Returns a problem if the recorded results of replays do not follow from their errors.
  static func problem(_ db: Database) throws -> StoreProblem? {
    let runs = try Int64.fetchAll(
      db,
      sql: """
        SELECT r.id FROM run r JOIN run_end e ON e.run = r.id WHERE r.kind = 'replay'
        UNION SELECT run FROM replayed UNION SELECT run FROM replayed_rule
        """)
    for run in runs {
      let segments = try Store.segments(db, ofRun: run, SubmissionFilter())
      var counter = VerdictCounter(segments, .ofRun, only: nil)
      try counter.countErrors(db)
      var expected: [Int64: ReplayedImport] = [:]
      for group in counter.groups {
        var replayed = ReplayedImport(importID: group.importID)
        (replayed.counts, replayed.failures) = (group.counts, group.failures)
        expected[group.importID] = replayed
      }
      if try fetch(db, run: run) != expected {
        return StoreProblem(
          .derived, table: "replayed", run: run,
          "the results of run \(run) per import were altered")
      }
    }
    return nil
  }
}

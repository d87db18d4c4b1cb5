import GRDB

/// What a replay needs to know of the run that brought some submissions in.
package struct IntakeConditions: Sendable, Equatable {
  package var now: String
  package var given: String
  package var source: String?
  package var scenario: String?
}

/// What a run's verdicts depend on beside the rules and the records.
package struct JudgingConditions: Sendable, Equatable {
  /// The version of formrec.
  package var program: String
  package var now: String
  /// JSON object, keys sorted.
  package var given: String

  package init(program: String, now: String, given: String) {
    self.program = program
    self.now = now
    self.given = given
  }
}

extension Store {
  /// The clock, parameters and source under which an import's submissions were first judged. For
  /// the import that single submits share, those of the submission.
  package func intakeConditions(
    ofImport id: Int64, submission: Int64
  ) throws(StoreError) -> IntakeConditions {
    try read { db in
      guard
        let row = try Row.fetchOne(
          db,
          sql: """
            SELECT r.now, r.given, i.source, r.scenario
            FROM run r
            JOIN import i ON i.id = r.import
            JOIN run_range g ON g.run = r.id
            WHERE r.import = ?1 AND r.kind <> 'replay'
              AND g.first_submission <= ?2 AND g.last_submission >= ?2
            """,
          arguments: [id, submission])
      else { throw StoreError.unknown("no run brought import \(id) in") }
      return IntakeConditions(now: row[0], given: row[1], source: row[2], scenario: row[3])
    }
  }

  /// The circumstances under which a run judged a submission; nil when it judged none such.
  package func judgingConditions(
    ofRun run: Int64, submission: Int64
  ) throws(StoreError) -> JudgingConditions? {
    try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT r.program, coalesce(g.now, r.now), coalesce(g.given, r.given)
          FROM run r JOIN run_range g ON g.run = r.id
          WHERE r.id = ?1 AND g.first_submission <= ?2 AND g.last_submission >= ?2
          """,
        arguments: [run, submission]
      ).map { JudgingConditions(program: $0[0], now: $0[1], given: $0[2]) }
    }
  }

  /// How often a run left rules out because something was unknown, by position in its plan, and how
  /// many records it judged.
  package func skips(
    ofRun run: Int64
  ) throws(StoreError) -> (byRule: [Int: Int], records: Int) {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT rule, skipped FROM run_rule WHERE run = ? AND skipped > 0",
        arguments: [run])
      let records = try Int.fetchOne(
        db, sql: "SELECT records FROM run_end WHERE run = ?", arguments: [run])
      return (Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) }), records ?? 0)
    }
  }

  /// What the reader said of an import's malformed records, by submission.
  package func readerFaults(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [Int64: (code: String, arguments: String?)] {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT m.submission, e.code, e.arguments
          FROM malformed m
          JOIN span p ON p.first_submission = (
            SELECT max(x.first_submission) FROM span x WHERE x.first_submission <= m.submission)
          JOIN run r ON r.import = p.import AND r.kind <> 'replay'
          JOIN error e ON e.run = r.id AND e.submission = m.submission AND e.rule = 0
          WHERE m.submission BETWEEN ? AND ?
          """,
        arguments: [ids.lowerBound, ids.upperBound])
      var faults: [Int64: (code: String, arguments: String?)] = [:]
      while let row = try rows.next() { faults[row[0]] = (row[1], row[2]) }
      return faults
    }
  }
}

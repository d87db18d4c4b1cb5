import GRDB

/// What one run found in one import, as far as its verdicts hold.
package struct VerdictCounts: Sendable, Equatable {
  package var run: Int64
  package var plan: Int64
  package var importID: Int64
  package var counts = RunCounts()
  /// Rejected, and neither corrected, superseded nor waived.
  package var open = 0
  /// Rejected and corrected.
  package var corrected = 0
  /// Rejected, not corrected, and superseded by a later delivery.
  package var superseded = 0
  /// Rejected, neither corrected nor superseded, and all that rejects it waived.
  package var waived = 0
  /// Rejected, none of these, and without cells.
  package var purged = 0
  /// How often each rule failed; the reader's codes are rules of their own.
  package var failures: [FailedRule: Int] = [:]
}

/// Where submissions came from.
package struct ImportOrigin: Sendable, Equatable {
  package var importID: Int64
  package var form: String
  package var kind: String
  package var fileName: String?
  package var source: String?
  package var batch: String?
  package var by: String?
  package var startedAt: String
  /// What its file has between cells.
  package var delimiter: String?
  /// Its file's encoding, with `-sig` behind it if there was a byte order mark.
  package var encoding: String?
}

extension Store {
  /// Counts the verdicts that hold, by run and import, in the order of segments.
  ///
  /// Where all that a run covered still holds and is of one import, its recorded counts are taken;
  /// else its errors are counted, at about a million a second.
  ///
  /// - Parameter rules: by plan the rule whose failures alone are counted; nil means all rules. A
  ///   plan that is not in it has no such rule.
  package func verdictCounts(
    _ segments: [VerdictSegment], only rules: [Int64: FailedRule]? = nil
  ) throws(StoreError) -> [VerdictCounts] {
    try read { db in
      var counter = VerdictCounter(segments, only: rules)
      try counter.count(db)
      return counter.groups
    }
  }

  /// Where the submissions of imports came from, by import.
  package func importOrigins(
    _ filter: SubmissionFilter = SubmissionFilter()
  ) throws(StoreError) -> [Int64: ImportOrigin] {
    try read { db in
      let statement = try db.makeStatement(
        sql: """
          SELECT i.id, f.name, i.kind, i.file_name, i.source, i.batch, i."by", i.started_at,
            i.delimiter, i.encoding
          FROM import i
          JOIN definition f ON f.id = i.form
          WHERE \(SubmissionFilter.condition)
          """)
      try statement.setArguments(filter.arguments)
      var origins: [Int64: ImportOrigin] = [:]
      try statement.forEachStep { row in
        origins[row.integer(0)] = ImportOrigin(
          importID: row.integer(0), form: row.text(1) ?? "", kind: row.text(2) ?? "",
          fileName: row.text(3), source: row.text(4), batch: row.text(5), by: row.text(6),
          startedAt: row.text(7) ?? "", delimiter: row.text(8), encoding: row.text(9))
      }
      return origins
    }
  }

  /// The sources of single submissions.
  package func intakeSources() throws(StoreError) -> [String] {
    try read { db in
      try String.fetchAll(
        db, sql: "SELECT DISTINCT source FROM intake_submission WHERE source IS NOT NULL")
    }
  }

  /// How many imports are unfinished, so that their submissions have no verdict yet.
  package func unfinishedCount(_ filter: SubmissionFilter) throws(StoreError) -> Int {
    try read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM progress p
          JOIN import i ON i.id = p.import
          JOIN definition f ON f.id = i.form
          WHERE \(SubmissionFilter.condition)
          """,
        arguments: filter.arguments) ?? 0
    }
  }

  /// Whether there is a run of that number, and whether it is finished.
  package func runState(_ run: Int64) throws(StoreError) -> (exists: Bool, isFinished: Bool) {
    try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT kind = 'intake' OR EXISTS (SELECT 1 FROM run_end WHERE run = id)
          FROM run WHERE id = ?
          """,
        arguments: [run])
      return (row != nil, try row?[0] ?? false)
    }
  }

  /// The ids of all rules that submissions of a form, or of any, were judged by.
  package func ruleIDs(form: String?) throws(StoreError) -> [String] {
    try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT r.rule FROM plan_rule r
          JOIN plan l ON l.id = r.plan
          JOIN version v ON v.id = l.form_version
          JOIN definition f ON f.id = v.definition
          WHERE ?1 IS NULL OR f.name = ?1
          """,
        arguments: [form])
    }
  }
}

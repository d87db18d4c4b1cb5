import GRDB

/// What one run found in one import, as far as its verdicts hold.
package struct VerdictCounts: Sendable, Equatable {
  package var run: Int64
  package var plan: Int64
  package var importID: Int64
  package var counts = RunCounts()
  /// The rejected ones by their state; `valid` is 0.
  package var rejected = StateCounts()
  /// All of them by their state. Only of verdicts that hold, and of all rules.
  package var all = StateCounts()
  /// How often each rule failed; the reader's codes are rules of their own.
  package var failures: [FailedRule: Int] = [:]
}

/// Which submissions of verdicts that hold are counted, and which failures.
package enum CountedVerdicts: Sendable {
  /// All of them.
  case current
  /// Those that are open, and of their failures the ones that reject and are not waived.
  case open
  /// Those of a run, whether they hold or not.
  case ofRun
}

/// How many submissions are in which state.
package struct StateCounts: Sendable, Equatable {
  /// Accepted and current.
  package var valid = 0
  /// Rejected and current.
  package var open = 0
  /// Rejected, current, and all that rejects it waived.
  package var waived = 0
  package var corrected = 0
  /// Not corrected, and superseded by a later delivery.
  package var superseded = 0
  /// Neither corrected nor superseded, and without cells.
  package var purged = 0

  /// Counts an exception.
  ///
  /// - Parameter state: the first letter of its state in ASCII, 0 for none.
  mutating func add(_ state: Int64) {
    switch UInt8(truncatingIfNeeded: state) {
    case UInt8(ascii: "c"): corrected += 1
    case UInt8(ascii: "s"): superseded += 1
    case UInt8(ascii: "p"): purged += 1
    case UInt8(ascii: "w"): waived += 1
    default: open += 1
    }
  }
}

/// Where submissions came from.
package struct ImportOrigin: Sendable, Equatable {
  package var importID: Int64
  package var form: String
  package var kind: String
  package var fileName: String?
  package var source: String?
  package var batch: String?
  package var startedAt: String
  /// What its file has between cells.
  package var delimiter: String?
  /// Its file's encoding, with `-sig` behind it if there was a byte order mark.
  package var encoding: String?
}

extension Store {
  /// Counts verdicts, by run and import, in the order of segments.
  ///
  /// Where all that a run covered still holds and is of one import, its recorded counts are taken;
  /// else its errors are counted, at about a million a second. Costs a look at each submission that is
  /// not both accepted and current.
  ///
  /// - Parameter rules: by plan the rule whose failures alone are counted; nil means all rules. A
  ///   plan that is not in it has no such rule.
  package func verdictCounts(
    _ segments: [VerdictSegment], _ verdicts: CountedVerdicts = .current,
    only rules: [Int64: FailedRule]? = nil
  ) throws(StoreError) -> [VerdictCounts] {
    try read { db in
      var counter = VerdictCounter(segments, verdicts, only: rules)
      try counter.count(db)
      return counter.groups
    }
  }

  /// How many submissions of some segments were replaced by others of them.
  ///
  /// Costs a look at every submission that was replaced.
  package func replacedCount(within segments: [VerdictSegment]) throws(StoreError) -> Int {
    let ids = segments.map(\.ids)
    return try read { db in
      var count = 0
      let statement = try db.makeStatement(
        sql: """
          SELECT corrects, submission FROM correction
          UNION ALL SELECT submission, superseded_by FROM superseded
          WHERE submission NOT IN (SELECT corrects FROM correction)
          """)
      try statement.forEachStep { row in
        let (replaced, other) = (row.integer(0), row.integer(1))
        if ids.overlap(replaced...replaced), ids.overlap(other...other) { count += 1 }
      }
      return count
    }
  }

  /// How many submissions discarded imports and unfinished ones have, which have no verdicts.
  package func unjudgedCounts(
    _ filter: SubmissionFilter
  ) throws(StoreError) -> (discarded: Int, unfinished: Int) {
    try read { db in
      let statement = try db.makeStatement(
        sql: """
          SELECT s.first_submission, s.last_submission, x.state = 'discarded'
          FROM shown_import x
          JOIN import i ON i.id = x.import
          JOIN definition f ON f.id = i.form
          JOIN span s ON s.import = x.import
          WHERE x.state IS NOT NULL AND \(SubmissionFilter.condition)
          """)
      try statement.setArguments(filter.arguments)
      var counts = (discarded: 0, unfinished: 0)
      try statement.forEachStep { row in
        let span = [try row.ids()]
        let count = (filter.ids.map(span.intersection) ?? span).reduce(0) { $0 + $1.count }
        if row.integer(2) == 1 { counts.discarded += count } else { counts.unfinished += count }
      }
      return counts
    }
  }

  /// Where the submissions of imports came from, by import.
  package func importOrigins(
    _ filter: SubmissionFilter = SubmissionFilter()
  ) throws(StoreError) -> [Int64: ImportOrigin] {
    try read { db in
      let statement = try db.makeStatement(
        sql: """
          SELECT i.id, f.name, i.kind, i.file_name, i.source, i.batch, i.started_at,
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
          fileName: row.text(3), source: row.text(4), batch: row.text(5),
          startedAt: row.text(6) ?? "", delimiter: row.text(7), encoding: row.text(8))
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

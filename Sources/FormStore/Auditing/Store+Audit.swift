import FormBytes
import GRDB

extension Store {
  /// Counts verdicts by run, import and the source of segments, in the order of segments.
  ///
  /// If everything that a run covered is still current and belongs to one import, its recorded
  /// counts are used. Otherwise its errors are counted, at about a million per second. Costs one
  /// read per submission that is rejected, corrected or purged, and per range of superseded ones.
  ///
  /// - Parameter rules: By plan, the only rule whose failures are counted. Nil means all rules. A
  ///   plan that is missing in the dictionary does not have the rule.
  package func verdictCounts(
    _ segments: [VerdictSegment], _ verdicts: VerdictCountScope = .current,
    only rules: [Int64: FailedRule]? = nil
  ) throws(StoreError) -> [VerdictCounts] {
    try read { db in
      var counter = VerdictCounter(segments, verdicts, only: rules)
      try counter.count(db)
      return counter.groups
    }
  }

  /// Returns how many submissions of the segments were replaced by other submissions of the
  /// segments.
  ///
  /// Costs one read per correction in effect, and per range of superseded submissions.
  package func replacedCount(within segments: [VerdictSegment]) throws(StoreError) -> Int {
    let ids = segments.map(\.ids)
    return try read { db in
      var count = 0
      var corrected: [ClosedRange<Int64>] = []
      try db.forEachRow(
        sql: "SELECT corrects, submission FROM effective_correction ORDER BY corrects"
      ) { row in
        let (replaced, other) = try (row.integer(0), row.integer(1))
        corrected.append(replaced...replaced)
        if ids.overlap(replaced...replaced), ids.overlap(other...other) { count += 1 }
      }
      corrected = corrected.joined()
      try SupersededTable.forEach(db) { range in
        let replaced = [range.ids].intersection(ids).subtracting(corrected)
        let others = replaced.map { range.part($0).superseders }.intersection(ids)
        count += others.reduce(0) { $0 + $1.count }
      }
      return count
    }
  }

  /// Returns the number of submissions of discarded, retracted and unfinished imports, which have
  /// no verdicts.
  package func unjudgedCounts(
    _ filter: SubmissionFilter
  ) throws(StoreError) -> (discarded: Int, retracted: Int, unfinished: Int) {
    try read { db in
      var counts = (discarded: 0, retracted: 0, unfinished: 0)
      try db.forEachRow(
        sql: """
          SELECT s.first_submission, s.last_submission, x.state
          FROM shown_import x
          JOIN import i ON i.id = x.import
          JOIN definition f ON f.id = i.form
          JOIN span s ON s.import = x.import
          WHERE x.state IS NOT NULL AND \(SubmissionFilter.condition)
          """, arguments: filter.arguments
      ) { row in
        let span = [try row.ids()]
        let count = (filter.ids.map(span.intersection) ?? span).reduce(0) { $0 + $1.count }
        switch try row.text(2) {
        case "discarded": counts.discarded += count
        case "retracted": counts.retracted += count
        default: counts.unfinished += count
        }
      }
      return counts
    }
  }

  /// Returns the origins of submissions, by import.
  package func importOrigins(
    _ filter: SubmissionFilter = SubmissionFilter()
  ) throws(StoreError) -> [Int64: ImportOrigin] {
    try read { db in
      try db.dictionary(
        sql: """
          SELECT i.id, f.name, i.kind, i.file_name, i.source, i.batch, i.started_at,
            i.delimiter, i.encoding, coalesce(i.part_of, i.id)
          FROM import i
          JOIN definition f ON f.id = i.form
          WHERE \(SubmissionFilter.condition)
          """, arguments: filter.arguments
      ) { row in
        let origin = try ImportOrigin(
          importID: row.integer(0), firstPart: row.integer(9), form: row.text(1),
          kind: row.value(2), fileName: row.optionalText(3), source: row.optionalText(4),
          batchLabel: row.optionalText(5), startedAt: row.text(6), delimiter: row.optionalText(7),
          encoding: row.optionalText(8))
        return (origin.importID, origin)
      }
    }
  }

  /// Returns how imports were judged when they were received, by import.
  ///
  /// Reads every error of single submissions.
  package func deliveryVerdicts(
    _ filter: SubmissionFilter
  ) throws(StoreError) -> [Int64: DeliveryVerdicts] {
    try read { db in
      let imports = try db.mapRows(
        sql: """
          SELECT i.id, r.id, i.kind = 'intake', coalesce(e.rejected, 0), s.name, v.number
          FROM import i
          JOIN definition f ON f.id = i.form
          JOIN run r ON r.import = i.id
          JOIN plan l ON l.id = r.plan
          JOIN version v ON v.id = l.rules_version
          JOIN definition s ON s.id = v.definition
          LEFT JOIN run_end e ON e.run = r.id
          WHERE \(SubmissionFilter.condition)
          """, arguments: filter.arguments
      ) { row in
        try (
          importID: row.integer(0), run: row.integer(1), isIntake: row.integer(2) == 1,
          DeliveryVerdicts(
            rejected: [nil: row.count(3)], rules: row.text(4), version: Int(row.integer(5)))
        )
      }
      return try Dictionary(
        uniqueKeysWithValues: imports.map { importID, run, isIntake, verdicts in
          var verdicts = verdicts
          if isIntake {
            verdicts.rejected = try Self.rejectedBySource(db, ofIntakeRun: run)
          }
          return (importID, verdicts)
        })
    }
  }

  private static func rejectedBySource(
    _ db: Database, ofIntakeRun runID: Int64
  ) throws -> [[UInt8]?: Int] {
    try db.dictionary(
      sql: """
        SELECT n.source, count(DISTINCT e.submission) FROM error e
        JOIN run r ON r.id = e.run
        JOIN plan_rule p ON p.plan = r.plan AND p.position = e.rule AND \(SQLFragments.rejects("p"))
        JOIN intake_submission n ON n.submission = e.submission
        WHERE e.run = ? GROUP BY n.source
        """, arguments: [runID]
    ) { try ($0.optionalText(0)?.utf8Bytes, $0.count(1)) }
  }

  /// Returns when the first version of a rule set with each rule was stored, by form and rule.
  package func rulesSince() throws(StoreError) -> [FormRule: String] {
    try read { db in
      try db.dictionary(
        sql: """
          SELECT f.name, p.rule, min(v.created_at) FROM plan l
          JOIN plan_rule p ON p.plan = l.id
          JOIN version v ON v.id = l.rules_version
          JOIN version w ON w.id = l.form_version
          JOIN definition f ON f.id = w.definition
          GROUP BY f.id, p.rule
          """
      ) { try (FormRule(form: $0.text(0), rule: $0.text(1)), $0.text(2)) }
    }
  }

  /// Returns the sources of single submissions of a form, or of all forms.
  package func intakeSources(form: String?) throws(StoreError) -> [String] {
    try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT s.source FROM intake_submission s JOIN definition f ON f.id = s.form
          WHERE s.source IS NOT NULL AND (?1 IS NULL OR f.name = ?1)
          """, arguments: [form])
    }
  }

  /// Returns the number of unfinished imports, whose submissions have no verdict yet.
  package func unfinishedCount(_ filter: SubmissionFilter) throws(StoreError) -> Int {
    try read { db in
      try db.number(
        sql: """
          SELECT count(*) FROM progress p
          JOIN import i ON i.id = p.import
          JOIN definition f ON f.id = i.form
          WHERE \(SubmissionFilter.condition)
          """,
        arguments: filter.arguments)
    }
  }

  /// Returns whether a run exists and is finished.
  package func runState(_ runID: Int64) throws(StoreError) -> (exists: Bool, isFinished: Bool) {
    try read { db in
      let isFinished = try Bool.fetchOne(
        db,
        sql: """
          SELECT kind = 'intake' OR EXISTS (SELECT 1 FROM run_end WHERE run = id)
          FROM run WHERE id = ?
          """,
        arguments: [runID])
      return (isFinished != nil, isFinished ?? false)
    }
  }

  /// Returns the ids of all rules that judged submissions of a form, or of any form.
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

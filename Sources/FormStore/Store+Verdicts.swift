import GRDB

/// A range of submissions whose verdict is that of one run.
package struct VerdictSegment: Sendable, Equatable {
  /// The run that judged them last.
  package var run: Int64
  /// The plan that it judged by.
  package var plan: Int64
  /// The import that they came with.
  package var importID: Int64
  /// The submissions.
  package var ids: ClosedRange<Int64>
  /// The record number of the first of them in its import.
  package var firstRecord: Int
}

/// One stored error.
package struct StoredError: Sendable, Equatable {
  package var submission: Int64
  /// The rule's position in the plan; 0 is the reader.
  package var rule: Int
  /// Nil means the rule's usual code.
  package var code: String?
  /// A JSON object, or nil.
  package var arguments: String?
}

/// Which submissions are meant.
package struct SubmissionFilter: Sendable {
  /// Of that form.
  package var form: String?
  /// Of that import.
  package var importID: Int64?
  /// Of that source.
  package var source: String?
  /// Of that batch.
  package var batch: String?
  /// Of imports that started at or after that time.
  package var since: String?
  /// As that run judged them; nil means the last finished run.
  package var run: Int64?

  package init(
    form: String? = nil, importID: Int64? = nil, source: String? = nil, batch: String? = nil,
    since: String? = nil, run: Int64? = nil
  ) {
    self.form = form
    self.importID = importID
    self.source = source
    self.batch = batch
    self.since = since
    self.run = run
  }
}

extension Store {
  /// Which run's verdict holds for which submissions, in the order of ids.
  ///
  /// Costs a look at every span and range, none at a submission.
  package func verdictSegments(_ filter: SubmissionFilter) throws(StoreError) -> [VerdictSegment] {
    try read { db in
      let spans = try Row.fetchAll(
        db,
        sql: """
          SELECT p.first_submission, p.last_submission, p.import, p.first_record
          FROM span p
          JOIN import i ON i.id = p.import
          JOIN form_version v ON v.id = i.form_version
          JOIN form f ON f.id = v.form
          WHERE (:form IS NULL OR f.name = :form) AND (:import IS NULL OR i.id = :import)
            AND (:source IS NULL OR i.source = :source) AND (:batch IS NULL OR i.batch = :batch)
            AND (:since IS NULL OR i.started_at >= :since)
          ORDER BY p.first_submission
          """,
        arguments: [
          "form": filter.form, "import": filter.importID, "source": filter.source,
          "batch": filter.batch, "since": filter.since,
        ])
      let ranges = try Row.fetchAll(
        db,
        sql: """
          SELECT g.first_submission, g.last_submission, g.run, r.plan, e.number
          FROM run_range g
          JOIN run r ON r.id = g.run
          JOIN run_end e ON e.run = g.run
          WHERE :run IS NULL OR g.run = :run
          ORDER BY g.first_submission
          """,
        arguments: ["run": filter.run]
      ).map { row in
        RunRange(ids: row[0]...row[1], run: row[2], plan: row[3], number: row[4])
      }
      return Self.segments(
        spans: spans.map { ($0[0] as Int64, $0[1] as Int64, $0[2] as Int64, $0[3] as Int) },
        ranges: ranges)
    }
  }

  struct RunRange {
    var ids: ClosedRange<Int64>
    var run: Int64
    var plan: Int64
    /// The place in the order of ending.
    var number: Int64
  }

  /// Cuts the spans where the run that holds changes. Both are in the order of ids; ranges may
  /// overlap, and the one that ended last holds.
  static func segments(
    spans: [(first: Int64, last: Int64, importID: Int64, record: Int)], ranges: [RunRange]
  ) -> [VerdictSegment] {
    var result: [VerdictSegment] = []
    var active: [RunRange] = []
    var next = 0
    for span in spans {
      var id = span.first
      while id <= span.last {
        while next < ranges.count, ranges[next].ids.lowerBound <= id {
          active.append(ranges[next])
          next += 1
        }
        active.removeAll { $0.ids.upperBound < id }
        var end = span.last
        if next < ranges.count { end = min(end, ranges[next].ids.lowerBound - 1) }
        if let holding = active.max(by: { $0.number < $1.number }) {
          for range in active { end = min(end, range.ids.upperBound) }
          let segment = VerdictSegment(
            run: holding.run, plan: holding.plan, importID: span.importID, ids: id...end,
            firstRecord: span.record + Int(id - span.first))
          if let last = result.last, last.run == segment.run, last.importID == segment.importID,
            last.ids.upperBound + 1 == id,
            last.firstRecord + last.ids.count == segment.firstRecord
          {
            result[result.count - 1].ids = last.ids.lowerBound...end
          } else {
            result.append(segment)
          }
        }
        id = end + 1
      }
    }
    return result
  }

  /// Which submissions of a segment are read.
  package enum VerdictChoice: String, Sendable, CaseIterable {
    /// Rejected and not corrected.
    case open
    case rejected
    case accepted
    /// With a warning, accepted or not.
    case warned
    case all
  }

  /// Reads submissions of a segment with the errors of its run, in the order of ids.
  ///
  /// - Parameters:
  ///   - after: only ids beyond this one.
  ///   - limit: at most so many submissions.
  /// - Returns: the errors of the rows read, in order of submission and rule.
  package func readJudged(
    _ segment: VerdictSegment, _ choice: VerdictChoice, after: Int64, limit: Int,
    into rows: inout StoredRows
  ) throws(StoreError) -> [StoredError] {
    rows.removeAll()
    let failing = """
      (SELECT e.submission FROM error e
       JOIN plan_rule p ON p.plan = :plan AND p.position = e.rule
       WHERE e.run = :run AND e.submission BETWEEN :first AND :last AND p.severity = :severity)
      """
    let condition =
      switch choice {
      case .open: "IN \(failing) AND s.id NOT IN (SELECT corrects FROM correction)"
      case .rejected, .warned: "IN \(failing)"
      case .accepted: "NOT IN \(failing)"
      case .all: "= s.id AND :plan + :run IS NOT NULL AND :severity IS NOT NULL"
      }
    let first = max(segment.ids.lowerBound, after + 1)
    guard first <= segment.ids.upperBound else { return [] }
    do {
      return try queue.inDatabase { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT s.id, s.line, s.cells FROM submission s
            WHERE s.id BETWEEN :first AND :last AND s.id \(condition)
            ORDER BY s.id LIMIT :limit
            """)
        try statement.setArguments([
          "first": first, "last": segment.ids.upperBound, "plan": segment.plan,
          "run": segment.run, "severity": choice == .warned ? "warning" : "error", "limit": limit,
        ])
        try statement.forEachStep { row in
          rows.ids.append(row.integer(0))
          rows.lines.append(row.integer(1))
          row.appendText(2, to: &rows.text)
          rows.ends.append(rows.text.count)
        }
        guard let low = rows.ids.first, let high = rows.ids.last else { return [] }
        return try Self.errors(db, run: segment.run, low...high)
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// The errors of a run at a range of submissions, in order of submission and rule.
  package func errors(
    run: Int64, _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [StoredError] {
    do {
      return try queue.inDatabase { try Self.errors($0, run: run, ids) }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  static func errors(
    _ db: Database, run: Int64, _ ids: ClosedRange<Int64>
  ) throws -> [StoredError] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT submission, rule, code, arguments FROM error
        WHERE run = ? AND submission BETWEEN ? AND ? ORDER BY submission, rule
        """)
    try statement.setArguments([run, ids.lowerBound, ids.upperBound])
    var errors: [StoredError] = []
    try statement.forEachStep { row in
      errors.append(
        StoredError(
          submission: row.integer(0), rule: Int(row.integer(1)), code: row.text(2),
          arguments: row.text(3)))
    }
    return errors
  }
}

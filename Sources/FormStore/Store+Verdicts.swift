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

  /// What a row of `import i` and `form f` must fulfil.
  static let condition = """
    (:form IS NULL OR f.name = :form) AND (:import IS NULL OR i.id = :import)
      AND (:source IS NULL OR i.source = :source) AND (:batch IS NULL OR i.batch = :batch)
      AND (:since IS NULL OR i.started_at >= :since)
    """

  /// The parameters of `condition`.
  var arguments: StatementArguments {
    ["form": form, "import": importID, "source": source, "batch": batch, "since": since]
  }
}

extension Store {
  /// Which run's verdict holds for which submissions, in the order of ids.
  ///
  /// Costs a look at every span and range, none at a submission.
  package func verdictSegments(_ filter: SubmissionFilter) throws(StoreError) -> [VerdictSegment] {
    try read { db in
      let spans = try db.makeStatement(
        sql: """
          SELECT p.first_submission, p.last_submission, p.import, p.first_record
          FROM span p
          JOIN import i ON i.id = p.import
          JOIN form_version v ON v.id = i.form_version
          JOIN form f ON f.id = v.form
          WHERE \(SubmissionFilter.condition)
          ORDER BY p.first_submission
          """)
      try spans.setArguments(filter.arguments)
      let ranges = try db.makeStatement(
        sql: """
          SELECT g.first_submission, g.last_submission, g.run, r.plan, e.number
          FROM run_range g
          JOIN run r ON r.id = g.run
          JOIN run_end e ON e.run = g.run
          WHERE (:run IS NULL OR g.run = :run) AND g.first_submission <= g.last_submission
          ORDER BY g.first_submission
          """)
      try ranges.setArguments(["run": filter.run])
      return Self.segments(
        spans: try spans.mapSteps { row in
          (row.integer(0), row.integer(1), row.integer(2), Int(row.integer(3)))
        },
        ranges: try ranges.mapSteps { row in
          RunRange(
            ids: row.integer(0)...row.integer(1), run: row.integer(2), plan: row.integer(3),
            number: row.integer(4))
        })
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
}

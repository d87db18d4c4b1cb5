import FormBytes
import GRDB

extension Store {
  /// Returns the segments whose verdicts are current, or those of the filter's run, in the order of
  /// ids.
  ///
  /// Costs one read per range and, if the filter has a source, per single submission of it.
  ///
  /// - Parameter withPurged: Whether to include purged submissions, for counting.
  package func verdictSegments(
    _ filter: SubmissionFilter, withPurged: Bool = false
  ) throws(StoreError) -> [VerdictSegment] {
    try read { db in
      var segments =
        try filter.runID.map { try Self.segments(db, ofRun: $0, filter) }
        ?? Self.currentSegments(db, filter)
      if let source = filter.source {
        segments = try Self.narrow(db, segments, toSource: source)
      }
      if let ids = filter.ids { segments = segments.parts { $0.intersection(ids) } }
      return withPurged ? segments : try Self.partsWithCells(db, of: segments)
    }
  }

  /// Returns the parts of segments that are not purged.
  package func partsWithCells(
    of segments: [VerdictSegment]
  ) throws(StoreError) -> [VerdictSegment] {
    try read { try Self.partsWithCells($0, of: segments) }
  }

  /// Returns the parts of segments whose single submissions have the same source, with this source.
  ///
  /// Costs one read per single submission of segments without a source, and memory for a segment
  /// wherever the source changes: for each single submission if two sources alternate.
  package func partsBySource(
    of segments: [VerdictSegment]
  ) throws(StoreError) -> [VerdictSegment] {
    try read { try Self.partsBySource($0, of: segments, imports: Self.intakes($0)) }
  }

  private static func partsWithCells(
    _ db: Database, of segments: [VerdictSegment]
  ) throws -> [VerdictSegment] {
    let purged = try Purge.ranges(db)
    return purged.isEmpty ? segments : segments.parts { $0.subtracting(purged) }
  }

  private static func currentSegments(
    _ db: Database, _ filter: SubmissionFilter
  ) throws -> [VerdictSegment] {
    try db.mapRows(
      sql: """
        SELECT c.first_submission, c.last_submission, c.import, c.first_record, c.run, c.plan
        FROM current c
        JOIN import i ON i.id = c.import
        JOIN definition f ON f.id = i.form
        WHERE c.run IS NOT NULL AND \(SubmissionFilter.condition)
        ORDER BY c.first_submission
        """, arguments: filter.arguments, VerdictSegment.init(row:))
  }

  /// Returns the submissions of a form's unfinished imports, which have no verdict in effect yet,
  /// with the run that judges them.
  package func unfinishedSubmissions(formID: Int64) throws(StoreError) -> [VerdictSegment] {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT s.first_submission, s.last_submission, s.import, s.first_record, r.id, r.plan
          FROM progress p
          JOIN import i ON i.id = p.import
          JOIN run r ON r.id = p.run
          JOIN span s ON s.import = p.import
          WHERE i.form = ? ORDER BY s.first_submission
          """, arguments: [formID], VerdictSegment.init(row:))
    }
  }

  /// Returns the segments that a run judged, whether its verdicts are current or not.
  static func segments(
    _ db: Database, ofRun runID: Int64, _ filter: SubmissionFilter
  ) throws -> [VerdictSegment] {
    let spans = try db.mapRows(
      sql: """
        SELECT p.first_submission, p.last_submission, p.import, p.first_record
        FROM span p
        JOIN import i ON i.id = p.import
        JOIN definition f ON f.id = i.form
        WHERE \(SubmissionFilter.condition)
        ORDER BY p.first_submission
        """, arguments: filter.arguments
    ) { row in
      try SubmissionSpan(
        ids: row.ids(), importID: row.integer(2), firstRecord: Int64(row.count(3)))
    }
    let ranges = try db.mapRows(
      sql: """
        \(SQLFragments.coveredRanges) SELECT g.first_submission, g.last_submission, g.run, r.plan, 0
        FROM covered g JOIN run r ON r.id = g.run WHERE g.run = :run ORDER BY g.first_submission
        """, arguments: ["run": runID], RunRange.init(row:))
    return Self.segments(spans: spans, ranges: ranges)
  }

  /// Returns the parts of segments whose submissions come from a source.
  private static func narrow(
    _ db: Database, _ segments: [VerdictSegment], toSource source: String
  ) throws -> [VerdictSegment] {
    let (intakes, source) = (try intakes(db), source.utf8Bytes)
    return try partsBySource(db, of: segments, imports: intakes).filter {
      !intakes.contains($0.importID) || $0.source?.utf8Bytes == source
    }
  }

  private static func intakes(_ db: Database) throws -> Set<Int64> {
    try Int64.fetchSet(db, sql: "SELECT import FROM intake")
  }

  /// Returns the parts of the segments of intakes, each of whose submissions has its own source.
  /// Segments with a source are such parts already.
  private static func partsBySource(
    _ db: Database, of segments: [VerdictSegment], imports intakes: Set<Int64>
  ) throws -> [VerdictSegment] {
    var result: [VerdictSegment] = []
    for segment in segments {
      guard segment.source == nil, intakes.contains(segment.importID) else {
        result.append(segment)
        continue
      }
      var part: VerdictSegment?
      try db.forEachRow(
        sql: """
          SELECT submission, source FROM intake_submission
          WHERE submission BETWEEN ? AND ? ORDER BY submission
          """, arguments: [segment.ids.lowerBound, segment.ids.upperBound]
      ) { row in
        let (id, source) = try (row.integer(0), row.optionalText(1))
        if let first = part?.ids.lowerBound, part?.source?.utf8Bytes == source?.utf8Bytes {
          part?.ids = first...id
        } else {
          if let part { result.append(part) }
          part = segment.part(id...id)
          part?.source = source
        }
      }
      if let part { result.append(part) }
    }
    return result
  }

  struct RunRange {
    var ids: ClosedRange<Int64>
    var runID: Int64
    var planID: Int64
    /// The position in the order in which runs ended.
    var number: Int64
  }

  /// Splits the spans wherever the current run changes.
  ///
  /// Both are in the order of ids. Of overlapping ranges, the one whose run ended last counts.
  static func segments(
    spans: [SubmissionSpan], ranges: [RunRange]
  ) -> [VerdictSegment] {
    var result: [VerdictSegment] = []
    var active: [RunRange] = []
    var next = 0
    for span in spans {
      var id = span.ids.lowerBound
      while id <= span.ids.upperBound {
        while next < ranges.count, ranges[next].ids.lowerBound <= id {
          active.append(ranges[next])
          next += 1
        }
        active.removeAll { $0.ids.upperBound < id }
        var end = span.ids.upperBound
        if next < ranges.count { end = min(end, ranges[next].ids.lowerBound - 1) }
        if let holding = active.max(by: { $0.number < $1.number }) {
          for range in active { end = min(end, range.ids.upperBound) }
          let segment = VerdictSegment(
            runID: holding.runID, planID: holding.planID, importID: span.importID, ids: id...end,
            firstRecord: Int(span.firstRecord &+ (id - span.ids.lowerBound)))
          if let last = result.last, last.runID == segment.runID, last.importID == segment.importID,
            last.ids.upperBound + 1 == id,
            last.firstRecord &+ last.ids.count == segment.firstRecord
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

extension Store.RunRange {
  /// Decodes a row with the first and last submission, run, plan and number.
  init(row: StatementRow) throws(StoreError) {
    try self.init(
      ids: row.ids(), runID: row.integer(2), planID: row.integer(3), number: row.integer(4))
  }
}

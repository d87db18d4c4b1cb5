import GRDB

extension Store {
  /// Reads submissions of a segment with the errors of its run, in the order of ids.
  ///
  /// Costs one read per row returned and, for accepted submissions, per row skipped.
  ///
  /// - Returns: The errors of the returned rows, ordered by submission and rule.
  package func readJudged(
    _ segment: VerdictSegment, _ filter: VerdictFilter, limits: ReadLimits,
    into rows: inout StoredRows
  ) throws(StoreError) -> [StoredError] {
    rows.removeAll()
    return try readWithoutTransaction { db in
      let statement = try db.cachedStatement(sql: Self.judgedSQL(db, filter))
      var errors: [StoredError] = []
      var first = try Self.firstCandidate(db, segment, filter)
      var queryLimit = Self.firstQueryLimit
      while first <= segment.ids.upperBound {
        let (start, count) = (rows.count, min(queryLimit, limits.submissions - rows.count))
        try statement.setArguments(
          filter.arguments(segment)
            + ["first": first, "last": segment.ids.upperBound, "limit": count])
        try statement.forEachStep(while: { rows.text.count < limits.bytes }) { row in
          try rows.append(row)
        }
        guard start < rows.count, let last = rows.ids.last else { break }
        let found = try StoredError.fetch(
          db, runID: segment.runID, rows.ids[start]...last, maximum: limits.errors - errors.count)
        errors += found.errors
        if let end = found.end { rows.removeRows(from: end) }
        let isFull =
          rows.count == limits.submissions || rows.text.count >= limits.bytes
          || errors.count >= limits.errors
        if found.end != nil || rows.count < start + count || isFull { break }
        first = last + 1
        queryLimit *= 4
      }
      return errors
    }
  }

  /// Returns the number of submissions of a segment after an id. Reads no cells.
  package func countJudged(
    _ segment: VerdictSegment, _ filter: VerdictFilter, after: Int64
  ) throws(StoreError) -> Int {
    if filter == VerdictFilter() {
      return max(0, Int(segment.ids.upperBound - max(segment.ids.lowerBound - 1, after)))
    }
    return try judgedSubmissions(segment, filter, after: after, limit: .max).count
  }

  /// Returns the number of submissions of a segment after an id, at most `limit`, and the id of the
  /// last of them. Reads no cells.
  package func judgedSubmissions(
    _ segment: VerdictSegment, _ filter: VerdictFilter, after: Int64, limit: Int
  ) throws(StoreError) -> (count: Int, last: Int64?) {
    guard after < segment.ids.upperBound, limit > 0 else { return (0, nil) }
    return try read { db in
      let first = try Self.firstCandidate(db, segment, filter, after: after)
      return try db.firstRow(
        sql: """
          SELECT count(*), max(id) FROM (\(filter.candidates(db)) LIMIT :limit)
          """,
        arguments: filter.arguments(segment)
          + ["first": first, "last": segment.ids.upperBound, "limit": limit]
      ) { try (count: $0.count(0), last: $0.optionalInteger(1)) } ?? (0, nil)
    }
  }

  /// The number of submissions in the first statement of a batch. Each subsequent statement has
  /// four times as many. Candidates after the end of a batch are discarded.
  private static let firstQueryLimit = 16

  /// Returns the statement for `readJudged`.
  ///
  /// The subquery reads errors if only failures are wanted, otherwise submissions. Both are
  /// read in the order of ids, so that the statement ends at the limit. Neither of them sorts,
  /// because a batch of long records would not fit into memory.
  private static func judgedSQL(_ db: Database, _ filter: VerdictFilter) throws -> String {
    """
    SELECT s.id, s.line, s.cells FROM submission_content s
    WHERE s.id IN (\(try filter.candidates(db)) LIMIT :limit) ORDER BY s.id
    """
  }

  /// Returns the first submission of a segment after an id that a filter may select.
  ///
  /// Skips long ranges of superseded ones, so that the cost does not depend on the number of
  /// earlier deliveries.
  private static func firstCandidate(
    _ db: Database, _ segment: VerdictSegment, _ filter: VerdictFilter, after: Int64 = 0
  ) throws -> Int64 {
    var first = max(segment.ids.lowerBound, after + 1)
    // The filter skips one submission faster than a search for its range.
    while filter.isUnreplaced, first <= segment.ids.upperBound,
      let range = try SupersededTable.range(db, containing: first), range.ids.count >= 16,
      filter.replaces(range.superseders)
    {
      first = range.ids.upperBound + 1
    }
    return first
  }

  /// Returns the errors of a run for a range of submissions, ordered by submission and rule.
  package func errors(
    runID: Int64, _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [StoredError] {
    try errors(runID: runID, ids, maximum: .max).errors
  }

  /// Returns the first errors of a run for a range of submissions, ordered by submission and rule.
  ///
  /// - Parameter maximum: The maximum number of errors; the last submission is never split.
  /// - Returns: The errors, and the next submission with errors, or nil if there is none.
  package func errors(
    runID: Int64, _ ids: ClosedRange<Int64>, maximum: Int
  ) throws(StoreError) -> (errors: [StoredError], end: Int64?) {
    try read { try StoredError.fetch($0, runID: runID, ids, maximum: maximum) }
  }

  /// Returns whether a range has a submission that could not be parsed.
  package func hasMalformed(_ ids: ClosedRange<Int64>) throws(StoreError) -> Bool {
    try read { db in
      try db.hasRow(
        sql: "SELECT 1 FROM malformed WHERE submission BETWEEN ? AND ?",
        arguments: [ids.lowerBound, ids.upperBound])
    }
  }

  /// Returns the first submission in a range that is malformed and follows malformed records of at
  /// least `maximumBytes`, or nil if there is none. Reads the lengths of the records only.
  package func endOfMalformed(
    _ ids: ClosedRange<Int64>, maximumBytes: Int
  ) throws(StoreError) -> Int64? {
    try read { db in
      var bytes = 0
      var end: Int64?
      try db.forEachRow(
        sql: """
          SELECT submission, length(raw) FROM malformed WHERE submission BETWEEN ? AND ?
          ORDER BY submission
          """, arguments: [ids.lowerBound, ids.upperBound], while: { end == nil }
      ) { row in
        if bytes >= maximumBytes { end = try row.integer(0) }
        bytes += try row.count(1)
      }
      return end
    }
  }

  /// Returns the bytes of the malformed records in a range of submissions.
  package func malformed(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [Int64: [UInt8]] {
    try read { db in
      try db.dictionary(
        sql: "SELECT submission, raw FROM malformed WHERE submission BETWEEN ? AND ?",
        arguments: [ids.lowerBound, ids.upperBound]
      ) { (try $0.integer(0), $0.bytes(1)) }
    }
  }
}

/// The sizes after which a batch of submissions ends.
package struct ReadLimits: Sendable {
  /// The maximum number of submissions.
  package var submissions: Int
  /// The number of bytes of cells after which a batch ends.
  package var bytes: Int
  /// The number of errors after which a batch ends. The last submission is never split.
  package var errors: Int

  package init(submissions: Int, bytes: Int, errors: Int) {
    self.submissions = submissions
    self.bytes = bytes
    self.errors = errors
  }
}

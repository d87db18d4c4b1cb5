import GRDB

/// A row of the table `current`.
struct CurrentRange: Equatable {
  var ids: ClosedRange<Int64>
  var importID: Int64
  var firstRecord: Int64
  var runID: Int64?
  var planID: Int64?

  /// Returns the part of the range with the given ids.
  func part(_ part: ClosedRange<Int64>) -> CurrentRange {
    var range = self
    range.ids = part
    range.firstRecord &+= part.lowerBound - ids.lowerBound
    return range
  }

  /// Returns whether the other range continues this one.
  func isFollowed(by other: CurrentRange) -> Bool {
    ids.upperBound + 1 == other.ids.lowerBound && importID == other.importID
      && firstRecord &+ Int64(ids.count) == other.firstRecord
      && runID == other.runID && planID == other.planID
  }
}

extension CurrentRange {
  init(row: StatementRow) throws(StoreError) {
    try self.init(
      ids: row.ids(), importID: row.integer(2), firstRecord: row.integer(3),
      runID: row.optionalInteger(4), planID: row.optionalInteger(5))
  }
}

enum CurrentRangeTable {
  private static let columns = "first_submission, last_submission, import, first_record, run, plan"

  static func read(_ db: Database, _ ids: ClosedRange<Int64>) throws -> [CurrentRange] {
    try db.mapRows(
      sql: """
        SELECT \(columns) FROM current WHERE first_submission
          BETWEEN coalesce(\(SQLFragments.rangeStart(of: "?1", in: "current")), ?1) AND ?2
        ORDER BY first_submission
        """, arguments: [ids.lowerBound, ids.upperBound], CurrentRange.init(row:))
  }

  /// Returns at most `limit` ranges, starting at an id.
  static func read(_ db: Database, from id: Int64, limit: Int) throws -> [CurrentRange] {
    try db.mapRows(
      sql: """
        SELECT \(columns) FROM current WHERE first_submission >= ?
        ORDER BY first_submission LIMIT ?
        """, arguments: [id, limit], CurrentRange.init(row:))
  }

  /// The number of ranges replaced at a time.
  private static let window = 20_000

  /// Makes the verdicts of a replay the current ones, for the ranges that it covered.
  static func replace(_ db: Database, _ table: BatchTable, runID: Int64, planID: Int64) throws {
    var after: Int64 = -1
    while true {
      let judged = try db.mapRows(
        sql: """
          SELECT first_submission, last_submission FROM run_range
          WHERE run = ? AND first_submission > ? ORDER BY first_submission LIMIT \(window)
          """, arguments: [runID, after]
      ) { try $0.ids() }
      guard let first = judged.first, let last = judged.last else { return }
      after = last.lowerBound
      // Includes the preceding range, so that equal neighbors are joined.
      let before = try read(db, max(1, first.lowerBound - 1)...last.upperBound)
      let replaced = replaced(before, judged, runID: runID, planID: planID)
      guard before != replaced, let low = before.first, let high = before.last else { continue }
      try db.execute(
        sql: "DELETE FROM current WHERE first_submission BETWEEN ? AND ?",
        arguments: [low.ids.lowerBound, high.ids.lowerBound])
      try insert(db, table, ranges: replaced)
    }
  }

  /// Returns the ranges that follow from runs.
  ///
  /// - Parameters:
  ///   - spans: The spans of finished imports within a window, in the order of ids.
  ///   - window: The submissions.
  static func derived(
    _ db: Database, _ spans: [SubmissionSpan], window: ClosedRange<Int64>
  ) throws -> [CurrentRange] {
    let ranges = try db.mapRows(
      sql: """
        \(SQLFragments.coveredRanges) SELECT max(g.first_submission, :low),
          min(g.last_submission, :high), r.id, r.plan, coalesce(o.number, 0)
        FROM covered g
        JOIN run r ON r.id = g.run
        LEFT JOIN event o ON o.kind = 'run' AND o.subject = r.id
        WHERE (o.number IS NOT NULL OR r.kind = 'intake')
          AND g.first_submission <= :high AND g.last_submission >= :low
        ORDER BY g.first_submission
        """, arguments: ["low": window.lowerBound, "high": window.upperBound],
      Store.RunRange.init(row:))
    return Store.segments(spans: spans, ranges: ranges).map {
      CurrentRange(
        ids: $0.ids, importID: $0.importID, firstRecord: Int64($0.firstRecord), runID: $0.runID,
        planID: $0.planID)
    }
  }

  /// Inserts the ranges of an import that follow from runs.
  static func insert(_ db: Database, _ table: BatchTable, ofImport importID: Int64) throws {
    let spans = try SubmissionSpan.all(db, ofImport: importID)
    guard let first = spans.first, let last = spans.last else { return }
    try insert(
      db, table, ranges: derived(db, spans, window: first.ids.lowerBound...last.ids.upperBound))
  }

  private static func insert(
    _ db: Database, _ table: BatchTable, ranges: [CurrentRange]
  ) throws {
    var numbers: [Int64] = []
    numbers.reserveCapacity(ranges.count * BatchTable.width)
    for range in ranges {
      numbers += [
        range.ids.lowerBound, range.ids.upperBound, range.importID, range.firstRecord,
        range.runID ?? 0, range.planID ?? 0, 0, 0,
      ]
    }
    try table.withNumbers(numbers) {
      try db.execute(
        sql: """
          INSERT INTO current (\(columns))
          SELECT c0, c1, c2, c3, nullif(c4, 0), nullif(c5, 0) FROM batch_number
          """)
    }
  }

  /// Returns the current ranges after a run has evaluated some of the submissions again.
  static func replaced(
    _ before: [CurrentRange], _ judged: [ClosedRange<Int64>], runID: Int64, planID: Int64
  ) -> [CurrentRange] {
    var after: [CurrentRange] = []
    after.reserveCapacity(before.count + 2 * judged.count)
    func add(_ range: CurrentRange) {
      if let last = after.last, last.isFollowed(by: range) {
        after[after.count - 1].ids = last.ids.lowerBound...range.ids.upperBound
      } else {
        after.append(range)
      }
    }
    var next = 0
    for range in before {
      var id = range.ids.lowerBound
      while next < judged.count, judged[next].upperBound < id { next += 1 }
      var index = next
      while index < judged.count, judged[index].lowerBound <= range.ids.upperBound {
        let low = max(judged[index].lowerBound, range.ids.lowerBound)
        let high = min(judged[index].upperBound, range.ids.upperBound)
        if low > id { add(range.part(id...(low - 1))) }
        var part = range.part(low...high)
        part.runID = runID
        part.planID = planID
        add(part)
        id = high + 1
        index += 1
      }
      next = max(next, index - 1)
      if id <= range.ids.upperBound { add(range.part(id...range.ids.upperBound)) }
    }
    return after
  }
}

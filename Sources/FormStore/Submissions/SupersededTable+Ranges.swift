import GRDB

extension SupersededTable {
  private static let columns = "first_submission, last_submission, superseded_by"

  /// Returns the ranges of submissions, in ascending order.
  static func ranges(_ db: Database, of ids: ClosedRange<Int64>) throws -> [SupersededRange] {
    try rows(db, overlapping: ids).map { $0.part($0.ids.clamped(to: ids)) }
  }

  /// Returns the range that contains a submission, or nil.
  static func range(_ db: Database, containing submission: Int64) throws -> SupersededRange? {
    try rows(db, overlapping: submission...submission).first
  }

  /// Returns what supersedes some submissions, by submission.
  static func superseders(
    _ db: Database, of submissions: some Sequence<Int64>
  ) throws -> [Int64: Int64] {
    try db.dictionary(
      sql: """
        SELECT id, superseder FROM (
          SELECT value AS id, \(superseder(of: "value")) AS superseder FROM json_each(?))
        WHERE superseder IS NOT NULL
        """, arguments: [SQLFragments.jsonArray(of: submissions)]
    ) { try ($0.integer(0), $0.integer(1)) }
  }

  private static func rows(
    _ db: Database, overlapping ids: ClosedRange<Int64>
  ) throws -> [SupersededRange] {
    try db.mapRows(
      sql: """
        SELECT \(columns) FROM superseded
        WHERE first_submission BETWEEN ?1 >> 12 << 12 AND ?2 AND last_submission >= ?1
        ORDER BY first_submission
        """, arguments: [ids.lowerBound, ids.upperBound], SupersededRange.init(row:))
  }

  /// Calls the body with each range, in the order of submissions.
  static func forEach(
    _ db: Database, body: (SupersededRange) throws -> Void
  ) throws {
    try db.forEachRow(sql: "SELECT \(columns) FROM superseded ORDER BY first_submission") {
      try body(SupersededRange(row: $0))
    }
  }

  /// Calls the body with each range that submissions supersede, in the order of these. Several
  /// submissions may be superseded by the same one.
  static func forEach(
    _ db: Database, by ids: ClosedRange<Int64>, body: (SupersededRange) throws -> Void
  ) throws {
    try db.forEachRow(
      sql: """
        SELECT \(columns) FROM superseded
        WHERE superseded_by BETWEEN ?1 - \(longestRange - 1) AND ?2
          AND superseded_by + last_submission - first_submission >= ?1
        ORDER BY superseded_by, first_submission
        """, arguments: [ids.lowerBound, ids.upperBound]
    ) { row in
      let range = try SupersededRange(row: row)
      try body(range.part(by: range.superseders.clamped(to: ids)))
    }
  }

  /// Adds ranges, in ascending order.
  ///
  /// - Parameter table: The table for bulk inserts, or nil for few ranges.
  static func insert(_ db: Database, _ ranges: [SupersededRange], table: BatchTable?) throws {
    let insert = "INSERT INTO superseded (\(columns))"
    guard let table else {
      for range in ranges {
        try db.cachedStatement(sql: "\(insert) VALUES (?, ?, ?)").execute(
          arguments: [range.ids.lowerBound, range.ids.upperBound, range.by])
      }
      return
    }
    for start in stride(from: 0, to: ranges.count, by: 10_000) {
      var numbers: [Int64] = []
      for range in ranges[start..<min(start + 10_000, ranges.count)] {
        numbers += [range.ids.lowerBound, range.ids.upperBound, range.by, 0, 0, 0, 0, 0]
      }
      try table.withNumbers(numbers) {
        try db.cachedStatement(sql: "\(insert) SELECT c0, c1, c2 FROM batch_number").execute()
      }
    }
  }

  /// Joins the ranges that continue each other, 100,000 at a time.
  static func join(
    _ db: Database, _ ids: ClosedRange<Int64>, table: BatchTable?
  ) throws {
    var next = ids.lowerBound
    while true {
      let before = try db.mapRows(
        sql: """
          SELECT \(columns) FROM superseded WHERE first_submission BETWEEN ? AND ?
          ORDER BY first_submission LIMIT 100000
          """, arguments: [next, ids.upperBound], SupersededRange.init(row:))
      guard let first = before.first, let last = before.last else { return }
      let joined = before.joined()
      if joined.count < before.count {
        try db.cachedStatement(
          sql: "DELETE FROM superseded WHERE first_submission BETWEEN ? AND ?"
        ).execute(arguments: [first.ids.lowerBound, last.ids.lowerBound])
        try insert(db, joined, table: table)
      }
      next = last.ids.upperBound + 1
    }
  }

  /// Removes submissions.
  ///
  /// - Parameter ids: The ids, in ascending order.
  static func remove(_ db: Database, _ ids: [ClosedRange<Int64>]) throws {
    for removed in ids {
      let (low, high) = (removed.lowerBound, removed.upperBound)
      let first = try range(db, containing: low)
      let last = try range(db, containing: high)
      try db.cachedStatement(
        sql: "DELETE FROM superseded WHERE first_submission BETWEEN ? AND ?"
      ).execute(arguments: [first?.ids.lowerBound ?? low, high])
      if let first, first.ids.lowerBound < low {
        try insert(db, [first.part(first.ids.lowerBound...(low - 1))], table: nil)
      }
      if let last, last.ids.upperBound > high {
        try insert(db, [last.part((high + 1)...last.ids.upperBound)], table: nil)
      }
    }
  }
}

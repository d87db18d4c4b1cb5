import FormBytes
import GRDB

/// Consecutive submissions that consecutive submissions supersede.
struct SupersededRange: Equatable {
  private(set) var ids: ClosedRange<Int64>
  /// What supersedes the first one. The submissions after it supersede the others.
  private(set) var by: Int64

  /// What supersedes the submissions.
  var superseders: ClosedRange<Int64> { by...superseder(of: ids.upperBound) }

  func superseder(of submission: Int64) -> Int64 { by + (submission - ids.lowerBound) }

  /// The submissions that some submissions supersede.
  func superseded(by superseders: ClosedRange<Int64>) -> ClosedRange<Int64> {
    let offset = ids.lowerBound - by
    return (superseders.lowerBound + offset)...(superseders.upperBound + offset)
  }

  /// Returns the part of the range with the given ids.
  func part(_ part: ClosedRange<Int64>) -> SupersededRange {
    SupersededRange(ids: part, by: superseder(of: part.lowerBound))
  }

  /// Adds the next submission, unless something else supersedes it or the range is full.
  fileprivate mutating func extend(to next: Superseded) -> Bool {
    guard next.submission == ids.upperBound + 1, next.by == superseder(of: next.submission),
      ids.count < SupersededTable.longest
    else { return false }
    ids = ids.lowerBound...next.submission
    return true
  }
}

extension SupersededRange {
  fileprivate init(_ pair: Superseded) {
    self.init(ids: pair.submission...pair.submission, by: pair.by)
  }

  init(row: SteppedRow) throws(StoreError) {
    self.init(ids: try row.ids(), by: row.integer(2))
    guard (1...Row.largestNumber).contains(by) else {
      throw .damaged("submission \(by) supersedes others")
    }
  }
}

extension [SupersededRange] {
  /// Returns what supersedes a submission, or nil if none of the ranges, in ascending order,
  /// contains it.
  func superseder(of submission: Int64) -> Int64? {
    let index = partitioningIndex { $0.ids.upperBound >= submission }
    return index < count && self[index].ids.contains(submission)
      ? self[index].superseder(of: submission) : nil
  }
}

/// The submissions that later deliveries of the same records supersede (table `superseded`).
///
/// A row is a range, so that a table that is delivered again in the same order takes one row for
/// several thousand records.
enum SupersededTable {
  /// The largest number of submissions in a range, which bounds the search for what a submission
  /// supersedes.
  fileprivate static let longest = 4_096

  /// Returns an expression for what supersedes a submission, NULL if nothing does.
  static func superseder(of id: String) -> String {
    """
    (SELECT CASE WHEN x.last_submission >= \(id)
        THEN x.superseded_by + \(id) - x.first_submission END
      FROM superseded x WHERE x.first_submission <= \(id)
      ORDER BY x.first_submission DESC LIMIT 1)
    """
  }

  /// Returns a condition that is true if a submission is superseded.
  static func contains(_ id: String) -> String { "\(superseder(of: id)) IS NOT NULL" }

  /// Returns an expression for the last submission that a submission supersedes, NULL if there is
  /// none.
  static func superseded(by id: String) -> String {
    """
    (SELECT max(x.first_submission + \(id) - x.superseded_by) FROM superseded x
      WHERE x.superseded_by BETWEEN \(id) - \(longest - 1) AND \(id)
        AND x.superseded_by + x.last_submission - x.first_submission >= \(id))
    """
  }

  /// Returns the ranges of submissions, in ascending order.
  static func ranges(_ db: Database, of ids: ClosedRange<Int64>) throws -> [SupersededRange] {
    try rows(db, overlapping: ids).map { $0.part($0.ids.clamped(to: ids)) }
  }

  /// Returns the range that contains a submission, or nil.
  static func range(_ db: Database, containing submission: Int64) throws -> SupersededRange? {
    try rows(db, overlapping: submission...submission).first
  }

  /// Calls the body with each range, in the order of submissions.
  static func forEach(
    _ db: Database, body: (SupersededRange) throws -> Void
  ) throws {
    try db.forEachRow(
      sql: """
        SELECT first_submission, last_submission, superseded_by FROM superseded
        ORDER BY first_submission
        """
    ) { try body(SupersededRange(row: $0)) }
  }

  private static func rows(
    _ db: Database, overlapping ids: ClosedRange<Int64>
  ) throws -> [SupersededRange] {
    try db.mapRows(
      sql: """
        SELECT first_submission, last_submission, superseded_by FROM superseded
        WHERE first_submission BETWEEN coalesce(
            (SELECT max(first_submission) FROM superseded WHERE first_submission <= ?1), ?1) AND ?2
          AND last_submission >= ?1
        ORDER BY first_submission
        """, arguments: [ids.lowerBound, ids.upperBound], SupersededRange.init(row:))
  }

  /// Returns the ranges that submissions supersede, in the order of these. Several may be
  /// superseded by the same one.
  static func ranges(_ db: Database, by ids: ClosedRange<Int64>) throws -> [SupersededRange] {
    try db.mapRows(
      sql: """
        SELECT first_submission, last_submission, superseded_by FROM superseded
        WHERE superseded_by BETWEEN ?1 - \(longest - 1) AND ?2
          AND superseded_by + last_submission - first_submission >= ?1
        ORDER BY superseded_by, first_submission
        """, arguments: [ids.lowerBound, ids.upperBound], SupersededRange.init(row:)
    ).map { $0.part($0.superseded(by: $0.superseders.clamped(to: ids))) }
  }

  /// Adds superseded submissions, in the order of submissions.
  ///
  /// - Parameter table: The table for bulk inserts, or nil for few submissions.
  static func insert(_ db: Database, _ superseded: [Superseded], table: BatchTable?) throws {
    var ranges: [SupersededRange] = []
    for pair in superseded where ranges.isEmpty || !ranges[ranges.count - 1].extend(to: pair) {
      ranges.append(SupersededRange(pair))
    }
    try insert(db, ranges, table: table)
  }

  /// Adds ranges, in ascending order.
  private static func insert(
    _ db: Database, _ ranges: [SupersededRange], table: BatchTable?
  ) throws {
    let insert = "INSERT INTO superseded (first_submission, last_submission, superseded_by)"
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

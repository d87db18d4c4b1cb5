package import FormRules
import Foundation
import GRDB

/// What identifies records in the outside world (`key:` of their form), and which delivery of a record
/// stands: the later one takes the place of the earlier, once its import is finished. Records of one
/// import with the same key leave each other alone, since that is for rules `unique` to judge; single
/// submissions are deliveries of their own.
enum RecordKeys {
  static func insert(
    _ db: Database, _ table: BatchTable, _ keys: [PreparedBatch.RecordKey], first: Int64
  ) throws {
    guard !keys.isEmpty else { return }
    var numbers: [Int64] = []
    numbers.reserveCapacity(keys.count * BatchTable.width)
    for key in keys {
      numbers += [
        first + Int64(key.record), Int64(bitPattern: key.hash.high),
        Int64(bitPattern: key.hash.low),
        Int64(bitPattern: key.content), 0, 0, 0, 0,
      ]
    }
    try table.withNumbers(numbers) {
      try db.cachedStatement(sql: "INSERT INTO keyed SELECT c0, c1, c2, c3 FROM batch_number")
        .execute()
    }
  }

  /// Makes the records of an import that is finished now supersede earlier deliveries, whose claims they
  /// release.
  ///
  /// Costs a sort of the import's keys and two searches for each.
  static func supersede(_ db: Database, by importID: Int64) throws {
    // Between two stretches there are submissions of other imports.
    let stretches = try Store.spans(db, ofImport: importID).joined()
    guard let first = stretches.first?.lowerBound, let last = stretches.last?.upperBound,
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM keyed WHERE submission BETWEEN ? AND ?)",
        arguments: [first, last]) == true
    else { return }
    let hasLater = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM span WHERE first_submission > ? AND import <> ?)",
      arguments: [first, importID])
    for stretch in stretches {
      if hasLater == true { try supersede(db, stretch, of: importID) }
      try supersede(db, by: stretch, of: importID)
    }
  }

  /// The same for a single submission, which is a delivery of its own.
  static func supersede(_ db: Database, bySubmission id: Int64) throws {
    try supersede(db, by: id...id, of: nil)
  }

  /// Lets submissions of a range be superseded by deliveries that began later and were finished sooner.
  private static func supersede(
    _ db: Database, _ ids: ClosedRange<Int64>, of importID: Int64
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO superseded SELECT k.submission, (
          SELECT n.submission FROM keyed n
          WHERE n.high = k.high AND n.low = k.low AND n.submission > k.submission
            AND n.submission NOT IN (SELECT submission FROM superseded)
            AND \(isFinished("n.submission")) AND \(importSQL(of: "n.submission")) <> :import
          ORDER BY n.submission LIMIT 1) AS later
        FROM keyed k
        WHERE k.submission BETWEEN :first AND :last
          AND k.submission NOT IN (SELECT submission FROM superseded) AND later IS NOT NULL
        """,
      arguments: ["import": importID, "first": ids.lowerBound, "last": ids.upperBound])
    try Exceptions.supersede(db, of: ids)
    try releaseClaims(db, "submission", ids)
  }

  /// Lets a range of submissions, all of which have verdicts, supersede the earlier ones of other imports.
  ///
  /// Of finished deliveries all before a superseded one are superseded too, so that the search ends there,
  /// however many there are.
  ///
  /// - Parameter importID: the import that they are of; nil for a single submission.
  private static func supersede(
    _ db: Database, by ids: ClosedRange<Int64>, of importID: Int64?
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO superseded
        -- Of records with the same key the first stands for them: else each would be compared with each.
        WITH own AS (
          SELECT high, low, min(submission) AS submission FROM keyed
          WHERE submission BETWEEN :first AND :last GROUP BY high, low)
        SELECT k.submission, o.submission FROM own o CROSS JOIN keyed k
        WHERE k.high = o.high AND k.low = o.low AND k.submission < :first
          AND k.submission > coalesce((
            SELECT y.submission FROM keyed y
            WHERE y.high = o.high AND y.low = o.low AND y.submission < :first
              AND y.submission IN (SELECT submission FROM superseded)
              AND \(isFinished("y.submission"))
            ORDER BY y.submission DESC LIMIT 1), 0)
          AND k.submission NOT IN (SELECT submission FROM superseded)
          AND \(importSQL(of: "k.submission")) IS NOT :import
          AND \(importSQL(of: "k.submission")) NOT IN (SELECT import FROM discard)
        """,
      arguments: ["import": importID, "first": ids.lowerBound, "last": ids.upperBound])
    guard db.changesCount > 0 else { return }
    try Exceptions.supersede(db, by: ids)
    try releaseClaims(db, "superseded_by", ids)
  }

  /// Takes submissions of an import that is given up out of what was superseded; they had superseded
  /// nothing, since the import was not finished.
  static func discard(_ db: Database, _ ids: ClosedRange<Int64>) throws {
    try db.execute(
      sql: "DELETE FROM superseded WHERE submission BETWEEN ? AND ?",
      arguments: [ids.lowerBound, ids.upperBound])
  }

  private static func releaseClaims(
    _ db: Database, _ column: String, _ ids: ClosedRange<Int64>
  ) throws {
    try db.cachedStatement(
      sql: """
        DELETE FROM claim WHERE submission IN (
          SELECT submission FROM superseded WHERE \(column) BETWEEN ? AND ?)
        """
    ).execute(arguments: [ids.lowerBound, ids.upperBound])
  }

  /// The import of a submission.
  private static func importSQL(of submission: String) -> String {
    """
    (SELECT import FROM span WHERE first_submission <= \(submission)
      ORDER BY first_submission DESC LIMIT 1)
    """
  }

  /// Whether the submissions of an import have verdicts, by one of them.
  private static func isFinished(_ submission: String) -> String {
    """
    (SELECT c.run IS NOT NULL AND c.last_submission >= \(submission) FROM current c
      WHERE c.first_submission <= \(submission) ORDER BY c.first_submission DESC LIMIT 1)
    """
  }

  /// That a submission was superseded.
  static func isSuperseded(_ submission: String) -> String {
    "\(submission) IN (SELECT submission FROM superseded)"
  }
}

/// What became of the records of an import whose form has a key.
package struct KeyCounts: Sendable, Equatable {
  /// Keys that came for the first time.
  package var new = 0
  /// Records that are a new version of an earlier one.
  package var changed = 0
  /// Records that came before just so.
  package var unchanged = 0
  /// Rejected submissions that accepted ones of this import took the place of.
  package var closed = 0
}

extension Store {
  /// What a finished import's records are to earlier deliveries of them; nil when none has a key.
  package func keyCounts(ofImport importID: Int64) throws(StoreError) -> KeyCounts? {
    try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          WITH own AS MATERIALIZED (
            SELECT k.* FROM span s CROSS JOIN keyed k
            WHERE s.import = ?1
              AND k.submission BETWEEN s.first_submission AND s.last_submission),
          earlier AS MATERIALIZED (
            SELECT o.submission AS later, o.content = k.content AS same, k.submission
            FROM own o CROSS JOIN superseded x CROSS JOIN keyed k
            WHERE x.superseded_by = o.submission AND k.submission = x.submission)
          SELECT (SELECT count(*) FROM (SELECT DISTINCT high, low FROM own)),
            count(DISTINCT later), count(DISTINCT CASE WHEN same THEN later END),
            coalesce(sum(
              \(Self.isRejected("earlier.submission")) AND NOT \(Self.isRejected("later"))), 0)
          FROM earlier
          """,
        arguments: [importID])
      guard let row, try (row[0] as Int) > 0 else { return nil as KeyCounts? }
      let (keys, known, unchanged): (Int, Int, Int) = try (row[0], row[1], row[2])
      return try KeyCounts(
        new: keys - known, changed: known - unchanged, unchanged: unchanged, closed: row[3])
    }
  }

  /// That a submission with a verdict stands rejected.
  private static func isRejected(_ submission: String) -> String {
    "EXISTS (SELECT 1 FROM exception WHERE submission = \(submission) AND rejected = 1)"
  }

  /// The submissions among some whose place was taken by a correction or a later delivery.
  package func replaced(_ ids: ClosedRange<Int64>) throws(StoreError) -> Set<Int64> {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT corrects FROM correction WHERE corrects BETWEEN ?1 AND ?2
          UNION ALL SELECT submission FROM superseded WHERE submission BETWEEN ?1 AND ?2
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      return Set(try statement.mapSteps { $0.integer(0) })
    }
  }

  /// By submission the later delivery that took its place, among some.
  package func superseded(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: Int64] {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT submission, superseded_by FROM superseded WHERE submission BETWEEN ? AND ?
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      return Dictionary(try statement.mapSteps { ($0.integer(0), $0.integer(1)) }) { $1 }
    }
  }

  /// The submissions with a key that no later delivery has taken the place of.
  package func standing(_ key: Hash128) throws(StoreError) -> Set<Int64> {
    try read { db in
      Set(
        try Int64.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT submission FROM keyed
              WHERE high = ? AND low = ? AND NOT \(RecordKeys.isSuperseded("submission"))
              """),
          arguments: [Int64(bitPattern: key.high), Int64(bitPattern: key.low)]))
    }
  }
}

extension RecordKeys {
  /// Whether what was superseded follows from keys, imports and spans.
  static func problem(_ db: Database) throws -> StoreProblem? {
    let isDiscarded = "\(importSQL(of: "k.submission")) IN (SELECT import FROM discard)"
    let later = """
      SELECT 1 FROM keyed n
      WHERE n.high = k.high AND n.low = k.low AND n.submission > k.submission
        AND \(isFinished("n.submission"))
        AND (\(importSQL(of: "n.submission")) IN (SELECT import FROM intake)
          OR \(importSQL(of: "n.submission")) <> \(importSQL(of: "k.submission")))
      """
    let row = try Int64.fetchOne(
      db,
      sql: """
        SELECT submission FROM (
          SELECT k.submission, CASE
            WHEN \(isDiscarded) THEN x.submission IS NOT NULL
            WHEN x.submission IS NULL THEN EXISTS (\(later))
            ELSE NOT EXISTS (\(later) AND n.submission = x.superseded_by)
              AND NOT \(Purge.isPurged("x.superseded_by"))
          END AS is_wrong
          FROM keyed k LEFT JOIN superseded x ON x.submission = k.submission
          UNION ALL
          SELECT x.submission, NOT \(Purge.isPurged("x.submission"))
          FROM superseded x WHERE x.submission NOT IN (SELECT submission FROM keyed))
        WHERE is_wrong LIMIT 1
        """)
    return row.map {
      StoreProblem(
        .derived, table: "superseded", row: $0,
        "which delivery of a record stands was altered, at submission \($0)")
    }
  }
}

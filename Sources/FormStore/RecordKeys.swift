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
      try db.cachedStatement(
        sql: """
          INSERT INTO keyed (submission, high, low, content) SELECT c0, c1, c2, c3 FROM batch_number
          """
      ).execute()
    }
  }

  /// Makes the records of an import that is finished now stand in place of earlier deliveries, whose
  /// claims they release.
  ///
  /// Costs a sort of the import's keys and a look at each.
  static func supersede(_ db: Database, by importID: Int64) throws {
    let stretches = try Self.stretches(db, of: importID)
    guard let first = stretches.first?.lowerBound, let last = stretches.last?.upperBound,
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM keyed WHERE submission BETWEEN ? AND ?)",
        arguments: [first, last]) == true
    else { return }
    // Deliveries that began later and were finished sooner. They stand until the next step.
    if try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM span WHERE first_submission > ? AND import <> ?)",
      arguments: [first, importID]) == true
    {
      try db.execute(
        sql: """
          UPDATE keyed SET superseded_by = n.submission
          FROM span s CROSS JOIN keyed n
          WHERE s.import = :import
            AND keyed.submission BETWEEN s.first_submission AND s.last_submission
            AND n.high = keyed.high AND n.low = keyed.low AND n.superseded_by IS NULL
            AND n.submission > keyed.submission AND \(notOf(":import", "n.submission"))
            AND \(isFinished("n.submission"))
          """,
        arguments: ["import": importID])
    }
    for stretch in stretches {
      // Of records with the same key the first stands for them: else each would be compared with each.
      try db.execute(
        sql: """
          UPDATE keyed SET superseded_by = f.submission
          FROM (
            SELECT high, low, min(submission) AS submission FROM keyed
            WHERE submission BETWEEN :first AND :last
            GROUP BY high, low) f
          WHERE keyed.high = f.high AND keyed.low = f.low AND keyed.superseded_by IS NULL
            AND keyed.submission < :first AND \(notOf(":import", "keyed.submission"))
          """,
        arguments: [
          "import": importID, "first": stretch.lowerBound, "last": stretch.upperBound,
        ])
    }
    try releaseClaims(db)
  }

  /// The submissions of an import, in order; between two stretches there are those of others.
  private static func stretches(
    _ db: Database, of importID: Int64
  ) throws -> [ClosedRange<Int64>] {
    let spans = try Row.fetchAll(
      db,
      sql: """
        SELECT first_submission, last_submission FROM span WHERE import = ?
        ORDER BY first_submission
        """,
      arguments: [importID])
    var stretches: [ClosedRange<Int64>] = []
    for span in spans {
      let (first, last): (Int64, Int64) = try (span[0], span[1])
      if let before = stretches.last, before.upperBound + 1 == first {
        stretches[stretches.count - 1] = before.lowerBound...last
      } else {
        stretches.append(first...last)
      }
    }
    return stretches
  }

  /// The same for a single submission.
  static func supersede(_ db: Database, bySubmission id: Int64) throws {
    try db.cachedStatement(
      sql: """
        UPDATE keyed SET superseded_by = f.submission FROM keyed f
        WHERE f.submission = ? AND keyed.high = f.high AND keyed.low = f.low
          AND keyed.superseded_by IS NULL AND keyed.submission < f.submission
        """
    ).execute(arguments: [id])
    guard db.changesCount > 0 else { return }
    try db.cachedStatement(
      sql: """
        DELETE FROM claim WHERE submission IN (
          SELECT k.submission FROM keyed f
          JOIN keyed k ON k.high = f.high AND k.low = f.low AND k.superseded_by = f.submission
          WHERE f.submission = ?)
        """
    ).execute(arguments: [id])
  }

  /// Takes the records of an import that is given up out of what stands; what they had superseded is
  /// nothing, since the import was not finished.
  static func discard(_ db: Database, _ importID: Int64) throws {
    try db.execute(
      sql: """
        UPDATE keyed SET superseded_by = submission WHERE submission IN (
          SELECT k.submission FROM span s
          JOIN keyed k ON k.submission BETWEEN s.first_submission AND s.last_submission
          WHERE s.import = ?)
        """,
      arguments: [importID])
  }

  private static func releaseClaims(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM claim WHERE submission IN (
          SELECT c.submission FROM claim c JOIN keyed k ON k.submission = c.submission
          WHERE k.superseded_by IS NOT NULL)
        """)
  }

  static func notOf(_ importID: String, _ submission: String) -> String {
    """
    (SELECT import FROM span WHERE first_submission <= \(submission)
      ORDER BY first_submission DESC LIMIT 1) <> \(importID)
    """
  }

  /// Of an import that was given up this says something of the one before it.
  private static func isFinished(_ submission: String) -> String {
    """
    (SELECT c.run IS NOT NULL FROM current c WHERE c.first_submission <= \(submission)
      ORDER BY c.first_submission DESC LIMIT 1)
    """
  }

  /// That a submission was superseded.
  static func isSuperseded(_ submission: String) -> String {
    """
    EXISTS (SELECT 1 FROM keyed y
      WHERE y.submission = \(submission) AND y.superseded_by IS NOT NULL)
    """
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
            FROM own o CROSS JOIN keyed k
            WHERE k.high = o.high AND k.low = o.low AND k.superseded_by = o.submission
              AND k.submission < o.submission)
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

  /// That a submission stands rejected.
  private static func isRejected(_ submission: String) -> String {
    """
    EXISTS (
      SELECT 1 FROM error e
      JOIN plan_rule p ON p.position = e.rule AND p.severity = 'error'
      JOIN current c ON c.first_submission = (
        SELECT max(first_submission) FROM current WHERE first_submission <= \(submission))
      WHERE e.run = c.run AND e.submission = \(submission) AND p.plan = c.plan)
    """
  }

  /// The submissions among some whose place was taken by a correction or a later delivery.
  package func replaced(_ ids: ClosedRange<Int64>) throws(StoreError) -> Set<Int64> {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT corrects FROM correction WHERE corrects BETWEEN ?1 AND ?2
          UNION ALL SELECT submission FROM keyed
          WHERE submission BETWEEN ?1 AND ?2 AND superseded_by IS NOT NULL
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
          SELECT submission, superseded_by FROM keyed
          WHERE submission BETWEEN ? AND ? AND superseded_by > submission
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      return Dictionary(
        uniqueKeysWithValues: try statement.mapSteps { ($0.integer(0), $0.integer(1)) })
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
              WHERE high = ? AND low = ? AND superseded_by IS NULL
              """),
          arguments: [Int64(bitPattern: key.high), Int64(bitPattern: key.low)]))
    }
  }
}

extension RecordKeys {
  /// Whether what was superseded follows from keys, imports and spans.
  static func problem(_ db: Database) throws -> StoreProblem? {
    let isDiscarded = """
      EXISTS (SELECT 1 FROM discard d WHERE d.import = (
        SELECT import FROM span WHERE first_submission <= k.submission
        ORDER BY first_submission DESC LIMIT 1))
      """
    let later = """
      SELECT 1 FROM keyed n
      WHERE n.high = k.high AND n.low = k.low AND n.submission > k.submission
        AND \(isFinished("n.submission")) AND n.superseded_by IS NOT n.submission
        AND ((SELECT import FROM span WHERE first_submission <= n.submission
            ORDER BY first_submission DESC LIMIT 1) IN (SELECT import FROM intake)
          OR \(notOf(
            """
            (SELECT import FROM span WHERE first_submission <= k.submission
              ORDER BY first_submission DESC LIMIT 1)
            """, "n.submission")))
      """
    let row = try Int64.fetchOne(
      db,
      sql: """
        SELECT k.submission FROM keyed k
        WHERE CASE
          WHEN \(isDiscarded) THEN k.superseded_by IS NOT k.submission
          WHEN k.superseded_by IS NULL THEN EXISTS (\(later))
          ELSE NOT EXISTS (\(later) AND n.submission = k.superseded_by)
            AND NOT \(Purge.isPurged("k.superseded_by"))
        END LIMIT 1
        """)
    return row.map {
      StoreProblem(
        .derived, table: "keyed", row: $0,
        "which delivery of a record stands was altered, at submission \($0)")
    }
  }
}

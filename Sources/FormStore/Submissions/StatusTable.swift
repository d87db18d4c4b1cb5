import GRDB

/// The submissions that are rejected, corrected or purged (table `submission_status`), unless they
/// are accepted and superseded.
///
/// Transactions that change verdicts or replace submissions update the table. `docs/store.md`
/// defines the states.
enum StatusTable {
  /// Inserts rows of any state.
  private static let insertion = "INSERT INTO submission_status (submission, rejected, state)"

  /// Inserts the rejected submissions of a batch.
  ///
  /// - Parameters:
  ///   - rejects: By rule position, whether the rule rejects.
  ///   - first: The id of the batch's first record.
  static func insertRejected(
    _ db: Database, _ table: BatchTable, batch: PreparedBatch, rejects: [Bool], first: Int64
  ) throws {
    guard !batch.errors.isEmpty else { return }
    var numbers: [Int64] = []
    var last: Int32 = -1
    for error in batch.errors where error.record != last && rejects[Int(error.rule)] {
      last = error.record
      numbers += [first + Int64(last), 0, 0, 0, 0, 0, 0, 0]
    }
    guard !numbers.isEmpty else { return }
    try table.withNumbers(numbers) {
      try db.cachedStatement(
        sql: "\(insertion) SELECT c0, 1, NULL FROM batch_number"
      ).execute()
    }
  }

  /// Sets the verdict of a single submission, or of one that was evaluated again at the end of its
  /// import.
  static func setVerdict(_ db: Database, _ submission: Int64, isRejected: Bool) throws {
    if isRejected {
      try db.cachedStatement(
        sql: """
          \(insertion) VALUES (?, 1, NULL)
          ON CONFLICT (submission) DO UPDATE SET rejected = 1 WHERE rejected = 0
          """
      ).execute(arguments: [submission])
    } else {
      try db.cachedStatement(
        sql: "DELETE FROM submission_status WHERE submission = ? AND state IS NULL"
      ).execute(arguments: [submission])
      try db.cachedStatement(
        sql: "UPDATE submission_status SET rejected = 0 WHERE submission = ? AND rejected = 1"
      ).execute(arguments: [submission])
    }
  }

  static func correct(_ db: Database, _ submissions: [Int64]) throws {
    try db.cachedStatement(
      sql: """
        \(insertion)
        SELECT value, 0, 'corrected' FROM json_each(?) WHERE true
        ON CONFLICT (submission) DO UPDATE SET state = 'corrected'
        """
    ).execute(arguments: [SQLFragments.jsonArray(of: submissions)])
  }

  /// Sets the state of the rejected submissions that a delivery supersedes.
  ///
  /// - Parameter ids: The submissions of the delivery.
  static func supersede(_ db: Database, by ids: ClosedRange<Int64>) throws {
    try db.cachedStatement(
      sql: """
        UPDATE submission_status SET state = 'superseded'
        WHERE state IS NOT 'corrected' AND submission IN (
          SELECT y.submission FROM superseded x CROSS JOIN submission_status y
          WHERE x.superseded_by BETWEEN ? AND ?
            AND y.submission BETWEEN x.first_submission AND x.last_submission)
        """
    ).execute(arguments: [ids.lowerBound, ids.upperBound])
  }

  static func purge(_ db: Database, _ ids: ClosedRange<Int64>) throws {
    try db.cachedStatement(
      sql: """
        \(insertion)
        SELECT s.id, 0, 'purged' FROM current c CROSS JOIN submission s
        WHERE c.first_submission <= ?2 AND c.last_submission >= ?1 AND s.id BETWEEN
          max(c.first_submission, ?1) AND min(c.last_submission, ?2)
          AND NOT \(SupersededTable.contains("s.id"))
        ON CONFLICT (submission) DO UPDATE SET state = 'purged'
        WHERE state IS NULL OR state = 'waived'
        """
    ).execute(arguments: [ids.lowerBound, ids.upperBound])
  }

  /// Sets the state of rejected submissions whose failures were waived or reopened.
  static func decide(_ db: Database, decision: Int64) throws {
    try db.execute(
      sql: """
        \(waiving) AND submission IN (SELECT submission FROM decided WHERE decision = ?)
        """,
      arguments: [decision])
  }

  /// The number of submissions changed at a time.
  private static let window: Int64 = 500_000

  /// Derives the rows from the errors of a replay, for the submissions that it covered.
  ///
  /// Costs one read per error, and one per row between the first and last submission.
  static func replay(
    _ db: Database, runID: Int64, planID: Int64, _ covered: ClosedRange<Int64>
  ) throws {
    // SQLite keeps the rows that an UPDATE changes in memory.
    for first in stride(from: covered.lowerBound, through: covered.upperBound, by: Int(window)) {
      let arguments: StatementArguments = [
        "run": runID, "plan": planID, "first": first,
        "last": min(first + window - 1, covered.upperBound),
      ]
      for statement in replayStatements {
        try db.cachedStatement(sql: statement).execute(arguments: arguments)
      }
    }
  }

  /// The statements that derive the rows of a replay for the submissions from `:first` to
  /// `:last`, in order.
  private static let replayStatements = [
    """
    \(insertion)
    SELECT e.submission, 1, CASE WHEN \(SupersededTable.contains("e.submission")) THEN 'superseded' END
    \(rejecting) AND e.submission BETWEEN :first AND :last
    ON CONFLICT (submission) DO UPDATE SET rejected = 1 WHERE rejected = 0
    """,
    """
    UPDATE submission_status SET rejected = 0
    WHERE rejected = 1 AND submission BETWEEN :first AND :last
      AND NOT EXISTS (SELECT 1 \(rejecting) AND e.submission = submission_status.submission)
      AND (SELECT g.last_submission FROM run_range g
        WHERE g.run = :run AND g.first_submission <= submission_status.submission
        ORDER BY g.first_submission DESC LIMIT 1) >= submission
    """,
    """
    \(waiving) AND submission IN (
      SELECT submission FROM waiver WHERE submission BETWEEN :first AND :last)
    """,
    """
    DELETE FROM submission_status
    WHERE rejected = 0 AND (state IS NULL OR state = 'superseded')
      AND submission BETWEEN :first AND :last
    """,
  ]

  /// The rejecting errors of a replay.
  private static let rejecting = """
    FROM error e
    JOIN plan_rule p ON p.plan = :plan AND p.position = e.rule AND \(SQLFragments.rejects("p"))
    WHERE e.run = :run
    """

  /// Inserts the rows of a reinstated import, and those of the submissions that it replaces.
  ///
  /// Its ranges are in the table `current` again.
  ///
  /// - Parameters:
  ///   - replaced: The submissions, in ascending order.
  ///   - corrected: The ones that the import corrects.
  static func reinstate(
    _ db: Database, _ spans: [ClosedRange<Int64>], replaced: [Int64],
    corrected: some Sequence<Int64>
  ) throws {
    var listed: [Int64] = []
    for ids in spans {
      let arguments: StatementArguments = [ids.lowerBound, ids.upperBound]
      for statement in reinstateStatements {
        try db.execute(sql: statement, arguments: arguments)
      }
      listed += try Int64.fetchAll(
        db, sql: "SELECT submission FROM submission_status WHERE submission BETWEEN ? AND ?",
        arguments: arguments)
    }
    let insert = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO submission_status (submission, rejected) VALUES (?, 0)")
    for submission in corrected { try insert.execute(arguments: [submission]) }
    try restore(db, (listed + replaced).sorted())
  }

  /// The statements that insert the rejected and purged submissions from `?1` to `?2`.
  private static let reinstateStatements = [
    """
    INSERT INTO submission_status (submission, rejected)
    SELECT DISTINCT e.submission, 1 FROM current c
    CROSS JOIN error e ON e.run = c.run
      AND e.submission BETWEEN c.first_submission AND c.last_submission
    CROSS JOIN plan_rule p ON p.plan = c.plan AND p.position = e.rule
      AND \(SQLFragments.rejects("p"))
    WHERE c.first_submission BETWEEN ?1 AND ?2
    ON CONFLICT (submission) DO UPDATE SET rejected = 1
    """,
    """
    INSERT OR IGNORE INTO submission_status (submission, rejected)
    SELECT s.id, 0 FROM purged p CROSS JOIN submission s
      ON s.id BETWEEN max(p.first_submission, ?1) AND min(p.last_submission, ?2)
    WHERE p.first_submission <= ?2 AND p.last_submission >= ?1
    """,
  ]

  /// Sets the states of submissions that a retracted import corrected or superseded, or that a
  /// reinstated import replaces.
  ///
  /// - Parameter submissions: The ids, in ascending order.
  static func restore(_ db: Database, _ submissions: [Int64]) throws {
    let isPurged = try Purge.isPurged(db, "submission_status.submission")
    for first in stride(from: 0, to: submissions.count, by: 10_000) {
      let ids = submissions[first..<min(first + 10_000, submissions.count)]
      let list = SQLFragments.jsonArray(of: ids)
      // Most are accepted and current.
      try db.cachedStatement(
        sql: """
          DELETE FROM submission_status
          WHERE submission IN (SELECT value FROM json_each(?)) AND rejected = 0
            AND NOT \(isCorrected) AND (\(isSuperseded) OR NOT \(isPurged))
          """
      ).execute(arguments: [list])
      try db.cachedStatement(
        sql: """
          UPDATE submission_status SET state = CASE WHEN \(isCorrected) THEN 'corrected'
            WHEN \(isSuperseded) THEN 'superseded' WHEN \(isPurged) THEN 'purged'
            ELSE \(waived) END
          WHERE submission IN (SELECT value FROM json_each(?))
          """
      ).execute(arguments: [list])
    }
  }

  private static let isCorrected =
    "EXISTS (SELECT 1 FROM effective_correction WHERE corrects = submission_status.submission)"
  private static let isSuperseded = SupersededTable.contains("submission_status.submission")

  /// Deletes the rows of submissions that no longer have verdicts.
  static func remove(_ db: Database, _ ids: ClosedRange<Int64>) throws {
    try db.execute(
      sql: "DELETE FROM submission_status WHERE submission BETWEEN ? AND ?",
      arguments: [ids.lowerBound, ids.upperBound])
  }

  /// Sets the state of those that are current or waived, according to `waived`.
  private static let waiving = """
    UPDATE submission_status SET state = \(waived) WHERE (state IS NULL OR state = 'waived')
    """

  /// `waived` if a submission is rejected and all errors that reject it are waived, otherwise NULL.
  private static let waived = """
    CASE WHEN rejected = 1 AND NOT EXISTS (
      SELECT 1 FROM current h
      JOIN error e ON e.run = h.run AND e.submission = submission_status.submission
      JOIN plan_rule p ON p.plan = h.plan AND p.position = e.rule AND \(SQLFragments.rejects("p"))
      WHERE h.first_submission
          = \(SQLFragments.rangeStart(of: "submission_status.submission", in: "current"))
        AND \(SQLFragments.notWaived("submission_status.submission")))
    THEN 'waived' END
    """
}

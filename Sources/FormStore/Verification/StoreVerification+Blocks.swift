import GRDB

/// The numbers of rows covered by blocks.
package struct BlockTotals: Sendable {
  package var submissions = 0
  var errors = 0
  var malformed = 0
  var recordKeys = 0
  var answers = 0

  package init() {}

  package static func += (left: inout BlockTotals, right: BlockTotals) {
    left.submissions += right.submissions
    left.errors += right.errors
    left.malformed += right.malformed
    left.recordKeys += right.recordKeys
    left.answers += right.answers
  }
}

extension StoreVerification {
  /// Returns the blocks of finished, unfinished and discarded runs.
  ///
  /// - Parameter wanted: The runs, or nil for all.
  /// - Throws: `StoreProblem` if the number of submissions of a run differs from that of its
  ///   blocks.
  package func blocks(of wanted: Set<Int64>? = nil) throws -> [RunBlock] {
    try store.read { db in
      let runs = try Int64.fetchAll(
        db,
        sql: """
          SELECT r.id FROM run r LEFT JOIN run_end e ON e.run = r.id
          WHERE r.kind = 'import' OR e.run IS NOT NULL ORDER BY r.id
          """)
      return try runs.filter { wanted?.contains($0) != false }.flatMap { run in
        guard let blocks = try RunBlock.all(db, ofRun: run) else {
          throw StoreProblem(
            .block, table: "span", runID: run,
            "the number of submissions of run \(run) differs from its blocks")
        }
        return blocks
      }
    }
  }
}

extension StoreVerification {
  /// Recomputes a block. Keeps the cells of the block in memory.
  package func problem(
    of block: RunBlock, _ totals: inout BlockTotals
  ) throws(StoreError) -> StoreProblem? {
    let batch = try store.read { try block.contents($0, sharedCells) }
    totals.submissions += batch.count
    totals.errors += batch.errors.count
    totals.malformed += batch.malformed.count
    totals.recordKeys += batch.recordKeys.count
    totals.answers += batch.answers.count
    return block.isSealed(batch) ? nil : block.problem
  }

  /// Returns a problem if errors, malformed records, keys or answers belong to no block.
  package func strayProblem(_ totals: BlockTotals) throws(StoreError) -> StoreProblem? {
    try store.read { db in
      if try Self.errorCount(db) != totals.errors {
        return StoreProblem(
          .reference, table: "error", "error has rows that are not sealed by a block or submission")
      }
      if try db.number(sql: "SELECT count(*) FROM malformed") != totals.malformed {
        return StoreProblem(
          .reference, table: "malformed", "malformed has rows that are not sealed by a block")
      }
      if try Self.recordKeyCount(db) != totals.recordKeys {
        return StoreProblem(
          .reference, table: "key_page", "key_page has keys that are not sealed by a block")
      }
      if try Self.answerCount(db) != totals.answers {
        return StoreProblem(
          .reference, table: "answer",
          "answer has rows that are not sealed by a block or submission")
      }
      return nil
    }
  }

  private static let interruptedReplays = """
    SELECT r.id FROM run r LEFT JOIN run_end e ON e.run = r.id
    WHERE r.kind = 'replay' AND e.run IS NULL
    """

  /// Returns the number of errors, without errors of interrupted replays and single submissions.
  private static func errorCount(_ db: Database) throws -> Int {
    try db.number(
      sql: """
        SELECT (SELECT count(*) FROM error)
          - (SELECT count(*) FROM error WHERE run IN (\(interruptedReplays)))
          - (SELECT count(*) FROM intake i JOIN run r ON r.import = i.import
            JOIN error e ON e.run = r.id
            JOIN intake_submission n ON n.submission = e.submission
            JOIN span s ON s.import = i.import
              AND e.submission BETWEEN s.first_submission AND s.last_submission)
        """)
  }

  /// Returns the number of answers, without answers of interrupted replays and single submissions.
  private static func answerCount(_ db: Database) throws -> Int {
    try db.number(
      sql: """
        SELECT (SELECT count(*) FROM answer)
          - (SELECT count(*) FROM answer WHERE run IN (\(interruptedReplays)))
          - (SELECT count(*) FROM intake i JOIN run r ON r.import = i.import
            JOIN span s ON s.import = i.import
            JOIN answer a ON a.run = r.id
              AND a.submission BETWEEN s.first_submission AND s.last_submission)
        """)
  }

  /// Returns the number of record keys, without the keys of single submissions.
  private static func recordKeyCount(_ db: Database) throws -> Int {
    let single = try db.mapRows(
      sql: """
        SELECT s.first_submission, s.last_submission
          FROM intake n JOIN span s ON s.import = n.import
        ORDER BY s.first_submission
        """
    ) { try $0.ids() }.joined()
    return try KeyList.all(db).filter(\.isFormKey).reduce(0) { count, list in
      var found = 0
      try KeyPages(list).forEach(db, single) { _ in found += 1 }
      return try count + KeyPages(list).count(db) - found
    }
  }
}

extension RunBlock {
  /// The problem that the content differs from what was sealed.
  var problem: StoreProblem {
    let (first, last) = (ids.first?.lowerBound ?? 0, ids.last?.upperBound ?? 0)
    return StoreProblem(
      .block, table: "submission", row: first, runID: runID,
      "submissions \(first) to \(last), or their errors in run \(runID), differ from what was recorded"
    )
  }
}

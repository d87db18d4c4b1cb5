import FormRules
import Foundation
import GRDB

/// A block of a run to recompute.
package struct BlockCheck: Sendable {
  package var run: Int64
  /// The block's number in the run, from 0.
  var number: Int
  /// Whether the run received its submissions, so that the block covers their cells.
  var isIntake: Bool
  var ids: [ClosedRange<Int64>]
  var block: SealedBlock
}

/// The numbers of rows covered by the block checks.
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
  package func blockChecks(of wanted: Set<Int64>? = nil) throws -> [BlockCheck] {
    try store.read { db in
      var checks: [BlockCheck] = []
      let query = """
        SELECT r.id, r.import, e.records FROM run r LEFT JOIN run_end e ON e.run = r.id
        WHERE (r.kind = 'import' OR e.run IS NOT NULL)
        """
      let runs =
        if let wanted {
          try wanted.sorted().flatMap {
            try Row.fetchAll(db, sql: "\(query) AND r.id = ?", arguments: [$0])
          }
        } else {
          try Row.fetchAll(db, sql: "\(query) ORDER BY r.id")
        }
      for row in runs {
        let run: Int64 = try row[0]
        let importID: Int64? = try row[1]
        var blocks = try Purge.resealed(db, try Store.blocks(db, ofRun: run), ofRun: run)
        if let open = try Store.openBlock(db, ofRun: run, after: blocks), open.records > 0 {
          blocks.append(open)
        }
        let ranges = try Self.ranges(db, run: run, importID: importID)
        let runChecks = BlockCheck.checks(ofRun: run, isIntake: importID != nil, ranges, blocks)
        let records: Int? = try row[2]
        guard let runChecks, records == nil || records == blocks.reduce(0, { $0 + $1.records })
        else {
          throw StoreProblem(
            .block, table: importID == nil ? "run_range" : "span", run: run,
            "the number of submissions of run \(run) differs from its blocks")
        }
        checks += runChecks
      }
      return checks
    }
  }

  private static func ranges(
    _ db: Database, run: Int64, importID: Int64?
  ) throws -> [ClosedRange<Int64>] {
    return try db.mapRows(
      sql: importID == nil
        ? "SELECT first_submission, last_submission FROM run_range WHERE run = ? ORDER BY position"
        : "SELECT first_submission, last_submission FROM span WHERE import = ? ORDER BY 1",
      arguments: [importID ?? run]
    ) { try $0.ids() }
  }

}

extension BlockCheck {
  /// Assigns the submissions of a run to its blocks.
  ///
  /// Returns nil if their number differs from the number of records in the blocks.
  static func checks(
    ofRun run: Int64, isIntake: Bool, _ ranges: [ClosedRange<Int64>], _ blocks: [SealedBlock]
  ) -> [BlockCheck]? {
    var checks: [BlockCheck] = []
    var (index, next) = (0, ranges.first?.lowerBound ?? 0)
    for (number, block) in blocks.enumerated() {
      var ids: [ClosedRange<Int64>] = []
      var missing = block.records
      while missing > 0, index < ranges.count {
        let end = min(ranges[index].upperBound, next + Int64(missing) - 1)
        ids.append(next...end)
        missing -= Int(end - next) + 1
        next = end + 1
        if end == ranges[index].upperBound {
          index += 1
          if index < ranges.count { next = ranges[index].lowerBound }
        }
      }
      guard missing == 0 else { return nil }
      checks.append(
        BlockCheck(run: run, number: number, isIntake: isIntake, ids: ids, block: block))
    }
    return index == ranges.count ? checks : nil
  }
}

extension StoreVerification {

  /// Recomputes a block. Keeps the cells of the block in memory.
  package func problem(
    of check: BlockCheck, _ totals: inout BlockTotals
  ) throws(StoreError) -> StoreProblem? {
    guard let first = check.ids.first?.lowerBound, let last = check.ids.last?.upperBound else {
      return nil
    }
    let batch = try store.read { try check.contents($0) }
    totals.submissions += batch.count
    totals.errors += batch.errors.count
    totals.malformed += batch.malformed.count
    totals.recordKeys += batch.recordKeys.count
    totals.answers += batch.answers.count
    guard check.sealed(batch, salt: check.block.salt).digest != check.block.digest else {
      return nil
    }
    return StoreProblem(
      .block, table: "submission", row: first, run: check.run,
      "submissions \(first) to \(last), or their errors in run \(check.run), differ from what was "
        + "recorded")
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

extension BlockCheck {
  /// Returns the present content of the block.
  func contents(_ db: Database) throws -> PreparedBatch {
    let batch = PreparedBatch()
    guard let first = ids.first?.lowerBound, let last = ids.last?.upperBound else { return batch }
    var positions: [Int64: Int32] = [:]
    let isContiguous = ids.count == 1
    var count: Int32 = 0
    for range in ids {
      if isIntake {
        try db.forEachRow(
          sql: "SELECT id, line, cells FROM submission WHERE id BETWEEN ? AND ? ORDER BY id",
          arguments: [range.lowerBound, range.upperBound]
        ) { row in
          row.appendBytes(2, to: &batch.text)
          batch.ends.append(batch.text.count)
          batch.lines.append(row.integer(1))
        }
      } else {
        batch.lines += Array(range)
        batch.ends += Array(repeating: 0, count: range.count)
      }
      if !isContiguous, isIntake {
        for id in range { (positions[id], count) = (count, count + 1) }
      }
    }
    /// Ids between the submissions of a replay's block may belong to submissions that it judged
    /// earlier.
    func holds(_ id: Int64) -> Bool { isContiguous || isIntake || ids.overlap(id...id) }
    func position(_ id: Int64) -> Int32 {
      // The errors of a replay count from the first submission of its block.
      isContiguous || !isIntake ? Int32(clamping: id - first) : positions[id] ?? -1
    }
    for error in try Store.errors(db, run: run, first...last).errors where holds(error.submission) {
      batch.errors.append(
        .init(
          record: position(error.submission), rule: Int32(clamping: error.rule), code: error.code,
          arguments: error.arguments))
    }
    batch.answers = try RecordedAnswers.fetch(db, run: run, first...last, position)
    if !isIntake, !isContiguous {
      batch.answers.removeAll { !holds(first + Int64($0.record)) }
    }
    guard isIntake else { return batch }
    for range in ids {
      batch.malformed += try Store.malformedRecords(db, range, position)
      batch.recordKeys += try Store.recordKeys(db, range, position)
    }
    return batch
  }

  /// Returns the block with this content.
  func sealed(_ batch: PreparedBatch, salt: [UInt8]) -> SealedBlock {
    var hasher = BlockHasher(salt: salt)
    hasher.update(batch, from: isIntake ? nil : ids.first?.lowerBound)
    return hasher.block
  }
}

extension Store {
  /// Returns the keys of submissions, in order.
  fileprivate static func recordKeys(
    _ db: Database, _ ids: ClosedRange<Int64>, _ position: (Int64) -> Int32
  ) throws -> [PreparedBatch.RecordKey] {
    guard let list = try KeyList.ofRecord(db, ids.lowerBound) else { return [] }
    var keys: [PreparedBatch.RecordKey] = []
    try KeyPages(list).forEach(db, [ids]) { key in
      keys.append(.init(record: position(key.submission), hash: key.hash, content: key.content))
    }
    return keys
  }

  /// Returns the malformed records in a range of submissions, in order.
  fileprivate static func malformedRecords(
    _ db: Database, _ ids: ClosedRange<Int64>, _ position: (Int64) -> Int32
  ) throws -> [PreparedBatch.Malformed] {
    return try db.mapRows(
      sql: """
        SELECT submission, raw, line, "column", byte FROM malformed
        WHERE submission BETWEEN ? AND ? ORDER BY submission
        """, arguments: [ids.lowerBound, ids.upperBound]
    ) { row in
      .init(
        record: position(row.integer(0)), raw: row.bytes(1), line: Int(row.integer(2)),
        column: Int(row.integer(3)), byte: Int(row.integer(4)))
    }
  }
}

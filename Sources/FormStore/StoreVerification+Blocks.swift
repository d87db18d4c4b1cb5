package import FormRules
import Foundation
import GRDB

/// One block of a run to be recomputed.
package struct BlockCheck: Sendable {
  package var run: Int64
  /// Whether the run brought its submissions in, so that the block covers their cells.
  var isIntake: Bool
  var ids: [ClosedRange<Int64>]
  var block: SealedBlock
}

/// How many rows the checks of blocks have seen.
package struct BlockTotals: Sendable {
  package var submissions = 0
  var errors = 0
  var malformed = 0
  var recordKeys = 0

  package init() {}

  package static func += (left: inout BlockTotals, right: BlockTotals) {
    left.submissions += right.submissions
    left.errors += right.errors
    left.malformed += right.malformed
    left.recordKeys += right.recordKeys
  }
}

extension StoreVerification {
  /// The blocks of all runs, finished, unfinished and discarded.
  ///
  /// - Throws: `StoreProblem` when a run has not as many submissions as its blocks.
  package func blockChecks() throws -> [BlockCheck] {
    try store.read { db in
      var checks: [BlockCheck] = []
      let runs = try Row.fetchAll(
        db,
        sql: """
          SELECT r.id, r.import, e.records FROM run r LEFT JOIN run_end e ON e.run = r.id
          WHERE r.kind = 'import' OR e.run IS NOT NULL ORDER BY r.id
          """)
      for row in runs {
        let run: Int64 = row[0]
        let importID: Int64? = row[1]
        var blocks = try Store.blocks(db, ofRun: run)
        if let open = try Row.fetchOne(
          db, sql: "SELECT records, salt, digest FROM progress WHERE run = ?", arguments: [run])
        {
          let records = (open[0] as Int) - blocks.reduce(0) { $0 + $1.records }
          if records > 0 {
            blocks.append(
              SealedBlock(
                records: records, salt: Array(open[1] as Data), digest: Array(open[2] as Data)))
          }
        }
        let ranges = try Self.ranges(db, run: run, importID: importID)
        let isWhole = try Self.cut(ranges, blocks) { ids, block in
          checks.append(
            BlockCheck(run: run, isIntake: importID != nil, ids: ids, block: block))
        }
        let records: Int? = row[2]
        guard isWhole, records == nil || records == blocks.reduce(0, { $0 + $1.records }) else {
          throw StoreProblem(
            .block, table: importID == nil ? "run_range" : "span", run: run,
            "run \(run) has not as many submissions as its blocks say")
        }
      }
      return checks
    }
  }

  private static func ranges(
    _ db: Database, run: Int64, importID: Int64?
  ) throws -> [ClosedRange<Int64>] {
    let statement = try db.makeStatement(
      sql: importID == nil
        ? "SELECT first_submission, last_submission FROM run_range WHERE run = ? ORDER BY 1"
        : "SELECT first_submission, last_submission FROM span WHERE import = ? ORDER BY 1")
    try statement.setArguments([importID ?? run])
    return try statement.mapSteps { try $0.ids() }
  }

  /// Deals ranges out to blocks; false when there are more or fewer submissions than records.
  private static func cut(
    _ ranges: [ClosedRange<Int64>], _ blocks: [SealedBlock],
    _ body: ([ClosedRange<Int64>], SealedBlock) throws -> Void
  ) throws -> Bool {
    var (index, next) = (0, ranges.first?.lowerBound ?? 0)
    for block in blocks {
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
      guard missing == 0 else { return false }
      try body(ids, block)
    }
    return index == ranges.count
  }

  /// Recomputes a block. At a time there are its cells in memory.
  package func problem(
    of check: BlockCheck, _ totals: inout BlockTotals
  ) throws(StoreError) -> StoreProblem? {
    guard let first = check.ids.first?.lowerBound, let last = check.ids.last?.upperBound else {
      return nil
    }
    let batch = PreparedBatch()
    var places: [Int64: Int32] = [:]
    let isContiguous = check.ids.count == 1
    var rows = StoredRows()
    var count: Int32 = 0
    for range in check.ids {
      if check.isIntake {
        try store.readSubmissions(range, limit: .max, into: &rows)
        let start = batch.text.count
        batch.text += rows.text
        batch.ends += rows.ends.map { $0 + start }
        batch.lines += rows.lines
      } else {
        batch.lines += Array(range)
        batch.ends += Array(repeating: 0, count: range.count)
      }
      if !isContiguous, check.isIntake {
        for id in range { (places[id], count) = (count, count + 1) }
      }
    }
    func place(_ id: Int64) -> Int32 {
      // A replay's errors count from its block's first submission.
      isContiguous || !check.isIntake ? Int32(clamping: id - first) : places[id] ?? -1
    }
    for error in try store.errors(run: check.run, first...last) {
      batch.errors.append(
        .init(
          record: place(error.submission), rule: Int32(clamping: error.rule), code: error.code,
          arguments: error.arguments))
    }
    if check.isIntake {
      for range in check.ids {
        for record in try store.malformedRecords(range) {
          var record = record.record
          record.record = place(Int64(record.record) + range.lowerBound)
          batch.malformed.append(record)
        }
        for key in try store.recordKeys(range) {
          batch.recordKeys.append(
            .init(record: place(key.submission), hash: key.hash, content: key.content))
        }
      }
    }
    totals.submissions += batch.count
    totals.errors += batch.errors.count
    totals.malformed += batch.malformed.count
    totals.recordKeys += batch.recordKeys.count
    var hasher = BlockHasher(salt: check.block.salt)
    hasher.update(batch, from: check.isIntake ? nil : first)
    guard hasher.digest != check.block.digest else { return nil }
    return StoreProblem(
      .block, table: "submission", row: first, run: check.run,
      "submissions \(first) to \(last), or their errors in run \(check.run), are not what was "
        + "recorded")
  }

  /// Errors and malformed records that belong to no block.
  package func strayProblem(_ totals: BlockTotals) throws(StoreError) -> StoreProblem? {
    try store.read { db in
      let outside =
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM error WHERE run IN (
              SELECT r.id FROM run r LEFT JOIN run_end e ON e.run = r.id
              WHERE r.kind = 'replay' AND e.run IS NULL)
            """) ?? 0
      let ofIntakes =
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM intake i JOIN run r ON r.import = i.import
            JOIN error e ON e.run = r.id
            JOIN intake_submission n ON n.submission = e.submission
            JOIN span s ON s.import = i.import
              AND e.submission BETWEEN s.first_submission AND s.last_submission
            """) ?? 0
      let errors = try Int.fetchOne(db, sql: "SELECT count(*) FROM error") ?? 0
      if errors != totals.errors + outside + ofIntakes {
        return StoreProblem(
          .reference, table: "error", "error has rows that no block and no submission sealed")
      }
      let malformed = try Int.fetchOne(db, sql: "SELECT count(*) FROM malformed") ?? 0
      if malformed != totals.malformed {
        return StoreProblem(
          .reference, table: "malformed", "malformed has rows that no block sealed")
      }
      let keys =
        try Int.fetchOne(
          db,
          sql: """
            SELECT (SELECT count(*) FROM keyed) - (
              SELECT count(*) FROM intake_submission n JOIN keyed k ON k.submission = n.submission)
            """) ?? 0
      if keys != totals.recordKeys {
        return StoreProblem(.reference, table: "keyed", "keyed has rows that no block sealed")
      }
      return nil as StoreProblem?
    }
  }
}

extension Store {
  /// The keys of some submissions, in order.
  package func recordKeys(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [(submission: Int64, hash: Hash128, content: UInt64)] {
    do {
      return try queue.inDatabase { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT submission, high, low, content FROM keyed WHERE submission BETWEEN ? AND ?
            ORDER BY submission
            """)
        try statement.setArguments([ids.lowerBound, ids.upperBound])
        return try statement.mapSteps { row in
          (
            row.integer(0),
            Hash128(
              high: UInt64(bitPattern: row.integer(1)), low: UInt64(bitPattern: row.integer(2))),
            UInt64(bitPattern: row.integer(3))
          )
        }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// The malformed records among some submissions; their `record` counts from the first id.
  package func malformedRecords(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [(submission: Int64, record: PreparedBatch.Malformed)] {
    do {
      return try queue.inDatabase { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT submission, raw, line, "column", byte FROM malformed
            WHERE submission BETWEEN ? AND ? ORDER BY submission
            """)
        try statement.setArguments([ids.lowerBound, ids.upperBound])
        return try statement.mapSteps { row in
          (
            row.integer(0),
            PreparedBatch.Malformed(
              record: Int32(clamping: row.integer(0) - ids.lowerBound), raw: row.bytes(1),
              line: Int(row.integer(2)), column: Int(row.integer(3)), byte: Int(row.integer(4)))
          )
        }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

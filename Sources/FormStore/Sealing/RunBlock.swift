import FormHashing
import FormRules
import GRDB

/// A block of a run, with its submissions.
package struct RunBlock: Sendable {
  package var runID: Int64
  /// The block's number in the run, from 0.
  var number: Int
  /// The number of its first record in the run, from 1.
  var firstRecord: Int64
  /// Whether the run received its submissions, so that the block covers their cells.
  var coversCells: Bool
  var ids: [ClosedRange<Int64>]
  /// The block as its run sealed it.
  var original: SealedBlock
  /// The seal of the present content: the same, or that of the last purge that changed the content.
  var present: SealedBlock
  var errorLines: ErrorLines
}

extension RunBlock {
  /// Returns the blocks of a run, and the open block of an unfinished one.
  ///
  /// Returns nil if the number of its submissions differs from the number of records in the blocks.
  static func all(_ db: Database, ofRun runID: Int64) throws -> [RunBlock]? {
    let run = try db.firstRow(
      sql: """
        SELECT r.import, e.records FROM run r LEFT JOIN run_end e ON e.run = r.id WHERE r.id = ?
        """, arguments: [runID]
    ) { try (importID: $0.optionalInteger(0), records: $0.optionalInteger(1)) }
    guard let (importID, records) = run else { return nil }
    var sealed = try SealedBlock.all(db, ofRun: runID)
    if let open = try SealedBlock.open(db, ofRun: runID, after: sealed), open.records > 0 {
      sealed.append(open)
    }
    let ranges = try db.mapRows(
      sql: importID == nil
        ? "SELECT first_submission, last_submission FROM run_range WHERE run = ? ORDER BY position"
        : "SELECT first_submission, last_submission FROM span WHERE import = ? ORDER BY 1",
      arguments: [importID ?? runID]
    ) { try $0.ids() }
    guard records == nil || records == Int64(sealed.reduce(0) { $0 + $1.records }) else {
      return nil
    }
    var blocks = blocks(
      ofRun: runID, coversCells: importID != nil, ranges, sealed,
      errorLines: try ErrorLines(db, ofRun: runID))
    for (number, block) in try Purge.resealed(db, sealed, ofRun: runID).enumerated() {
      blocks?[number].present = block
    }
    return blocks
  }

  /// Creates the block that a single submission is for itself. Returns nil if it does not exist.
  init?(_ db: Database, ofIntakeSubmission id: Int64) throws {
    let found = try db.firstRow(
      sql: """
        SELECT r.id, s.first_record + n.submission - s.first_submission, n.salt
        FROM intake_submission n
        JOIN span s ON s.first_submission = \(SQLFragments.rangeStart(of: "n.submission"))
        JOIN run r ON r.import = s.import
        WHERE n.submission = ?
        """, arguments: [id]
    ) { try (runID: $0.integer(0), firstRecord: $0.integer(1), salt: $0.bytes(2)) }
    guard let found else { return nil }
    (runID, firstRecord) = (found.runID, found.firstRecord)
    (number, coversCells, ids) = (0, true, [id...id])
    errorLines = try ErrorLines(db, ofRun: runID)
    original = SealedBlock(
      records: 1, salt: found.salt.isEmpty ? [] : LeafSalts.stored(ofFirstLeaf: found.salt),
      digest: [])
    present = original
    original.digest = tree(try contents(db)).root?.bytes ?? []
    present = original
  }

  /// Assigns the submissions of a run to its blocks.
  ///
  /// Returns nil if their number differs from the number of records in the blocks. The blocks have
  /// the seals of their run.
  static func blocks(
    ofRun runID: Int64, coversCells: Bool, _ ranges: [ClosedRange<Int64>], _ sealed: [SealedBlock],
    errorLines: ErrorLines
  ) -> [RunBlock]? {
    var blocks: [RunBlock] = []
    var (index, next) = (0, ranges.first?.lowerBound ?? 0)
    var firstRecord: Int64 = 1
    for (number, block) in sealed.enumerated() {
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
      blocks.append(
        RunBlock(
          runID: runID, number: number, firstRecord: firstRecord, coversCells: coversCells,
          ids: ids, original: block, present: block, errorLines: errorLines))
      firstRecord += Int64(block.records)
    }
    return index == ranges.count ? blocks : nil
  }
}

extension RunBlock {
  /// Returns the present content of the block.
  func contents(
    _ db: Database, _ shared: SharedCellCache = SharedCellCache()
  ) throws -> PreparedBatch {
    let batch = PreparedBatch()
    guard let first = ids.first?.lowerBound, let last = ids.last?.upperBound else { return batch }
    try addRecords(db, shared, to: batch)
    let isContiguous = ids.count == 1
    let positions =
      isContiguous || !coversCells
      ? [:] : Dictionary(zip(ids.flatMap { Array($0) }, Int32(0)...), uniquingKeysWith: { $1 })
    /// Ids between the submissions of a replay's block may belong to submissions that it judged
    /// earlier.
    func holds(_ id: Int64) -> Bool { isContiguous || coversCells || ids.overlap(id...id) }
    func position(_ id: Int64) -> Int32 {
      // The errors of a replay count from the first submission of its block.
      isContiguous || !coversCells ? Int32(clamping: id - first) : positions[id] ?? -1
    }
    for error in try StoredError.fetch(db, runID: runID, first...last).errors
    where holds(error.submission) {
      batch.errors.append(
        .init(
          record: position(error.submission), rule: Int32(clamping: error.rule), code: error.code,
          arguments: error.arguments))
    }
    batch.answers = try RecordedAnswers.fetch(db, runID: runID, first...last, position: position)
    if !coversCells, !isContiguous {
      batch.answers.removeAll { !holds(first + Int64($0.record)) }
    }
    guard coversCells else { return batch }
    try addCorrections(db, to: batch)
    for range in ids {
      batch.malformed += try Store.malformedRecords(db, range, position: position)
      batch.recordKeys += try Store.recordKeys(db, range, position: position)
    }
    return batch
  }

  /// Adds the lines and cells of the records. Those of a replay are its submissions.
  private func addRecords(
    _ db: Database, _ shared: SharedCellCache, to batch: PreparedBatch
  ) throws {
    guard coversCells else {
      batch.lines = ids.flatMap { Array($0) }
      batch.ends = Array(repeating: 0, count: batch.lines.count)
      return
    }
    for range in ids {
      try db.forEachRow(
        sql: """
          SELECT id, line, cells, cells_of FROM submission WHERE id BETWEEN ? AND ? ORDER BY id
          """,
        arguments: [range.lowerBound, range.upperBound]
      ) { row in
        if row.isNull(2), !row.isNull(3) {
          try shared.append(db, cellsOf: row.int64(3), to: &batch.text)
        } else {
          row.appendBytes(2, to: &batch.text)
        }
        batch.ends.append(batch.text.count)
        batch.lines.append(try row.int64(1))
      }
    }
  }

  private func addCorrections(_ db: Database, to batch: PreparedBatch) throws {
    var index = 0
    for range in ids {
      try db.forEachRow(
        sql: "SELECT submission, corrects FROM correction WHERE submission BETWEEN ? AND ?",
        arguments: [range.lowerBound, range.upperBound]
      ) { row in
        if batch.corrects.isEmpty { batch.corrects = Array(repeating: 0, count: batch.count) }
        let (submission, corrected) = try (row.integer(0), row.int64(1))
        let position = index + Int(submission - range.lowerBound)
        if batch.corrects.indices.contains(position) { batch.corrects[position] = corrected }
      }
      index += range.count
    }
  }

  /// The first submission of a replay's block, from which its errors count.
  private var firstOfReplay: Int64? { coversCells ? nil : ids.first?.lowerBound }

  /// Returns the block with this content.
  func sealed(_ batch: PreparedBatch, salt: [UInt8]) -> SealedBlock {
    var hasher = BlockHasher(errorLines, salt: salt)
    hasher.update(batch, from: firstOfReplay)
    return hasher.block
  }

  /// Whether the content is what the run or the last purge sealed, and other records can still be
  /// proved after a purge.
  func isSealed(_ batch: PreparedBatch) -> Bool {
    guard sealed(batch, salt: present.salt).digest == present.digest else { return false }
    if present == original { return original.withdrawn.isEmpty }
    let tree = tree(batch)
    return tree.isExact && tree.root?.bytes == original.digest
  }

  /// Returns the tree that the run sealed.
  func tree(_ batch: PreparedBatch) -> BlockTree {
    BlockTree(original, of: batch, errorLines: errorLines, from: firstOfReplay)
  }

  /// Returns the salt and the text of a record, by its position in the block.
  func leafContent(_ position: Int, _ batch: PreparedBatch) -> (salt: [UInt8], text: [UInt8]) {
    var salts = LeafSalts(original.salt)
    var lines = RecordLines(batch, errorLines, from: firstOfReplay)
    var (salt, text): ([UInt8], [UInt8]) = ([], [])
    salts.append(of: position, to: &salt)
    for index in 0...position {
      text.removeAll()
      lines.append(index, to: &text)
    }
    return (salt, text)
  }
}

extension Store {
  /// Returns the keys of submissions, in order.
  fileprivate static func recordKeys(
    _ db: Database, _ ids: ClosedRange<Int64>, position: (Int64) -> Int32
  ) throws -> [PreparedBatch.HashedKey] {
    guard let list = try KeyList.ofRecord(db, ids.lowerBound) else { return [] }
    var keys: [PreparedBatch.HashedKey] = []
    try KeyPages(list).forEach(db, [ids]) { key in
      keys.append(.init(record: position(key.submission), hash: key.hash, content: key.content))
    }
    return keys
  }

  /// Returns the malformed records in a range of submissions, in order.
  fileprivate static func malformedRecords(
    _ db: Database, _ ids: ClosedRange<Int64>, position: (Int64) -> Int32
  ) throws -> [PreparedBatch.Malformed] {
    try db.mapRows(
      sql: """
        SELECT submission, raw, line, "column", byte FROM malformed
        WHERE submission BETWEEN ? AND ? ORDER BY submission
        """, arguments: [ids.lowerBound, ids.upperBound]
    ) { row in
      try .init(
        record: position(row.integer(0)), raw: row.bytes(1), line: Int(row.int64(2)),
        column: Int(row.int64(3)), byte: Int(row.int64(4)))
    }
  }
}

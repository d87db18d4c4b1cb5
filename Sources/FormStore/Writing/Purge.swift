import Foundation
import GRDB

/// Erases the cells of submissions permanently.
///
/// Their numbers, lines, verdicts, errors and sources remain, and a new seal covers what remains.
enum Purge {
  /// Returns the purged submissions, in order.
  static func ranges(_ db: Database) throws -> [ClosedRange<Int64>] {
    try db.cachedStatement(
      sql: "SELECT first_submission, last_submission FROM purged ORDER BY first_submission"
    ).mapSteps { try $0.ids() }
  }

  /// Returns a condition that is true if a submission is purged.
  static func isPurged(_ submission: String) -> String {
    """
    EXISTS (SELECT 1 FROM purged
      WHERE first_submission = (
        SELECT max(first_submission) FROM purged WHERE first_submission <= \(submission))
        AND last_submission >= \(submission))
    """
  }

  static func contains(_ db: Database, _ submission: Int64) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT \(isPurged("?1"))")
    try statement.setArguments([submission])
    return try statement.mapSteps { $0.integer(0) == 1 }.first == true
  }

  /// Returns the blocks of a run. Those that a purge changed have their latest salt and digest.
  static func resealed(
    _ db: Database, _ blocks: [SealedBlock], ofRun run: Int64
  ) throws -> [SealedBlock] {
    var blocks = blocks
    let statement = try db.cachedStatement(
      sql: "SELECT number, salt, digest FROM resealed WHERE run = ? ORDER BY purge")
    try statement.setArguments([run])
    try statement.forEachStep { row in
      guard blocks.indices.contains(Int(row.integer(0))) else { return }
      blocks[Int(row.integer(0))].salt = row.bytes(1)
      blocks[Int(row.integer(0))].digest = row.bytes(2)
    }
    return blocks
  }

  /// Returns a problem if a purged submission has content again.
  static func problem(_ db: Database) throws -> StoreProblem? {
    for (table, submission, isThere) in [
      ("submission", "id", "x.cells <> '[]'"), ("malformed", "submission", "x.raw <> x''"),
      ("answer", "submission", "TRUE"),
      ("intake_submission", "submission", "length(x.salt) > 0 OR x.idempotency_key IS NOT NULL"),
    ] {
      let row = try Int64.fetchOne(
        db,
        sql: """
          SELECT x.\(submission) FROM purged p CROSS JOIN \(table) x
          WHERE x.\(submission) BETWEEN p.first_submission AND p.last_submission AND (\(isThere)) LIMIT 1
          """)
      if let row {
        return StoreProblem(
          .content, table: table, row: row,
          "submission \(row) was purged, but \(table) still contains data of it")
      }
    }
    let salted = try Int64.fetchOne(
      db,
      sql: """
        SELECT r.run FROM resealed r JOIN block b ON b.run = r.run AND b.number = r.number
        WHERE length(b.salt) > 0 OR length(r.salt) > 0 AND EXISTS (
          SELECT 1 FROM resealed x
          WHERE x.run = r.run AND x.number = r.number AND x.purge > r.purge) LIMIT 1
        """)
    if let salted {
      return StoreProblem(
        .content, table: "block", run: salted,
        "a block of run \(salted) was sealed again by a purge but has its old salt")
    }
    return nil
  }

  /// Deletes the values of the submissions and everything that identifies them.
  static func delete(_ db: Database, _ ids: ClosedRange<Int64>) throws {
    for sql in [
      "UPDATE submission SET cells = '[]' WHERE id BETWEEN ? AND ?",
      "UPDATE malformed SET raw = x'' WHERE submission BETWEEN ? AND ?",
      """
      UPDATE intake_submission SET salt = x'', idempotency_key = NULL
      WHERE submission BETWEEN ? AND ?
      """,
      "DELETE FROM answer WHERE submission BETWEEN ? AND ?",
    ] {
      try db.cachedStatement(sql: sql).execute(arguments: [ids.lowerBound, ids.upperBound])
    }
    try Exceptions.purge(db, ids)
  }

  /// Returns the size in bytes of the cells of the submissions.
  static func size(_ db: Database, _ ids: ClosedRange<Int64>) throws -> Int {
    let statement = try db.cachedStatement(
      sql: "SELECT sum(length(CAST(cells AS BLOB))) FROM submission WHERE id BETWEEN ? AND ?")
    return try Int.fetchOne(statement, arguments: [ids.lowerBound, ids.upperBound]) ?? 0
  }

  /// Deletes the samples of index rows that ANALYZE creates in some builds of SQLite.
  ///
  /// The planner uses the other statistics until ANALYZE runs again.
  static func deleteSamples(_ db: Database) throws {
    if try db.tableExists("sqlite_stat4") { try db.execute(sql: "DELETE FROM sqlite_stat4") }
  }
}

/// A purge that included a submission.
package struct StoredPurge: Sendable {
  package var reason: String
  package var by: String
  package var at: String
}

extension Store {
  /// Deletes the cells of submissions and seals what remains.
  ///
  /// The caller must call `eraseTraces` afterwards, and must hold the writer lock from the moment
  /// it selects the submissions.
  ///
  /// First verifies the blocks that contain the submissions. Time and memory grow with these
  /// blocks.
  ///
  /// - Returns: The purge's id, the head of the chain, and the number of bytes of deleted cells.
  /// - Throws: An error if a block or event differs from what was sealed. Nothing is deleted then.
  package func purge(
    _ ids: [ClosedRange<Int64>], at: String, _ attribution: Attribution
  ) throws(StoreError) -> (purge: Int64, head: String, bytes: Int) {
    let blocks = try blocks(of: ids)
    return try write { db in
      try requireSealed(db, ids)
      try db.execute(sql: "INSERT INTO purge DEFAULT VALUES")
      let purge = db.lastInsertedRowID
      for range in ids {
        try db.cachedStatement(
          sql: """
            INSERT INTO purged (first_submission, last_submission, purge)
            VALUES (?, ?, ?)
            """
        ).execute(
          arguments: [range.lowerBound, range.upperBound, purge])
      }
      var bytes = 0
      for portion in Self.portions(ids, blocks) {
        bytes += try Purge.size(db, portion)
        try Purge.delete(db, portion)
      }
      try Purge.deleteSamples(db)
      try KeyList.purge(db, ids)
      for check in blocks {
        let sealed = check.sealed(try check.contents(db), salt: BlockHasher.newSalt())
        try db.cachedStatement(
          sql: """
            INSERT INTO resealed (run, number, purge, salt, digest)
            VALUES (?, ?, ?, ?, ?)
            """
        ).execute(
          arguments: [check.run, check.number, purge, Data(sealed.salt), Data(sealed.digest)])
        try db.cachedStatement(
          sql: "UPDATE resealed SET salt = x'' WHERE run = ? AND number = ? AND purge < ?"
        ).execute(arguments: [check.run, check.number, purge])
        try db.cachedStatement(sql: "UPDATE block SET salt = x'' WHERE run = ? AND number = ?")
          .execute(arguments: [check.run, check.number])
      }
      let head = try Ledger.append(db, .purge, purge, at: at, attribution)
      return (purge, head.hexadecimal, bytes)
    }
  }

  /// Splits submissions into portions that one statement changes.
  ///
  /// SQLite keeps the pages that a statement changes in memory until the statement ends, so that it
  /// can roll it back. A portion therefore covers one block or a few single submissions.
  private static func portions(
    _ ids: [ClosedRange<Int64>], _ blocks: [BlockCheck]
  ) -> [ClosedRange<Int64>] {
    let inBlocks = blocks.filter(\.isIntake).flatMap(\.ids)
      .sorted { $0.lowerBound < $1.lowerBound }.intersection(ids)
    let others = ids.subtracting(inBlocks)
    return inBlocks
      + others.flatMap { range in
        stride(from: range.lowerBound, through: range.upperBound, by: 16).map {
          $0...min($0 + 15, range.upperBound)
        }
      }
  }

  /// Returns the blocks that contain some of the submissions, after verifying each.
  private func blocks(of ids: [ClosedRange<Int64>]) throws(StoreError) -> [BlockCheck] {
    let verification = StoreVerification(self)
    let runs = try runs(with: ids)
    let checks: [BlockCheck]
    do {
      checks = try verification.blockChecks(of: runs)
    } catch let problem as StoreProblem {
      throw .damaged(problem.words)
    } catch {
      throw StoreError(error, path: path)
    }
    var affected: [BlockCheck] = []
    for check in checks where check.ids.contains(where: ids.overlap) {
      var totals = BlockTotals()
      if let problem = try verification.problem(of: check, &totals) {
        throw .damaged(problem.words)
      }
      affected.append(check)
    }
    return affected
  }

  /// Returns the runs whose blocks cover data of the submissions: the runs that imported them, and
  /// the runs that called services for them.
  private func runs(with ids: [ClosedRange<Int64>]) throws(StoreError) -> Set<Int64> {
    guard let first = ids.first?.lowerBound, let last = ids.last?.upperBound else { return [] }
    return try read { db in
      var runs: Set<Int64> = []
      let spans = try db.cachedStatement(
        sql: """
          SELECT s.first_submission, s.last_submission, r.id FROM span s
          JOIN run r ON r.import = s.import
          WHERE s.first_submission <= ? AND s.last_submission >= ?
          """)
      try spans.setArguments([last, first])
      try spans.forEachStep { row in
        if ids.overlap(try row.ids()) { runs.insert(row.integer(2)) }
      }
      let answers = try db.cachedStatement(
        sql: "SELECT DISTINCT run FROM answer WHERE submission BETWEEN ? AND ?")
      for range in ids {
        try answers.setArguments([range.lowerBound, range.upperBound])
        try answers.forEachStep { runs.insert($0.integer(0)) }
      }
      return runs
    }
  }

  /// Checks that the events of single submissions are intact.
  private func requireSealed(_ db: Database, _ ids: [ClosedRange<Int64>]) throws {
    for range in ids {
      let events = try db.cachedStatement(
        sql: """
          SELECT e.subject, e.digest, e.version FROM intake_submission n
          JOIN event e ON e.kind = 'submission' AND e.subject = n.submission
          WHERE n.submission BETWEEN ? AND ?
          """)
      try events.setArguments([range.lowerBound, range.upperBound])
      let sealed = try events.mapSteps { ($0.integer(0), $0.bytes(1), $0.integer(2)) }
      for (id, digest, version) in sealed
      where try Ledger.digest(db, .submission, id, version: version) != digest {
        throw StoreError.damaged("submission \(id) or its results")
      }
    }
  }

  /// Erases purged cells from the file and the files next to it: empties the WAL, and overwrites
  /// the remains of rows in the unallocated space of pages.
  ///
  /// - Parameters:
  ///   - lastPurgeOnly: Whether to overwrite only the pages in the WAL, which are those of the
  ///     purge committed last. Otherwise all pages of the file are overwritten.
  ///   - compacts: Whether to rewrite the file as well, without free pages. Requires disk space for
  ///     two more copies.
  package func eraseTraces(lastPurgeOnly: Bool, compacts: Bool) throws(StoreError) {
    guard let lock else { return }
    try lock.take(wait: wait)
    defer { lock.release() }
    do {
      try queue.inDatabase { db in
        // The WAL shows which pages the purge changed.
        let pages = lastPurgeOnly ? try UnallocatedSpace.pages(inWAL: path + "-wal") : nil
        if compacts { try compact(db) } else { try overwriteUnallocated(db, pages) }
      }
    } catch {
      let cause = StoreError(error, path: path)
      // The error for a full disk already says how to continue.
      let reason = if case .failed(_, let reason) = cause { reason } else { "\(cause)" }
      throw .failed(
        path: path,
        reason:
          "the cells are deleted, but the file could not be \(compacts ? "rewritten" : "cleaned"), so that "
          + "traces of them may remain in it: \(reason)"
          + (reason.contains("run the command again") ? "" : "; run the same command again"))
    }
  }

  private func overwriteUnallocated(_ db: Database, _ pages: [UInt32]?) throws {
    try db.checkpoint(.truncate)
    // A cached page would restore the content overwritten underneath it.
    try db.execute(sql: "PRAGMA shrink_memory")
    try db.inTransaction(.immediate) {
      // A program that has written since then has pages in the WAL and may be moving them to the
      // file.
      guard StoreFile.size(path + "-wal") ?? 0 == 0 else {
        throw StoreError.busy(path: path)
      }
      try UnallocatedSpace.overwrite(db, pages: pages)
      // A commit makes other connections discard their cached pages.
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      try db.execute(sql: "PRAGMA user_version = \(version)")
      return .commit
    }
    try db.checkpoint(.truncate)
  }

  /// Rewrites the file without free pages.
  ///
  /// SQLite writes the new content to a temporary file. The file is in the folder of the database,
  /// where there is enough space. It is unlinked as soon as it is open, so that a killed process
  /// leaves nothing behind. It contains only what remains after the purge.
  private func compact(_ db: Database) throws {
    let folder = TemporaryFile.folder(of: path).replacing("'", with: "''")
    let cacheSize = try Int.fetchOne(db, sql: "PRAGMA cache_size") ?? 0
    // The files are read once, in order. A cache would only cost memory.
    try db.execute(
      sql: """
        PRAGMA shrink_memory;
        PRAGMA cache_size = -1024;
        PRAGMA temp_store = FILE;
        PRAGMA temp_store_directory = '\(folder)';
        """)
    defer {
      try? db.execute(
        sql: """
          PRAGMA temp_store_directory = '';
          PRAGMA temp_store = MEMORY;
          PRAGMA cache_size = \(cacheSize);
          """)
    }
    try db.execute(sql: "VACUUM")
    try db.checkpoint(.truncate)
  }

  /// The size of the database file, in bytes.
  package func fileSize() throws(StoreError) -> Int {
    try read { db in
      let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
      return try size * (Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0)
    }
  }

  /// Returns the purge that deleted a submission's cells, or nil if the submission has cells.
  package func purge(of submission: Int64) throws(StoreError) -> StoredPurge? {
    try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT e.reason, e."by", e.at FROM purged p
          JOIN event e ON e.kind = 'purge' AND e.subject = p.purge
          WHERE p.first_submission <= ?1 AND p.last_submission >= ?1
          """,
        arguments: [submission]
      ).map { try StoredPurge(reason: $0[0], by: $0[1], at: $0[2]) }
    }
  }

  /// Returns whether the last recorded event is a purge.
  package func endsWithPurge() throws(StoreError) -> Bool {
    try read { db in
      try db.cachedStatement(sql: "SELECT kind FROM event ORDER BY number DESC LIMIT 1")
        .mapSteps { $0.text(0) }.first == EventKind.purge.rawValue
    }
  }

  /// Returns how many of the selected submissions are purged.
  package func purgedCount(_ filter: SubmissionFilter) throws(StoreError) -> Int {
    try purgedRanges(filter, before: nil).reduce(0) { $0 + $1.count }
  }
}

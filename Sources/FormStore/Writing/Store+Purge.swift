import Foundation
import GRDB

extension Store {
  /// Deletes the cells of submissions and seals what remains.
  ///
  /// The caller must call `eraseTraces` afterwards, and must hold the writer lock since it selected
  /// the submissions.
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

  /// Returns the number of errors of other submissions that quote a value of the given submissions.
  /// Errors of `depends` and `resembles` quote the most frequent value.
  ///
  /// - Complexity: Proportional to the errors of these rules in the runs of the submissions, and to
  ///   the submissions.
  package func quotingErrors(_ ids: [ClosedRange<Int64>]) throws(StoreError) -> Int {
    let runs = try runs(with: ids)
    return try read { db in
      var quotes: [(submission: Int64, value: String)] = []
      let errors = try db.cachedStatement(
        sql: """
          SELECT e.submission, json_extract(e.arguments, '$.mode') FROM run r
          JOIN plan_rule p ON p.plan = r.plan AND p.kind IN ('depends', 'resembles')
          JOIN error e ON e.run = r.id AND e.rule = p.position
          WHERE r.id = ? AND json_extract(e.arguments, '$.mode') IS NOT NULL
          """)
      for run in runs.sorted() {
        try errors.setArguments([run])
        try errors.forEachStep { row in
          let submission = row.integer(0)
          guard !ids.overlap(submission...submission) else { return }
          quotes.append((submission, row.text(1) ?? ""))
        }
      }
      var quoted: Set<String> = []
      let sought = Set(quotes.map(\.value))
      if sought.isEmpty { return 0 }
      let cells = try db.cachedStatement(
        sql: """
          SELECT DISTINCT c.value FROM submission s, json_each(s.cells) c
          WHERE s.id BETWEEN ? AND ? AND c.type = 'text'
          """)
      for range in ids {
        try cells.setArguments([range.lowerBound, range.upperBound])
        try cells.forEachStep { row in
          if let text = row.text(0), sought.contains(text) { quoted.insert(text) }
        }
      }
      return quotes.count { quoted.contains($0.value) }
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
      throw .damaged(problem.description)
    } catch {
      throw StoreError(error, path: path)
    }
    var affected: [BlockCheck] = []
    for check in checks where check.ids.contains(where: ids.overlap) {
      var totals = BlockTotals()
      if let problem = try verification.problem(of: check, &totals) {
        throw .damaged(problem.description)
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
}

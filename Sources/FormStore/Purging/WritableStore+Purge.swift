import FormBytes
import FormHashing
import Foundation
import GRDB

extension WritableStore {
  /// Deletes the cells of submissions and the values that errors quote, and seals what remains.
  ///
  /// The caller must call `eraseTraces` afterwards, and must hold the writer lock since it selected
  /// the submissions.
  ///
  /// First verifies the blocks that contain the submissions and errors. Time and memory grow with
  /// these blocks.
  ///
  /// - Returns: The purge's id, the head of the chain, and the number of bytes of deleted cells.
  /// - Throws: `StoreError` if a block or event differs from what was sealed. Nothing is deleted
  ///   then.
  package func purge(
    _ ids: [ClosedRange<Int64>], erasing quotes: [StoredQuote], at: String,
    _ attribution: Attribution
  ) throws(StoreError) -> (purge: Int64, head: String, bytes: Int) {
    let blocks = try blocks(of: ids, quotes)
    return try write { db in
      try requireSealed(db, ids)
      try db.execute(sql: "INSERT INTO purge DEFAULT VALUES")
      let purge = db.lastInsertedRowID
      for range in ids {
        try db.cachedStatement(
          sql: "INSERT INTO purged (first_submission, last_submission, purge) VALUES (?, ?, ?)"
        ).execute(arguments: [range.lowerBound, range.upperBound, purge])
      }
      try SharedCells.move(db, outOf: ids)
      var bytes = 0
      for batch in Self.batches(ids, blocks) {
        bytes += try Purge.size(db, batch)
        try Purge.delete(db, batch)
      }
      try Self.erase(quotes, db)
      try Purge.deleteSamples(db)
      try PurgedKeys.insert(db, ids, purge: purge)
      try KeyList.purge(db, ids)
      for block in blocks {
        let sealed = block.sealed(try block.contents(db), salt: Salt.random())
        try db.cachedStatement(
          sql: "INSERT INTO resealed (run, number, purge, salt, digest) VALUES (?, ?, ?, ?, ?)"
        ).execute(
          arguments: [block.runID, block.number, purge, Data(sealed.salt), Data(sealed.digest)])
        try db.cachedStatement(
          sql: "UPDATE resealed SET salt = x'' WHERE run = ? AND number = ? AND purge < ?"
        ).execute(arguments: [block.runID, block.number, purge])
        try db.cachedStatement(
          sql: "UPDATE block SET salt = ?, withdrawn = ? WHERE run = ? AND number = ?"
        ).execute(
          arguments: [
            Data(block.original.salt), Data(block.original.withdrawn), block.runID, block.number,
          ])
      }
      let head = try Ledger.append(db, .purge, subject: purge, at: at, attribution: attribution)
      return (purge, head.hexadecimal, bytes)
    }
  }

  /// Splits submissions into batches that one statement changes.
  ///
  /// SQLite keeps the pages that a statement changes in memory until the statement ends, so that it
  /// can roll it back. A batch therefore covers one block or a few single submissions.
  private static func batches(
    _ ids: [ClosedRange<Int64>], _ blocks: [RunBlock]
  ) -> [ClosedRange<Int64>] {
    let inBlocks = blocks.filter(\.coversCells).flatMap(\.ids)
      .sorted { $0.lowerBound < $1.lowerBound }.intersection(ids)
    let others = ids.subtracting(inBlocks)
    return inBlocks
      + others.flatMap { range in
        stride(from: range.lowerBound, through: range.upperBound, by: 16).map {
          $0...min($0 + 15, range.upperBound)
        }
      }
  }

  /// Returns the blocks that contain some of the submissions or errors, after verifying each. Their
  /// original seals lack the salts of these records.
  private func blocks(
    of ids: [ClosedRange<Int64>], _ quotes: [StoredQuote]
  ) throws(StoreError) -> [RunBlock] {
    let verification = StoreVerification(self)
    let holders = try runs(with: ids)
    let quoting = Dictionary(grouping: quotes, by: \.runID)
      .mapValues { $0.map(\.submission).joinedRanges }
    let runs = holders.union(quoting.keys)
    let all: [RunBlock]
    do {
      all = try verification.blocks(of: runs)
    } catch let problem as StoreProblem {
      throw .altered(problem.description)
    } catch {
      throw StoreError(error, path: path)
    }
    var affected: [RunBlock] = []
    for block in all
    where holders.contains(block.runID) && block.ids.contains(where: ids.overlap)
      || block.ids.contains(where: { quoting[block.runID]?.overlap($0) == true })
    {
      var block = block
      let batch = try read { try block.contents($0) }
      guard block.isSealed(batch) else { throw .altered(block.problem.description) }
      let records = block.ids.flatMap { $0 }.enumerated().filter { _, id in
        ids.overlap(id...id) || quoting[block.runID]?.overlap(id...id) == true
      }
      block.original = block.tree(batch).withdrawing(records.map(\.offset), from: block.original)
      affected.append(block)
    }
    return affected
  }

  /// Returns the runs whose blocks cover data of the submissions: the runs that imported them, and
  /// the runs that called services for them.
  private func runs(with ids: [ClosedRange<Int64>]) throws(StoreError) -> Set<Int64> {
    guard let first = ids.first?.lowerBound, let last = ids.last?.upperBound else { return [] }
    return try read { db in
      var runs: Set<Int64> = []
      try db.forEachRow(
        sql: """
          SELECT s.first_submission, s.last_submission, r.id FROM span s
          JOIN run r ON r.import = s.import
          WHERE s.first_submission <= ? AND s.last_submission >= ?
          """, arguments: [last, first]
      ) { row in
        if ids.overlap(try row.ids()) { runs.insert(try row.integer(2)) }
      }
      for range in ids {
        try db.forEachRow(
          sql: "SELECT DISTINCT run FROM answer WHERE submission BETWEEN ? AND ?",
          arguments: [range.lowerBound, range.upperBound]
        ) { runs.insert(try $0.integer(0)) }
      }
      return runs
    }
  }

  /// Checks that the events of single submissions and comments are intact.
  private func requireSealed(_ db: Database, _ ids: [ClosedRange<Int64>]) throws {
    for range in ids {
      if let comment = try StoredComment.altered(db, range) {
        throw StoreError.altered("comment \(comment)")
      }
      let sealed = try db.mapRows(
        sql: """
          SELECT e.subject, e.digest, 'submission' FROM intake_submission n
          JOIN event e ON e.kind = 'submission' AND e.subject = n.submission
          WHERE n.submission BETWEEN ?1 AND ?2
          UNION ALL
          SELECT e.subject, e.digest, 'comment' FROM comment c
          JOIN event e ON e.kind = 'comment' AND e.subject = c.id
          WHERE c.submission BETWEEN ?1 AND ?2
          """, arguments: [range.lowerBound, range.upperBound]
      ) { try (id: $0.integer(0), digest: $0.bytes(1), isComment: $0.text(2) == "comment") }
      for event in sealed {
        let kind = event.isComment ? EventKind.comment : .submission
        guard try Ledger.digest(db, of: kind, subject: event.id) != event.digest else { continue }
        throw StoreError.altered(
          event.isComment ? "comment \(event.id)" : "submission \(event.id) or its results")
      }
    }
  }
}

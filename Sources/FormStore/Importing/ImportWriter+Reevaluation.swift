import FormRules
import GRDB

/// A record of an import that was evaluated again when the import finished.
package struct ReevaluatedRecord: Sendable {
  package var submission: Int64
  /// Its errors before and after the second evaluation.
  package var before: [StoredError]
  package var after: [StoredError]
  /// If it is now accepted, its keys under rules `unique: ever`, with the rules' positions.
  package var claims: [(rule: Int, hash: Int64)]

  package init(
    submission: Int64, before: [StoredError], after: [StoredError],
    claims: [(rule: Int, hash: Int64)]
  ) {
    self.submission = submission
    self.before = before
    self.after = after
    self.claims = claims
  }
}

extension ImportWriter {
  /// Returns whether records may have other errors of the rules `unique: ever` than those stored,
  /// because other deliveries took effect, or released keys, after the import began.
  ///
  /// Call it after the records have superseded earlier deliveries (`takeEffect`). Costs nothing if
  /// nothing happened, otherwise one read per block of keys.
  ///
  /// - Parameter rules: The positions of the rules.
  package func mustReevaluate(_ rules: [Int]) throws(StoreError) -> Bool {
    try transaction.perform { db in
      try ConcurrentChanges(importID: importID, runID: runID, formID: formID)
        .mayConcern(rules, db)
    }
  }

  /// Writes the new verdicts of records that were evaluated again, and reseals their blocks.
  ///
  /// - Parameter records: The records, in the order of submissions.
  /// - Throws: `StoreError` if a block differs from what was sealed.
  package func replaceVerdicts(_ records: [ReevaluatedRecord]) throws(StoreError) {
    try transaction.perform { db in
      // Rows of an unfinished import may be changed.
      if committed == 0 {
        try progress.write(db, importID: importID, runID: runID, at: importStart.clock())
      }
      var next = 0
      for block in try blocks(db) {
        guard let last = block.ids.last?.upperBound else { continue }
        let first = next
        while next < records.count, records[next].submission <= last { next += 1 }
        guard first < next else { continue }
        let salt = block.present.salt
        guard block.sealed(try block.contents(db), salt: salt).digest == block.present.digest else {
          throw StoreError.altered("the records of import \(importID) differ from what was stored")
        }
        for record in records[first..<next] { try write(record, db) }
        try replaceClaims(records[first..<next], db)
        try replace(
          block: block.number, with: block.sealed(try block.contents(db), salt: salt), db)
      }
    }
  }

  private func blocks(_ db: Database) throws -> [RunBlock] {
    let sealed = try SealedBlock.all(db, ofRun: runID) + [progress.openBlock].compactMap { $0 }
    let spans = try SubmissionSpan.ranges(db, ofImport: importID)
    guard
      let blocks = RunBlock.blocks(
        ofRun: runID, coversCells: true, spans, sealed.filter { $0.records > 0 },
        errorLines: start.bound.errorLines)
    else { throw StoreError.altered("the spans of import \(importID)") }
    return blocks
  }

  private func write(_ record: ReevaluatedRecord, _ db: Database) throws {
    for error in record.before where !record.after.contains(error) {
      try db.cachedStatement(
        sql: "DELETE FROM error WHERE run = ? AND submission = ? AND rule = ?"
      ).execute(arguments: [runID, record.submission, error.rule])
    }
    for error in record.after where !record.before.contains(error) {
      try error.insert(db, runID: runID)
    }
    try StatusTable.setVerdict(db, record.submission, isRejected: isRejected(record.after))
  }

  private func isRejected(_ errors: [StoredError]) -> Bool { errors.contains { rejects[$0.rule] } }

  /// Releases the keys of records that are now rejected, and claims those of records that are now
  /// accepted. They are in no run yet.
  private func replaceClaims(_ records: ArraySlice<ReevaluatedRecord>, _ db: Database) throws {
    try Claims.release(
      db, records.filter { isRejected($0.after) }.map { $0.submission...$0.submission },
      formID: formID)
    var claims: [Int: [SubmissionKey]] = [:]
    for record in records where isRejected(record.before) {
      for (rule, hash) in record.claims {
        claims[rule, default: []].append(SubmissionKey(submission: record.submission, hash: hash))
      }
    }
    for (rule, keys) in claims.sorted(by: { $0.key < $1.key }) {
      try KeyPages(KeyList.make(db, formID: formID, rule: rules[rule].id)).append(db, keys)
    }
  }
}

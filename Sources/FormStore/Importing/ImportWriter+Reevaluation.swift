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
      let changes = try concurrentChanges(db)
      if changes.released, try hasErrors(db, of: rules) { return true }
      // A record that was rejected by other rules has no claims, but its errors are those of all.
      return try changes.claimed && (hasErrors(db, exceptOf: rules) || hasLostClaims(db))
    }
  }

  /// Returns whether submissions of the form took effect since the import began, for the first time
  /// or again, and whether keys may have been released.
  private func concurrentChanges(_ db: Database) throws -> (claimed: Bool, released: Bool) {
    try db.firstRow(
      sql: """
        WITH known (number) AS (
          SELECT coalesce(r.known_event, v.number) FROM run r
          JOIN event v ON v.kind = 'import' AND v.subject = r.import
          WHERE r.id = :run),
        later (kind) AS (
          SELECT r.kind FROM event v
          JOIN run r ON r.id = v.subject
          JOIN plan p ON p.id = r.plan
          JOIN version f ON f.id = p.form_version
          WHERE v.kind = 'run' AND v.number > (SELECT number FROM known) AND f.definition = :form
          UNION ALL
          SELECT 'intake' FROM event v
          JOIN intake_submission n ON n.submission = v.subject
          WHERE v.kind = 'submission' AND v.number > (SELECT number FROM known) AND n.form = :form
          UNION ALL
          SELECT 'retraction' FROM event v
          JOIN retraction t ON t.id = v.subject
          JOIN import i ON i.id = t.import
          WHERE v.kind IN ('retraction', 'reinstatement')
            AND v.number > (SELECT number FROM known) AND i.form = :form)
        SELECT EXISTS (SELECT 1 FROM later),
          EXISTS (SELECT 1 FROM later WHERE kind IN ('replay', 'retraction'))
          OR EXISTS (
            SELECT 1 FROM event
            WHERE kind = 'purge' AND number > (SELECT number FROM known))
          OR EXISTS (SELECT 1 FROM later)
            AND EXISTS (SELECT 1 FROM key_list WHERE form = :form AND rule = '')
        """, arguments: ["run": runID, "form": formID]
    ) { try (claimed: $0.integer(0) == 1, released: $0.integer(1) == 1) } ?? (false, false)
  }

  private func hasErrors(_ db: Database, of rules: [Int]) throws -> Bool {
    try rules.contains { rule in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM error WHERE run = ? AND rule = ?)",
        arguments: [runID, rule]) ?? false
    }
  }

  private func hasErrors(_ db: Database, exceptOf rules: [Int]) throws -> Bool {
    let list = rules.map(String.init).joined(separator: ",")
    return try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM error WHERE run = ? AND rule NOT IN (\(list)))",
      arguments: [runID]) ?? false
  }

  /// Returns whether another submission holds a key of an accepted record.
  private func hasLostClaims(_ db: Database) throws -> Bool {
    let spans = try SubmissionSpan.ranges(db, ofImport: importID).joined()
    var isLost = false
    for list in try KeyList.claims(db, formID: formID) where !isLost {
      try KeyPages(list).forEachSortedBatch(db, spans) { batch in
        try batch.forEachSlice { own in
          if !isLost { isLost = try !KeyRuns(list).matches(db, own).isEmpty }
        }
      }
    }
    return isLost
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

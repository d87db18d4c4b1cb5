import Foundation
import GRDB

/// A key of an accepted record of an import that another submission claimed while the import was
/// unfinished.
package struct LostClaim: Sendable {
  package var submission: Int64
  package var rule: String
  package var hash: Int64
}

/// A record of an import that was evaluated again when the import finished.
package struct ReevaluatedRecord: Sendable {
  package var submission: Int64
  /// Its errors before and after the second evaluation.
  package var before: [StoredError]
  package var after: [StoredError]
  /// Whether it is now rejected.
  package var isRejected: Bool

  package init(
    submission: Int64, before: [StoredError], after: [StoredError], isRejected: Bool
  ) {
    self.submission = submission
    self.before = before
    self.after = after
    self.isRejected = isRejected
  }
}

extension ImportWriter {
  /// Returns the keys of the import's records that other submissions claimed, in the order of
  /// submissions.
  ///
  /// Begins the last transaction, so that no other process can write until the import has finished.
  ///
  /// Records that are not yet committed were judged within this transaction and lost no key. Costs
  /// nothing if no import finished and nothing was submitted since the import began, otherwise one
  /// read per claim.
  package func lostClaims() throws(StoreError) -> [LostClaim] {
    try transaction.perform { db in
      try begin(db)
      guard committed > 0, try hasConcurrentChanges(db) else { return [] }
      return try findLost(db)
    }
  }

  /// Returns all keys that the committed records lost, in the order of submissions.
  private func findLost(_ db: Database) throws -> [LostClaim] {
    let identity = try RecordIdentity(db, form: form)
    let spans = try Store.spans(db, ofImport: importID)
    var lost: [LostClaim] = []
    for list in try KeyList.claims(db, form: form) {
      try KeyPages(list).forEachSortedBatch(db, spans) { batch in
        try batch.forEachSlice { own in
          let others = try KeyRuns(list).matches(db, own)
          var index = 0
          for entry in own {
            while index < others.count, others[index].hash < entry.hash { index += 1 }
            let holders = others[index...].prefix { $0.hash == entry.hash }
            if try holders.contains(where: {
              try !identity.areSame(db, $0.submission, entry.submission)
            }) {
              lost.append(
                LostClaim(submission: entry.submission, rule: list.rule, hash: entry.hash))
            }
          }
        }
      }
    }
    return lost.sorted { $0.submission < $1.submission }
  }

  /// Returns whether another import finished, or a submission was stored, since the import began.
  private func hasConcurrentChanges(_ db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM event v WHERE v.kind IN ('run', 'submission') AND v.number > (
            SELECT number FROM event WHERE kind = 'import' AND subject = ?))
        """,
      arguments: [importID]) ?? false
  }

  /// Writes the new verdicts of records that were evaluated again, and reseals their blocks.
  ///
  /// - Parameter records: The records, in the order of submissions.
  /// - Throws: `StoreError` if a block differs from what was sealed.
  package func replaceVerdicts(_ records: [ReevaluatedRecord]) throws(StoreError) {
    try transaction.perform { db in
      try writeSpan(db, isFinished: false)
      var next = 0
      for check in try blockChecks(db) {
        guard let last = check.ids.last?.upperBound else { continue }
        let first = next
        while next < records.count, records[next].submission <= last { next += 1 }
        guard first < next else { continue }
        let salt = check.block.salt
        guard check.sealed(try check.contents(db), salt: salt).digest == check.block.digest else {
          throw StoreError.damaged("the records of import \(importID) differ from what was stored")
        }
        for record in records[first..<next] { try write(record, db) }
        try Claims.release(
          db, records[first..<next].filter(\.isRejected).map { $0.submission...$0.submission },
          form: form)
        try replace(
          block: check.number, with: check.sealed(try check.contents(db), salt: salt), db)
      }
    }
  }

  private func blockChecks(_ db: Database) throws -> [BlockCheck] {
    let blocks = try Store.blocks(db, ofRun: run) + [progress.openBlock].compactMap { $0 }
    let spans = try Store.spans(db, ofImport: importID)
    guard
      let checks = BlockCheck.checks(
        ofRun: run, isIntake: true, spans, blocks.filter { $0.records > 0 })
    else { throw StoreError.damaged("the spans of import \(importID)") }
    return checks
  }

  private func write(_ record: ReevaluatedRecord, _ db: Database) throws {
    for error in record.before where !record.after.contains(error) {
      try db.cachedStatement(
        sql: "DELETE FROM error WHERE run = ? AND submission = ? AND rule = ?"
      ).execute(arguments: [run, record.submission, error.rule])
    }
    for error in record.after where !record.before.contains(error) {
      try error.insert(db, run: run)
    }
    try ExceptionTable.setVerdict(db, record.submission, isRejected: record.isRejected)
  }
}

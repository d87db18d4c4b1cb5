import FormBytes
import FormHashing
import Foundation
import GRDB

extension Store {
  /// Returns the submission of a form with an idempotency key, or nil.
  package func intakeSubmission(
    formID: Int64, idempotencyKey: IdempotencyKey
  ) throws(StoreError) -> IntakeSubmission? {
    try read { db in
      try db.firstRow(
        sql: """
          SELECT n.submission, r.id, e.head FROM intake_submission n
          JOIN span s ON s.first_submission = \(SQLFragments.rangeStart(of: "n.submission"))
          JOIN run r ON r.import = s.import
          JOIN event e ON e.kind = 'submission' AND e.subject = n.submission
          WHERE n.form = ? AND n.idempotency_hash = ?
          """,
        arguments: [formID, Data(try Self.hash(db, ofIdempotencyKey: idempotencyKey))]
      ) {
        try IntakeSubmission(
          submissionID: $0.integer(0), runID: $0.integer(1), head: $0.bytes(2).hexadecimal)
      }
    }
  }

  /// Returns the hash of an idempotency key under the store's own key.
  ///
  /// The hash remains when a purge deletes the key itself, which may be an address.
  static func hash(
    _ db: Database, ofIdempotencyKey key: IdempotencyKey
  ) throws -> [UInt8] {
    let hashKey =
      try Data.fetchOne(db.cachedStatement(sql: "SELECT hash_key FROM store")) ?? Data()
    let line = key.line.map { "#\($0):" } ?? ""
    let client = key.client.map { "\($0.utf8.count):\($0)" } ?? "-"
    return Digest.of(
      Array("formrec.idempotency.1\n".utf8) + hashKey + Array((line + client + key.text).utf8))
  }

  /// Returns whether a form has a submission with an idempotency key.
  package func hasIntakeSubmission(
    formID: Int64, idempotencyKey: IdempotencyKey
  ) throws(StoreError) -> Bool {
    try readWithoutTransaction { db in
      try db.hasRow(
        sql: "SELECT 1 FROM intake_submission WHERE form = ? AND idempotency_hash = ?",
        arguments: [formID, Data(try Self.hash(db, ofIdempotencyKey: idempotencyKey))])
    }
  }

  /// Returns whether submissions can be stored in an intake with their own columns: their columns
  /// are fields, the intake exists, or fewer than a maximum of intakes with other columns do.
  package func accepts(
    _ start: IntakeStart, maximumIntakes: Int
  ) throws(StoreError) -> Bool {
    if start.columns.allSatisfy({ $0.field != nil }) { return true }
    return try read { db in
      if try start.importID(db) != nil { return true }
      let count =
        try Int.fetchOne(
          db.cachedStatement(
            sql: "SELECT count(*) FROM \(IntakeStart.intakesOfDay) AND n.names <> '[]'"),
          arguments: start.arguments) ?? 0
      return count < maximumIntakes
    }
  }
}

import FormRules
import Foundation
import GRDB

/// The data of a single submission that is known before it is judged.
package struct IntakeStart: Sendable {
  package var run: RunStart
  /// The time of the submission, which is its clock.
  package var at: String
  package var source: String?
  package var idempotencyKey: String?

  package init(
    run: RunStart, at: String, source: String?, idempotencyKey: String?
  ) {
    self.run = run
    self.at = at
    self.source = source
    self.idempotencyKey = idempotencyKey
  }
}

/// A stored single submission.
package struct StoredIntake: Sendable {
  package var submission: Int64
  package var run: Int64
  package var importID: Int64
  /// The head of the chain including this submission.
  package var head: String
}

extension Store {
  /// Returns the submission of a form with an idempotency key, or nil.
  package func intakeSubmission(
    form: Int64, idempotencyKey: String
  ) throws(StoreError) -> StoredIntake? {
    try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT n.submission, r.id, s.import, e.head FROM intake_submission n
          JOIN span s ON s.first_submission = (
            SELECT max(first_submission) FROM span WHERE first_submission <= n.submission)
          JOIN run r ON r.import = s.import
          JOIN event e ON e.kind = 'submission' AND e.subject = n.submission
          WHERE n.form = ? AND n.idempotency_hash = ?
          """,
        arguments: [form, try Self.hash(db, ofIdempotencyKey: idempotencyKey)]
      ).map {
        try StoredIntake(
          submission: $0[0], run: $0[1], importID: $0[2],
          head: Array($0[3] as Data).hexadecimal)
      }
    }
  }

  /// Returns the hash of an idempotency key under the store's own key.
  ///
  /// The hash remains when a purge deletes the key itself, which may be an address.
  private static func hash(_ db: Database, ofIdempotencyKey key: String) throws -> Data {
    let own =
      try Data.fetchOne(db.cachedStatement(sql: "SELECT hash_key FROM store")) ?? Data()
    return Data(Digest.of(Array("formrec.idempotency.1\n".utf8) + own + Array(key.utf8)))
  }

  /// Returns the columns of the intake that a submission would join, or none if it would start a
  /// new one.
  package func intakeColumns(_ start: IntakeStart) throws(StoreError) -> [PreparedBatch.Column] {
    try read { db in
      guard let importID = try Self.intake(db, start) else { return [] }
      return try Self.columns(db, importID)
    }
  }

  private static func intake(_ db: Database, _ start: IntakeStart) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT n.import FROM intake n
          JOIN plan l ON l.id = n.plan
          WHERE l.form_version = ? AND l.rules_version = ? AND n.parameters = ? AND n.scenario = ?
            AND n.day = ?
          """),
      arguments: [
        start.run.form.id, start.run.rules.id, start.run.parameters, start.run.scenario ?? "",
        start.day,
      ])
  }

  /// Stores a judged submission in the intake of its plan, parameters, scenario and day, and seals
  /// it.
  ///
  /// The transaction must have begun before the submission is judged.
  ///
  /// - Parameter columns: The intake's columns (`intakeColumns`).
  package func store(
    _ batch: PreparedBatch, _ start: IntakeStart, columns: [PreparedBatch.Column]
  ) throws(StoreError) -> StoredIntake {
    try write { db in
      let importID = try Self.intake(db, start) ?? Self.beginIntake(db, start)
      let run =
        try Int64.fetchOne(
          db.cachedStatement(sql: "SELECT id FROM run WHERE import = ?"), arguments: [importID])
        ?? 0
      let plan = try Self.planID(db, start.run)
      for (index, column) in batch.newColumns.enumerated() {
        try db.cachedStatement(
          sql: """
            INSERT INTO import_column (import, position, header, field)
            VALUES (?, ?, ?, ?)
            """
        ).execute(
          arguments: [importID, columns.count + index, column.header, column.field])
      }
      try db.cachedStatement(sql: "INSERT INTO submission (line, cells) VALUES (?, ?)").execute(
        arguments: [batch.lines.first ?? 1, String(decoding: batch.text, as: UTF8.self)])
      let id = db.lastInsertedRowID
      try Self.insertErrors(db, batch, run: run, submission: id)
      if batch.errors.contains(where: { start.run.plan.rules[Int($0.rule)].severity.rejects }) {
        try Exceptions.insertRejected(db, id)
      }
      try RecordedAnswers.insert(db, batch.answers, run: run, first: id)
      var keys = KeyIntake(start.run)
      keys.add(batch, first: id)
      try keys.flush(db)
      try Claims.finish(db, batch.uniqueKeys, start.run, submission: id)
      if !batch.recordKeys.isEmpty {
        try RecordKeys.finish(db, [id...id], form: start.run.form.definition)
      }
      let records = try Int.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT first_record + last_submission - first_submission + 1 FROM span
            WHERE import = ? ORDER BY first_submission DESC LIMIT 1
            """),
        arguments: [importID])
      try SubmissionSpan(ids: id...id, importID: importID, firstRecord: Int64(records ?? 1)).insert(
        db, run: run, plan: plan)
      if records == nil || !batch.newColumns.isEmpty {
        try Mapping.show(
          db, import: importID, form: start.run.form.definition, columns + batch.newColumns,
          latest: start.run.latestForm, state: nil)
      }
      try db.cachedStatement(
        sql: """
          INSERT INTO intake_submission (
            submission, form, at, source,
            idempotency_key, idempotency_hash, columns, salt)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: [
          id, start.run.form.definition, start.at, start.source, start.idempotencyKey,
          try start.idempotencyKey.map { try Self.hash(db, ofIdempotencyKey: $0) },
          columns.count + batch.newColumns.count, Data(BlockHasher.newSalt()),
        ])
      let head = try Ledger.append(db, .submission, id, at: start.at, start.run.attribution)
      return StoredIntake(
        submission: id, run: run, importID: importID, head: head.hexadecimal)
    }
  }

  private static func insertErrors(
    _ db: Database, _ batch: PreparedBatch, run: Int64, submission: Int64
  ) throws {
    for error in batch.errors {
      try db.cachedStatement(
        sql: """
          INSERT INTO error (run, submission, rule, code, arguments)
          VALUES (?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: [run, submission, error.rule, error.code, error.arguments])
    }
  }

  private static func beginIntake(_ db: Database, _ start: IntakeStart) throws -> Int64 {
    let plan = try planID(db, start.run)
    try db.execute(
      sql: """
        INSERT INTO import (form, kind, number, again, options, started_at)
        VALUES (?, 'intake', 0, 0, '{}', ?)
        """,
      arguments: [start.run.form.definition, start.at])
    let importID = db.lastInsertedRowID
    try db.execute(
      sql: "INSERT INTO intake (import, plan, parameters, scenario, day) VALUES (?, ?, ?, ?, ?)",
      arguments: [importID, plan, start.run.parameters, start.run.scenario ?? "", start.day])
    _ = try start.run.insert(db, plan: plan, importID: importID)
    try Ledger.append(db, .import, importID, at: start.at, start.run.attribution)
    return importID
  }
}

extension IntakeStart {
  /// The day in UTC.
  var day: String { String(at.prefix(10)) }
}

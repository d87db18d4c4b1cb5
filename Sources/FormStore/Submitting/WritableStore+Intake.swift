import FormBytes
import FormRules
import GRDB

extension WritableStore {
  /// Stores judged submissions in the intake of their plan, parameters, scenario, day and columns,
  /// and seals each by an event.
  ///
  /// The transaction must have begun before the submissions are judged. No key may occur twice.
  /// Each row has a statement, because only bulk transactions have the tables from which
  /// `ImportWriter.append` inserts whole batches.
  ///
  /// - Parameter origins: What the sender of each record determines.
  package func store(
    _ batch: PreparedBatch, _ start: IntakeStart,
    origins: [(key: IdempotencyKey?, attribution: Attribution)]
  ) throws(StoreError) -> [IntakeSubmission] {
    try write { db in
      let importID = try start.importID(db) ?? start.begin(db)
      let run =
        try Int64.fetchOne(
          db.cachedStatement(sql: "SELECT id FROM run WHERE import = ?"), arguments: [importID])
        ?? 0
      let plan = try Self.planID(db, start.run)
      let ids = try Self.insertSubmissions(db, batch)
      try Self.insertErrors(db, batch, plan: start.run.plan, runID: run, first: ids.lowerBound)
      try RecordedAnswers.insert(db, batch.answers, runID: run, first: ids.lowerBound)
      var keys = KeyBuffer(start.run)
      keys.add(batch, first: ids.lowerBound)
      try keys.flush(db)
      if !batch.recordKeys.isEmpty {
        try RecordKeys.finish(db, [ids], formID: start.run.form.definitionID)
      }
      try Claims.finish(db, batch.uniqueKeys, start: start.run, first: ids.lowerBound)
      let records = try Int.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT first_record + last_submission - first_submission + 1 FROM span
            WHERE import = ? ORDER BY first_submission DESC LIMIT 1
            """),
        arguments: [importID])
      let span = SubmissionSpan(ids: ids, importID: importID, firstRecord: Int64(records ?? 1))
      try span.insert(db, runID: run, planID: plan)
      let heads = try start.seal(db, batch, in: span, of: run, origins: origins)
      return zip(ids, heads).map { id, head in
        IntakeSubmission(submissionID: id, runID: run, head: head.hexadecimal)
      }
    }
  }

  /// Returns the ids of the inserted submissions, which are consecutive.
  private static func insertSubmissions(
    _ db: Database, _ batch: PreparedBatch
  ) throws -> ClosedRange<Int64> {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO submission (line, cells) VALUES (?, ?)")
    var start = 0
    for (line, end) in zip(batch.lines, batch.ends) {
      try statement.execute { values in
        values.add(line)
        values.add(text: batch.text[start..<end])
      }
      start = end
    }
    let last = db.lastInsertedRowID
    return last - Int64(batch.count) + 1...last
  }

  private static func insertErrors(
    _ db: Database, _ batch: PreparedBatch, plan: Plan, runID: Int64, first: Int64
  ) throws {
    var rejected: Int32?
    for error in batch.errors {
      let id = first + Int64(error.record)
      try StoredError(
        submission: id, rule: Int(error.rule), code: error.code, arguments: error.arguments
      ).insert(db, runID: runID)
      guard error.record != rejected, plan.rules[Int(error.rule)].severity.rejects else { continue }
      rejected = error.record
      try StatusTable.setVerdict(db, id, isRejected: true)
    }
  }
}

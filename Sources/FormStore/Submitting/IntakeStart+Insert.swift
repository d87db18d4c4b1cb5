import FormHashing
import FormRules
import GRDB

extension IntakeStart {
  /// Inserts the intake, and seals its beginning by an event.
  ///
  /// - Returns: The import's id.
  func begin(_ db: Database) throws -> Int64 {
    let plan = try WritableStore.planID(db, run)
    let importID = try db.insertRow(
      into: "import",
      [
        "form": run.form.definitionID, "kind": ImportKind.intake.rawValue, "number": 0, "again": 0,
        "options": options, "started_at": at,
      ])
    try db.insertRow(
      into: "intake",
      [
        "import": importID, "plan": plan, "parameters": run.parameters,
        "scenario": run.scenario ?? "", "day": day, "names": names,
      ])
    for (position, column) in columns.enumerated() {
      try column.insert(db, import: importID, at: position)
    }
    try ImportColumnTable.show(
      db, import: importID, columns, of: run.bound, state: nil)
    _ = try run.insert(db, planID: plan, importID: importID)
    try Ledger.append(
      db, .import, subject: importID, at: at, attribution: run.attribution)
    return importID
  }

  /// Inserts the other rows of new submissions, and seals each submission by an event.
  ///
  /// - Returns: The heads.
  func seal(
    _ db: Database, _ batch: PreparedBatch, in span: SubmissionSpan, of runID: Int64,
    origins: [(key: IdempotencyKey?, attribution: Attribution)]
  ) throws -> [[UInt8]] {
    let insertion = try db.cachedStatement(
      sql: """
        INSERT INTO intake_submission (
          submission, form, at, source, idempotency_key, idempotency_hash, columns, salt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let statement = RunStatement(run, runID: runID, importID: span.importID).text
    var lines = RecordLines(batch, run.bound.errorLines, from: nil)
    var chain = try EventChain(db)
    let salts = Salt.random(origins.count)
    return try origins.enumerated().map { index, origin in
      var leaf = salts[index]
      lines.append(index, to: &leaf)
      let submission = SealedSubmission(
        start: self, id: span.ids.lowerBound + Int64(index), importID: span.importID,
        record: span.firstRecord + Int64(index), idempotencyKey: origin.key?.description,
        idempotencyHash: try origin.key.map { try Store.hash(db, ofIdempotencyKey: $0) },
        salt: salts[index], statement: statement, leaf: HashNode(.record, leaf))
      try insertion.execute { values in
        values.add(submission.id)
        values.add(run.form.definitionID)
        values.add(at)
        values.add(source)
        values.add(submission.idempotencyKey)
        values.add(submission.idempotencyHash)
        values.add(Int64(columns.count))
        values.add(submission.salt)
      }
      return try chain.append(
        .submission, submission.id, at: at, attribution: origin.attribution,
        digest: submission.digest)
    }
  }

  /// The options of the import: the offsets, so that a replay has the same days.
  fileprivate var options: String {
    JSON.object(offsets.map { [.init("offsets", .string($0.description))] } ?? []).text
  }
}

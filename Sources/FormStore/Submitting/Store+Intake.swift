package import FormRules
import Foundation
import GRDB

/// The data of single submissions that is known before they are judged.
package struct IntakeStart: Sendable {
  package var run: RunStart
  /// The time of the submissions, which is their clock.
  package var at: String
  package var source: String?
  /// The columns of their intake: one for each field, followed by those of other names.
  package var columns: [PreparedBatch.Column]
  /// The offsets of the form's time zone during the day, or nil if it states none.
  package var offsets: DayOffsets?

  package init(
    run: RunStart, at: String, source: String?, columns: [PreparedBatch.Column]
  ) {
    self.run = run
    self.at = at
    self.source = source
    self.columns = columns
  }

  /// The same data with other columns.
  package func with(_ columns: [PreparedBatch.Column]) -> IntakeStart {
    var start = self
    start.columns = columns
    return start
  }

  /// The names of the columns that are not fields, as a JSON array.
  var names: String { Self.names(of: columns) }

  static func names(of columns: [PreparedBatch.Column]) -> String {
    JSON.array(columns.filter { $0.field == nil }.map { .string($0.header) }).text
  }
}

/// A text by which a client recognizes its submission. The same text of another client is another
/// key.
package struct IdempotencyKey: Hashable, Sendable {
  package var text: String
  /// The client, or nil if the store's operator submits.
  package var client: String?

  package init(_ text: String, client: String?) { (self.text, self.client) = (text, client) }
}

/// The data of one submission that its sender determines.
package struct SubmissionSender: Sendable {
  package var idempotencyKey: IdempotencyKey?
  package var attribution: Attribution

  package init(idempotencyKey: IdempotencyKey?, attribution: Attribution) {
    self.idempotencyKey = idempotencyKey
    self.attribution = attribution
  }
}

/// A stored single submission.
package struct SubmissionReceipt: Sendable {
  package var submission: Int64
  package var run: Int64
  package var importID: Int64
  /// The head of the chain including this submission.
  package var head: String
}

extension Store {
  /// Returns the submission of a form with an idempotency key, or nil.
  package func intakeSubmission(
    form: Int64, idempotencyKey: IdempotencyKey
  ) throws(StoreError) -> SubmissionReceipt? {
    try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT n.submission, r.id, s.import, e.head FROM intake_submission n
          JOIN span s ON s.first_submission = \(Store.spanStart(of: "n.submission"))
          JOIN run r ON r.import = s.import
          JOIN event e ON e.kind = 'submission' AND e.subject = n.submission
          WHERE n.form = ? AND n.idempotency_hash = ?
          """,
        arguments: [form, Data(try Self.hash(db, ofIdempotencyKey: idempotencyKey))]
      ).map {
        try SubmissionReceipt(
          submission: $0[0], run: $0[1], importID: $0[2], head: ($0[3] as Data).hexadecimal)
      }
    }
  }

  /// Returns the hash of an idempotency key under the store's own key.
  ///
  /// The hash remains when a purge deletes the key itself, which may be an address.
  fileprivate static func hash(
    _ db: Database, ofIdempotencyKey key: IdempotencyKey
  ) throws -> [UInt8] {
    let hashKey =
      try Data.fetchOne(db.cachedStatement(sql: "SELECT hash_key FROM store")) ?? Data()
    let client = key.client.map { "\($0.utf8.count):\($0)" } ?? "-"
    return Digest.of(
      Array("formrec.idempotency.1\n".utf8) + hashKey + Array((client + key.text).utf8))
  }

  /// Returns whether a form has a submission with an idempotency key.
  package func hasIntakeSubmission(
    form: Int64, idempotencyKey: IdempotencyKey
  ) throws(StoreError) -> Bool {
    try query { db in
      try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT EXISTS (
              SELECT 1 FROM intake_submission WHERE form = ? AND idempotency_hash = ?)
            """), arguments: [form, Data(try Self.hash(db, ofIdempotencyKey: idempotencyKey))])
        ?? false
    }
  }

  /// Returns whether submissions can be stored in an intake with their own columns: their columns
  /// are fields, the intake exists, or fewer than a maximum of intakes with other columns do.
  package func accepts(
    _ start: IntakeStart, maximumIntakes: Int
  ) throws(StoreError) -> Bool {
    if start.columns.allSatisfy({ $0.field != nil }) { return true }
    return try read { db in
      if try Self.intake(db, start) != nil { return true }
      let count =
        try Int.fetchOne(
          db.cachedStatement(
            sql: "SELECT count(*) FROM \(Self.intakesOfDay) AND n.names <> '[]'"),
          arguments: Self.arguments(start)) ?? 0
      return count < maximumIntakes
    }
  }

  /// The intakes of a plan, parameters, scenario and day.
  private static let intakesOfDay = """
    intake n JOIN plan l ON l.id = n.plan
    WHERE l.form_version = ? AND l.rules_version = ? AND n.parameters = ? AND n.scenario = ?
      AND n.day = ?
    """

  private static func arguments(_ start: IntakeStart) -> StatementArguments {
    [
      start.run.form.id, start.run.rules.id, start.run.parameters, start.run.scenario ?? "",
      start.day,
    ]
  }

  private static func intake(_ db: Database, _ start: IntakeStart) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT n.import FROM \(intakesOfDay) AND n.names = ?"),
      arguments: arguments(start) + [start.names])
  }

  /// Stores judged submissions in the intake of their plan, parameters, scenario, day and columns,
  /// and seals each by an event.
  ///
  /// The transaction must have begun before the submissions are judged. No key may occur twice.
  ///
  /// - Parameter senders: The sender of each record of the batch.
  package func store(
    _ batch: PreparedBatch, _ start: IntakeStart, senders: [SubmissionSender]
  ) throws(StoreError) -> [SubmissionReceipt] {
    try write { db in
      let importID = try Self.intake(db, start) ?? Self.beginIntake(db, start)
      let run =
        try Int64.fetchOne(
          db.cachedStatement(sql: "SELECT id FROM run WHERE import = ?"), arguments: [importID])
        ?? 0
      let plan = try Self.planID(db, start.run)
      let ids = try Self.insertSubmissions(db, batch)
      try Self.insertErrors(db, batch, plan: start.run.plan, run: run, first: ids.lowerBound)
      try RecordedAnswers.insert(db, batch.answers, run: run, first: ids.lowerBound)
      var keys = KeyBuffer(start.run)
      keys.add(batch, first: ids.lowerBound)
      try keys.flush(db)
      if !batch.recordKeys.isEmpty {
        try RecordKeys.finish(db, [ids], form: start.run.form.definition)
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
      try span.insert(db, run: run, plan: plan)
      let heads = try start.seal(db, batch, in: span, of: run, senders: senders)
      return zip(ids, heads).map { id, head in
        SubmissionReceipt(submission: id, run: run, importID: importID, head: head.hexadecimal)
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
    _ db: Database, _ batch: PreparedBatch, plan: Plan, run: Int64, first: Int64
  ) throws {
    var rejected: Int32?
    for error in batch.errors {
      let id = first + Int64(error.record)
      try StoredError(
        submission: id, rule: Int(error.rule), code: error.code, arguments: error.arguments
      ).insert(db, run: run)
      guard error.record != rejected, plan.rules[Int(error.rule)].severity.rejects else { continue }
      rejected = error.record
      try StatusTable.insertRejected(db, id)
    }
  }

  private static func beginIntake(_ db: Database, _ start: IntakeStart) throws -> Int64 {
    let plan = try planID(db, start.run)
    try db.execute(
      sql: """
        INSERT INTO import (form, kind, number, again, options, started_at)
        VALUES (?, 'intake', 0, 0, ?, ?)
        """,
      arguments: [start.run.form.definition, start.options, start.at])
    let importID = db.lastInsertedRowID
    try db.execute(
      sql: """
        INSERT INTO intake (import, plan, parameters, scenario, day, names)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        importID, plan, start.run.parameters, start.run.scenario ?? "", start.day, start.names,
      ])
    for (position, column) in start.columns.enumerated() {
      try column.insert(db, import: importID, at: position)
    }
    try ImportColumnTable.show(
      db, import: importID, start.columns, of: start.run.bound, state: nil)
    _ = try start.run.insert(db, plan: plan, importID: importID)
    try Ledger.append(
      db, .import, subject: importID, at: start.at, attribution: start.run.attribution)
    return importID
  }
}

extension IntakeStart {
  /// Inserts the other rows of new submissions, and seals each submission by an event.
  ///
  /// - Returns: The heads.
  fileprivate func seal(
    _ db: Database, _ batch: PreparedBatch, in span: SubmissionSpan, of runID: Int64,
    senders: [SubmissionSender]
  ) throws -> [[UInt8]] {
    let insertion = try db.cachedStatement(
      sql: """
        INSERT INTO intake_submission (
          submission, form, at, source, idempotency_key, idempotency_hash, columns, salt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let statement = RunStatement(run, run: runID, importID: span.importID).text
    var lines = RecordLines(batch, run.bound.errorLines, from: nil)
    var chain = try EventChain(db)
    let salts = Salt.random(senders.count)
    return try senders.enumerated().map { index, sender in
      var leaf = salts[index]
      lines.append(index, to: &leaf)
      let submission = SealedSubmission(
        id: span.ids.lowerBound + Int64(index), form: run.form.definition, at: at,
        source: source, idempotencyKey: sender.idempotencyKey?.text,
        idempotencyHash: try sender.idempotencyKey.map { try Store.hash(db, ofIdempotencyKey: $0) },
        columns: columns, salt: salts[index], importID: span.importID,
        record: span.firstRecord + Int64(index), statement: statement,
        leaf: HashNode(.record, leaf))
      try insertion.execute { values in
        values.add(submission.id)
        values.add(submission.form)
        values.add(submission.at)
        values.add(submission.source)
        values.add(submission.idempotencyKey)
        values.add(submission.idempotencyHash)
        values.add(Int64(columns.count))
        values.add(submission.salt)
      }
      return try chain.append(
        .submission, submission.id, at: at, attribution: sender.attribution,
        digest: submission.digest)
    }
  }

  /// The options of the import: the offsets, so that a replay has the same days.
  fileprivate var options: String {
    JSON.object(offsets.map { [.init("offsets", .string($0.description))] } ?? []).text
  }

  /// The offsets in the options of an intake.
  static func offsets(_ db: Database, ofIntake id: Int64) throws -> DayOffsets? {
    let options = try String.fetchOne(
      db.cachedStatement(sql: "SELECT options FROM import WHERE id = ?"), arguments: [id])
    guard let text = JSONReader.decode([String: String].self, from: options ?? "")?["offsets"]
    else { return nil }
    guard let offsets = DayOffsets(text: text) else {
      throw StoreError.damaged("the options of an intake are damaged")
    }
    return offsets
  }

  /// The day in UTC.
  var day: String { String(at.prefix(10)) }
}

package import FormRules
import GRDB

/// The answers of services for rules `remote`.
enum RecordedAnswers {
  /// - Parameter first: The id of the submission with record index 0.
  static func insert(
    _ db: Database, _ answers: [PreparedBatch.Answer], runID: Int64, first: Int64
  ) throws {
    for answer in answers {
      try db.cachedStatement(
        sql: """
          INSERT INTO answer (submission, run, rule, high, low, outcome)
          VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: [
          first + Int64(answer.record), runID, answer.rule, Int64(bitPattern: answer.key.high),
          Int64(bitPattern: answer.key.low), answer.outcome.rawValue,
        ])
    }
  }

  /// Returns the answers that a run received for submissions, in order.
  ///
  /// - Parameter position: Returns the record index of a submission.
  static func fetch(
    _ db: Database, runID: Int64, _ ids: ClosedRange<Int64>, position: (Int64) -> Int32
  ) throws -> [PreparedBatch.Answer] {
    try db.mapRows(
      sql: """
        SELECT submission, rule, high, low, outcome FROM answer
        WHERE submission BETWEEN ? AND ? AND run = ? ORDER BY submission, rule, high, low
        """, arguments: [ids.lowerBound, ids.upperBound, runID]
    ) { row in
      try .init(
        record: position(row.integer(0)), rule: Int32(clamping: row.integer(1)),
        key: key(row, 2), outcome: outcome(row.integer(4)))
    }
  }

  /// Returns the hash of a request, whose halves are in a column and the next one.
  fileprivate static func key(_ row: StatementRow, _ column: Int32) throws(StoreError) -> Hash128 {
    try Hash128(
      high: UInt64(bitPattern: row.int64(column)), low: UInt64(bitPattern: row.int64(column + 1)))
  }

  static func outcome(_ number: Int64) throws(StoreError) -> AnswerOutcome {
    guard let outcome = AnswerOutcome(rawValue: Int(number)) else {
      throw .altered("answer has an unknown outcome")
    }
    return outcome
  }
}

extension Store {
  /// Returns the answers of one run for a range of submissions.
  ///
  /// Record indexes start at the first id.
  package func answers(
    runID: Int64, _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [PreparedBatch.Answer] {
    try read { db in
      try RecordedAnswers.fetch(db, runID: runID, ids) { Int32(clamping: $0 - ids.lowerBound) }
    }
  }

  /// Returns the latest outcome of each request for a range of submissions, from finished runs.
  ///
  /// Answered requests are not repeated, so no missing answer follows an answer.
  package func lastAnswers(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [Int64: [Hash128: AnswerOutcome]] {
    try read { db in
      var answers: [Int64: [Hash128: AnswerOutcome]] = [:]
      try db.forEachRow(
        sql: """
          SELECT a.submission, a.high, a.low, a.outcome FROM answer a JOIN run r ON r.id = a.run
          WHERE a.submission BETWEEN ? AND ?
            AND (r.kind <> 'replay' OR EXISTS (SELECT 1 FROM run_end e WHERE e.run = a.run))
          ORDER BY a.submission, a.run
          """, arguments: [ids.lowerBound, ids.upperBound]
      ) { row in
        let (submission, key) = try (row.integer(0), RecordedAnswers.key(row, 1))
        answers[submission, default: [:]][key] = try RecordedAnswers.outcome(row.integer(3))
      }
      return answers
    }
  }
}

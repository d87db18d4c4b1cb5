package import FormRules
import GRDB

/// What services said for rules `remote`.
enum RecordedAnswers {
  /// - Parameter first: the submission that the records of the answers count from.
  static func insert(
    _ db: Database, _ answers: [PreparedBatch.Answer], run: Int64, first: Int64
  ) throws {
    for answer in answers {
      try db.cachedStatement(sql: "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)").execute(
        arguments: [
          first + Int64(answer.record), run, answer.rule, Int64(bitPattern: answer.key.high),
          Int64(bitPattern: answer.key.low), answer.isAccepted,
        ])
    }
  }

  /// What a run was told of some submissions, in order.
  ///
  /// - Parameter place: the place of a submission among the records.
  static func fetch(
    _ db: Database, run: Int64, _ ids: ClosedRange<Int64>, _ place: (Int64) -> Int32
  ) throws -> [PreparedBatch.Answer] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT submission, rule, high, low, accepted FROM answer
        WHERE submission BETWEEN ? AND ? AND run = ? ORDER BY submission, rule, high, low
        """)
    try statement.setArguments([ids.lowerBound, ids.upperBound, run])
    return try statement.mapSteps { row in
      .init(
        record: place(row.integer(0)), rule: Int32(clamping: row.integer(1)),
        key: Hash128(
          high: UInt64(bitPattern: row.integer(2)), low: UInt64(bitPattern: row.integer(3))),
        isAccepted: row.isNull(4) ? nil : row.integer(4) != 0)
    }
  }
}

extension Store {
  /// The answers of one run about some submissions; their records count from the first.
  package func answers(
    run: Int64, _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [PreparedBatch.Answer] {
    try read { db in
      try RecordedAnswers.fetch(db, run: run, ids) { Int32(clamping: $0 - ids.lowerBound) }
    }
  }

  /// The last answer to each question about some submissions, of runs that stand.
  package func lastAnswers(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [Int64: [Hash128: Bool]] {
    try read { db in
      var answers: [Int64: [Hash128: Bool]] = [:]
      let statement = try db.cachedStatement(
        sql: """
          SELECT a.submission, a.high, a.low, a.accepted FROM answer a JOIN run r ON r.id = a.run
          WHERE a.submission BETWEEN ? AND ? AND a.accepted IS NOT NULL
            AND (r.kind <> 'replay' OR EXISTS (SELECT 1 FROM run_end e WHERE e.run = a.run))
          ORDER BY a.submission, a.run
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      try statement.forEachStep { row in
        let key = Hash128(
          high: UInt64(bitPattern: row.integer(1)), low: UInt64(bitPattern: row.integer(2)))
        answers[row.integer(0), default: [:]][key] = row.integer(3) != 0
      }
      return answers
    }
  }
}

import GRDB

extension StoredError {
  private static let insertion = "INSERT INTO error (run, submission, rule, code, arguments)"

  func insert(_ db: Database, runID: Int64) throws {
    try db.cachedStatement(sql: "\(Self.insertion) VALUES (?, ?, ?, ?, ?)").execute {
      $0.add(runID)
      $0.add(submission)
      $0.add(Int64(rule))
      $0.add(code)
      $0.add(arguments)
    }
  }

  /// Inserts the errors of a batch while the tables of `BatchTable` contain it.
  ///
  /// - Parameter first: The id of the first record of the batch.
  static func insert(
    _ batch: PreparedBatch, _ db: Database, runID: Int64, first: Int64
  ) throws {
    if batch.errors.isEmpty { return }
    try db.cachedStatement(
      sql: "\(insertion) SELECT ?, ? + record, rule, code, arguments FROM batch_error"
    ).execute(arguments: [runID, first])
  }
}

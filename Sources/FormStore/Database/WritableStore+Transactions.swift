package import GRDB

/// Writing in transactions, under the writer lock.
extension WritableStore {
  /// Runs one write transaction under the writer lock. Within `transaction(_:)` it is a savepoint
  /// of that transaction.
  package func write<Result>(
    _ body: (Database) throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try transaction { try queue.inDatabase(body) }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Runs a body whose writes are committed together, durably, when it returns. If it throws,
  /// nothing is written. A transaction within another one is a savepoint.
  ///
  /// No other process writes while the body runs. Events are announced after the commit.
  ///
  /// - Parameter isKept: Whether the writes are committed, according to the result of the body.
  /// - Throws: The errors of the body, and `StoreError`.
  package func transaction<Result>(
    committingIf isKept: (Result) -> Bool = { _ in true }, _ body: () throws -> Result
  ) throws -> Result {
    if isInTransaction { return try savepoint(isKept, body) }
    let transaction = WriteTransaction(self, isBulk: false)
    defer { transaction.rollback() }
    try transaction.perform { _ = try transaction.begin($0) }
    let result = try body()
    if isKept(result) { try transaction.perform(transaction.commit) }
    return result
  }

  private func savepoint<Result>(
    _ isKept: (Result) -> Bool, _ body: () throws -> Result
  ) throws -> Result {
    func execute(_ sql: String) throws(StoreError) {
      do {
        try queue.inDatabase { try $0.cachedStatement(sql: sql).execute() }
      } catch {
        throw StoreError(error, path: path)
      }
    }
    try execute("SAVEPOINT part")
    do {
      let result = try body()
      if !isKept(result) { try execute("ROLLBACK TO part") }
      try execute("RELEASE part")
      return result
    } catch {
      if isInTransaction {
        try execute("ROLLBACK TO part")
        try execute("RELEASE part")
      }
      throw error
    }
  }
}

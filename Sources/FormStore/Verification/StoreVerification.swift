import FormRules
import GRDB

/// Recomputes sealed and derived data.
///
/// The parts are independent, so that several threads can share them, each with its own store.
package struct StoreVerification {
  let store: Store
  let sharedCells = SharedCellCache()

  package init(_ store: Store) { self.store = store }

  /// Runs SQLite's own checks, and checks all references.
  package func fileProblem() throws(StoreError) -> StoreProblem? {
    try store.read { db in
      for line in try String.fetchAll(db, sql: "PRAGMA integrity_check(1)") where line != "ok" {
        return StoreProblem(.integrity, "the file is damaged: \(line)")
      }
      return try db.firstRow(
        sql: "SELECT \"table\", rowid FROM pragma_foreign_key_check LIMIT 1"
      ) { row in
        let table = try row.text(0)
        return StoreProblem(
          .reference, table: table, row: try row.optionalInteger(1),
          "a row of \(table) refers to a missing row")
      }
    }
  }

  /// Verifies the chain from its first event, and searches for rows that no event seals.
  package func verifyChain() throws(StoreError) -> ChainResult {
    try store.read { db in
      var verification = ChainVerification(db)
      return try verification.run()
    }
  }

  /// Returns a problem if a head is not in the chain.
  ///
  /// Reads all events, because a head does not contain the number of its event, and heads have no
  /// index. Verifying the chain reads them, too, and hashes them.
  package func receiptProblem(_ head: String) throws(StoreError) -> StoreProblem? {
    let isThere = try store.read { db in
      try db.hasRow(sql: "SELECT 1 FROM event WHERE lower(hex(head)) = ?", arguments: [head])
    }
    if isThere { return nil }
    return StoreProblem(
      .receipt, table: "event",
      "the receipt matches no event of this database: the end of the log was removed, or the receipt "
        + "belongs to another database")
  }
}

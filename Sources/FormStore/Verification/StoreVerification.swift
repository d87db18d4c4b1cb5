import FormRules
import Foundation
import GRDB

/// A difference between the content of a store and the data that was written.
package struct StoreProblem: Error, Sendable, Equatable {
  /// The kind of problem.
  package enum Kind: String, Sendable {
    /// SQLite finds the file damaged.
    case integrity
    /// A row refers to a missing row, or lacks a required reference to it.
    case reference
    /// A table, view, index or trigger differs from the schema of this program.
    case schema
    /// The content differs from what an event sealed.
    case content
    /// Submissions or errors of a block differ from its digest.
    case block
    /// An event does not follow the preceding one.
    case chain
    /// Derived data is wrong: current verdicts, counts, claims.
    case derived
    /// The receipt matches no event: the end of the chain was removed, or the receipt belongs to
    /// another store.
    case receipt
  }

  package var kind: Kind
  package var table: String?
  package var row: Int64?
  package var run: Int64?
  package var description: String

  package init(
    _ kind: Kind, table: String? = nil, row: Int64? = nil, run: Int64? = nil, _ description: String
  ) {
    self.kind = kind
    self.table = table
    self.row = row
    self.run = run
    self.description = description
  }
}

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
      if let row = try Row.fetchOne(
        db, sql: "SELECT \"table\", rowid FROM pragma_foreign_key_check LIMIT 1")
      {
        let table: String = try row[0]
        return StoreProblem(
          .reference, table: table, row: try row[1], "a row of \(table) refers to a missing row")
      }
      return nil
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
  package func receiptProblem(_ head: String) throws(StoreError) -> StoreProblem? {
    let isThere = try store.read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM event WHERE lower(hex(head)) = ?)",
        arguments: [head])
    }
    if isThere == true { return nil }
    return StoreProblem(
      .receipt, table: "event",
      "the receipt matches no event of this database: the end of the log was removed, or the receipt "
        + "belongs to another database")
  }
}

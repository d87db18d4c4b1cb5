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
  package var runID: Int64?
  package var description: String

  package init(
    _ kind: Kind, table: String? = nil, row: Int64? = nil, runID: Int64? = nil,
    _ description: String
  ) {
    self.kind = kind
    self.table = table
    self.row = row
    self.runID = runID
    self.description = description
  }
}

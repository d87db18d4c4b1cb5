package import FormRules

/// What `verify` found; its JSON is what `verify --format json` prints.
public struct VerificationReport: Sendable {
  /// What is wrong, the first thing found; nil when nothing is.
  public var problem: Problem?
  /// The head of the hash chain: the receipt of the run that ended last. Empty for an empty store.
  public var head: String
  /// How many finished runs were recomputed.
  public var runs: Int
  /// How many submissions they cover.
  public var submissions: Int

  /// Whether everything is as it was written.
  public var isOK: Bool { problem == nil }

  /// One thing that is not as it was written.
  public struct Problem: Sendable, Equatable {
    /// What kind of thing it is.
    public enum Kind: String, Sendable {
      /// SQLite finds the file damaged.
      case integrity
      /// A row refers to one that is not there.
      case foreignKey
      /// A form or rule set is not what its digest says.
      case content
      /// Submissions or errors of a block are not what its digest says.
      case block
      /// The number of a run's submissions is not what it recorded.
      case count
      /// A run is not what its head says, or does not follow the one before.
      case chain
      /// The receipt is of no run: the end of the chain was cut off, or it is another store's.
      case receipt
    }

    /// What kind of thing it is.
    public var kind: Kind
    /// The table it shows in.
    public var table: String?
    /// The row, or the first row of the block.
    public var row: Int64?
    /// The run.
    public var run: Int64?
    /// The same in words.
    public var words: String
  }

  /// The report as JSON, with stable keys.
  package var json: JSON {
    .object([
      "ok": .bool(isOK), "kind": .optional(problem?.kind.rawValue),
      "table": .optional(problem?.table), "row": .optional(problem?.row),
      "run": .optional(problem?.run), "version": .integer(1), "head": .string(head),
      "runs": .integer(runs), "submissions": .integer(submissions),
      "problem": .optional(problem?.words),
    ])
  }
}

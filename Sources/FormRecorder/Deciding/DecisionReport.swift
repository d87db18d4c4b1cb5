package import FormRules

/// The result of a decision.
public struct DecisionReport: Sendable {
  /// The decision's number, or nil if there was nothing to decide.
  public var decisionID: Int64?
  /// The number of affected submissions.
  public var submissions = 0
  /// The number of affected failures.
  public var failures = 0
  /// The head of the hash chain, which serves as a receipt.
  public var head: String?

  /// The report as JSON with stable keys.
  package var json: JSON {
    .object([
      "decision": .optional(decisionID), "submissions": .integer(submissions),
      "failures": .integer(failures), "head": .optional(head),
    ])
  }
}

import FormRules

/// The result of a decision.
public struct DecisionReport: Sendable, Encodable {
  /// The decision's number, or nil if there was nothing to decide.
  public var decisionID: Int64?
  /// The number of affected submissions.
  public var submissions = 0
  /// The number of affected failures.
  public var failures = 0
  /// The head of the hash chain, which serves as a receipt.
  public var head: String?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "decision": decisionID, "submissions": submissions, "failures": failures, "head": head,
    ])
  }
}

import FormRules

/// The result of an assignment.
public struct AssignmentReport: Sendable, Encodable {
  /// The assignment's number, or nil if there was nothing to assign.
  public var assignmentID: Int64?
  /// The number of submissions that have another assignee now.
  public var submissions = 0
  /// The head of the hash chain, which serves as a receipt.
  public var head: String?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "assignment": assignmentID, "submissions": submissions, "head": head,
    ])
  }
}

package import FormRules

/// The result of an assignment.
public struct AssignmentReport: Sendable {
  /// The assignment's number, or nil if there was nothing to assign.
  public var assignmentID: Int64?
  /// The number of submissions that have another assignee now.
  public var submissions = 0
  /// The head of the hash chain, which serves as a receipt.
  public var head: String?

  /// The report as JSON with stable keys.
  package var json: JSON {
    .object([
      "assignment": .optional(assignmentID), "submissions": .integer(submissions),
      "head": .optional(head),
    ])
  }
}

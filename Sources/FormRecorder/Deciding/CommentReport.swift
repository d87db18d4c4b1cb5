package import FormRules

/// The result of commenting on a submission.
public struct CommentReport: Sendable {
  /// The comment's number.
  public var commentID: Int64
  /// The submission.
  public var submissionID: Int64
  /// The head of the hash chain, which serves as a receipt.
  public var head: String

  /// The report as JSON with stable keys.
  package var json: JSON {
    .object([
      "comment": .integer(commentID), "submission": .integer(submissionID), "head": .string(head),
    ])
  }
}

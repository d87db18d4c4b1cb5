/// The result of commenting on a submission.
public struct CommentReport: Sendable, Encodable {
  /// The comment's number.
  public var commentID: Int64
  /// The submission.
  public var submissionID: Int64
  /// The head of the hash chain, which serves as a receipt.
  public var head: String

  private enum CodingKeys: String, CodingKey {
    case commentID = "comment", submissionID = "submission", head
  }
}

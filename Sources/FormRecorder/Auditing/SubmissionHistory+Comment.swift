package import FormRules
import FormStore

extension SubmissionHistory {
  /// A comment on a submission.
  public struct Comment: Sendable {
    /// The submission: that of the history, or one that it corrects.
    public var submissionID: Int64
    /// The rule of the failure that the comment is about, or nil if it is about the submission.
    public var rule: String?
    /// The text, or nil if it was purged with its submission.
    public var text: String?
    /// The author.
    public var by: String
    /// The time of the comment.
    public var at: String

    /// The comment as JSON with stable keys.
    package var json: JSON {
      .object([
        "submission": .integer(submissionID), "rule": .optional(rule), "text": .optional(text),
        "by": .string(by), "at": .string(at),
      ])
    }
  }
}

extension SubmissionHistory.Comment {
  init(_ comment: StoredComment) {
    self.init(
      submissionID: comment.submission, rule: comment.rule, text: comment.text, by: comment.by,
      at: comment.at)
  }
}

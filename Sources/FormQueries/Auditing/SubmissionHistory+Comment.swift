import FormRules
package import FormStore

extension SubmissionHistory {
  /// A comment on a submission.
  public struct Comment: Sendable, Encodable {
    /// The submission: that of the history, or one that it corrects.
    public var submissionID: Int64
    /// The rule of the failure that the comment is about, or nil if it is about the submission.
    public var rule: String?
    /// The text, or nil if it was purged with its submission.
    public var text: String?
    /// The author.
    public var by: String
    /// The time of the comment (RFC 3339 in UTC).
    public var at: String

    /// Encodes the members with stable keys.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers([
        "submission": submissionID, "rule": rule, "text": text, "by": by, "at": at,
      ])
    }
  }
}

extension SubmissionHistory {
  /// An assignment of open failures to an operator.
  public struct Assignment: Sendable, Encodable {
    /// The operator, or nil for nobody.
    public var assignee: String?
    /// The time of the assignment (RFC 3339 in UTC).
    public var at: String
    /// The operator who assigned them.
    public var by: String
    /// The reason, if given.
    public var reason: String?

    /// Encodes the members with stable keys.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers(["assignee": assignee, "at": at, "by": by, "reason": reason])
    }
  }
}

extension SubmissionHistory.Comment {
  package init(_ comment: StoredComment) {
    self.init(
      submissionID: comment.submission, rule: comment.rule, text: comment.text, by: comment.by,
      at: comment.at)
  }
}

import FormBytes
import FormRules
import FormStore

extension Recorder {
  /// The maximum number of characters (Unicode scalars) of a comment.
  package static var maximumComment: Int { 2_000 }

  /// Stores a comment on a submission, or on one of its failures. It cannot be changed; a purge of
  /// the submission deletes its text.
  ///
  /// - Parameters:
  ///   - rule: The rule of a failure of the current verdict, waived or not. Nil if the comment is
  ///     about the submission.
  ///   - text: 1 to 2,000 characters that are not all blank, without control characters except
  ///     line breaks.
  ///   - by: The author.
  ///   - reason: The reason, which a purge keeps.
  /// - Throws: `RecorderError` if the submission does not exist, is purged or lacks the failure, or
  ///   if the text or the name is invalid.
  public func comment(
    on submission: Int64, rule: String? = nil, text: String, by: String, reason: String? = nil
  ) throws(RecorderError) -> CommentReport {
    guard !by.allSatisfy(\.isWhitespace) else {
      throw RecorderError(.usage, "a comment requires an operator")
    }
    let text = try Self.checkedComment(text)
    let attribution = Attribution(by: by, reason: reason)
    return try withWritableStore(attribution) { store, now in
      let history = try HistoryReader(store, showsValues: false, showsSensitive: false, .english)
        .history(of: submission)
      guard history.purge == nil else {
        throw RecorderError(
          .refused, "submission \(submission) is purged; it cannot have comments")
      }
      let failed = history.verdicts.last?.errors.map(\.rule) ?? []
      if let rule, !failed.containsBytes(of: rule) {
        throw RecorderError(
          .missing(.other), "submission \(submission) has no failure of a rule \(rule.displayText)")
      }
      let done = try store.comment(on: submission, rule: rule, text: text, at: now, attribution)
      return CommentReport(commentID: done.comment, submissionID: submission, head: done.head)
    }
  }

  /// Returns the text of a comment with line feeds as line breaks.
  private static func checkedComment(_ text: String) throws(RecorderError) -> String {
    let text = text.replacing("\r\n", with: "\n")
    guard !text.allSatisfy(\.isWhitespace), text.unicodeScalars.count <= maximumComment else {
      throw RecorderError(
        .usage, "a comment has 1 to \(maximumComment.grouped) characters that are not all blank")
    }
    let hasControls = text.unicodeScalars.contains {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    guard !hasControls else {
      throw RecorderError(
        .usage, "a comment contains no control characters except for line breaks")
    }
    return text
  }
}

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

import FormBytes

/// The changes of a submission by a correction.
public struct CorrectionPatch: Sendable, Equatable, Encodable {
  /// The line in the file.
  public var line: Int
  /// The submission that was exported.
  public var submissionID: Int64
  /// The changes, in the order of columns.
  public var changes: [Change] = []

  package init(line: Int, submissionID: Int64, changes: [Change] = []) {
    (self.line, self.submissionID, self.changes) = (line, submissionID, changes)
  }

  /// A change of a field.
  public struct Change: Sendable, Equatable, Encodable {
    /// The field, or the header of a column without a field.
    public var field: String
    /// The text before and after the change. Masked values are hidden.
    public var before, after: String

    package init(field: String, before: String, after: String) {
      self.field = field
      (self.before, self.after) = (before, after)
    }

    private enum CodingKeys: String, CodingKey { case field, before = "from", after = "to" }
  }

  private enum CodingKeys: String, CodingKey {
    case line, submissionID = "submission", changes = "patch"
  }
}

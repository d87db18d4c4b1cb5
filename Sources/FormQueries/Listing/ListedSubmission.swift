import FormRules

/// A submission in a list, with its origin, verdict and state.
public struct ListedSubmission: Sendable, Encodable {
  /// The submission's number.
  public var submissionID: Int64
  /// The submission's form.
  public var form: String
  /// The import that contains the submission.
  public var importID: Int64
  /// The number of the data record in the import, from 1.
  public var record: Int
  /// The physical line on which the record starts, from 1.
  public var line: Int
  /// Whether the submission is rejected.
  public var isRejected: Bool
  /// The submission's state among the submissions of its record.
  public var state: SubmissionState
  /// The rules that it fails, including warnings.
  public var rules: [String]

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "form": form, "import": importID, "record": record, "line": line,
      "verdict": isRejected ? "rejected" : "accepted", "state": state.rawValue, "rules": rules,
    ])
  }
}

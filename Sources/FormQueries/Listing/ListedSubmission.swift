package import FormRules

/// A submission in a list, with its origin, verdict and state.
public struct ListedSubmission: Sendable {
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

  /// The submission as JSON with stable keys.
  package var json: JSON {
    .object([
      "submission": .integer(submissionID), "form": .string(form), "import": .integer(importID),
      "record": .integer(record), "line": .integer(line),
      "verdict": .string(isRejected ? "rejected" : "accepted"), "state": .string(state.rawValue),
      "rules": .array(rules.map(JSON.string)),
    ])
  }
}

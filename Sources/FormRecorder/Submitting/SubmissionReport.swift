import FormRules

/// The result of a submission.
public struct SubmissionReport: Sendable, Encodable {
  /// The submission's number.
  public var submissionID: Int64
  /// The run's number.
  public var runID: Int64
  /// The name of the form.
  public var form: String
  /// The form's version.
  public var formVersion: Int
  /// The name of the rule set.
  public var rules: String
  /// The rule set's version.
  public var rulesVersion: Int
  /// Whether an error rejects the record.
  public var isRejected: Bool
  /// The errors and warnings, in the order of the rules.
  public var errors: [ReportedError]
  /// Whether the idempotency key was used before, in which case nothing was recorded now.
  public var isAlreadySubmitted: Bool
  /// The keys that are not fields of the form. They are stored.
  public var unknownFields: [String]
  /// The head of the hash chain after this submission, which serves as a receipt.
  public var head: String
  /// Notes about rules that were omitted, or that failed because services are not available, one
  /// line each.
  public var notes: [RecorderNote] = []

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "run": runID, "form": form, "formVersion": formVersion,
      "rules": rules, "rulesVersion": rulesVersion, "verdict": isRejected ? "rejected" : "accepted",
      "errors": errors.map { $0.json(withColumn: false) }, "alreadySubmitted": isAlreadySubmitted,
      "unknownFields": unknownFields, "head": head,
    ])
  }
}

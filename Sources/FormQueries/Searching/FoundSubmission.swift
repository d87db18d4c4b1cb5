import FormRules

/// A submission that a search has found.
public struct FoundSubmission: Sendable, Encodable {
  /// The reason why a submission was found.
  public enum Reason: Sendable, Hashable {
    /// Its fields have the values.
    case value
    /// It is malformed, and some of its cells have the values.
    case malformedCell
    /// It is malformed, and its bytes contain the values.
    case malformedText
    /// It is another delivery of the same record, by the key of the form.
    case delivery(of: Int64)
    /// It is in the chain of corrections of another submission.
    case correction(of: Int64)
    /// It was selected by number.
    case number
  }

  /// The submission's number.
  public var submissionID: Int64
  /// The submission's form.
  public var form: String
  /// The import that contains the submission.
  public var importID: Int64
  /// The name of the imported file.
  public var fileName: String?
  /// The number of the data record in the import, from 1.
  public var record: Int
  /// The physical line on which the record starts, from 1.
  public var line: Int
  /// The submission's state, as in lists of submissions. A submission without a verdict has the
  /// state of its import: `unfinished`, `discarded` or `retracted`.
  public var state: SubmissionState
  /// The reason why the submission was found. If there are several, the most direct one.
  public var reason: Reason
  /// The number of replays that judged it.
  public var replays: Int
  /// The number of stored answers of services.
  public var answers: Int
  /// Whether it was submitted with an idempotency key.
  public var hasIdempotencyKey: Bool
  /// The number of comments on it.
  public var comments: Int

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "form": form, "import": importID, "file": fileName,
      "record": record, "line": line, "state": state.rawValue, "why": reason, "replays": replays,
      "answers": answers, "idempotencyKey": hasIdempotencyKey, "comments": comments,
    ])
  }
}

extension FoundSubmission.Reason: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["reason": word, "of": other])
  }

  /// The reason's stable name.
  package var word: String {
    switch self {
    case .value: "value"
    case .malformedCell: "malformedCell"
    case .malformedText: "malformedText"
    case .delivery: "delivery"
    case .correction: "correction"
    case .number: "number"
    }
  }

  /// The submission that led to this one.
  package var other: Int64? {
    switch self {
    case .delivery(let id), .correction(let id): id
    case .value, .malformedCell, .malformedText, .number: nil
    }
  }
}

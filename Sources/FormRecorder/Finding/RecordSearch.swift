package import FormRules

/// Values by which the submissions of one record, or of one person, are found.
public struct RecordSearch: Sendable {
  /// A field and the value that it must have.
  public struct Condition: Sendable, Equatable {
    /// The field's name, its header or one of its aliases, in any version of the form; also the header of a
    /// column that the form does not name.
    public var field: String
    /// The value: the text as it came, or any text of the same number, date, time or truth.
    public var value: String

    /// A field and its value.
    public init(field: String, value: String) {
      self.field = field
      self.value = value
    }
  }

  /// The form; may be left out when there is one.
  public var form: String?
  /// All of them must hold.
  public var conditions: [Condition]

  /// A search for submissions of which all conditions hold.
  public init(form: String? = nil, _ conditions: [Condition]) {
    self.form = form
    self.conditions = conditions
  }
}

/// A submission that a search has found.
public struct FoundSubmission: Sendable {
  /// Why it was found.
  public enum Reason: Sendable, Hashable {
    /// Its fields have the values.
    case value
    /// It is malformed, and some of its cells are the values.
    case malformedCell
    /// It is malformed, and its bytes have the values in them.
    case malformedText
    /// It is a delivery of the same record as another one, by the key of the form.
    case delivery(of: Int64)
    /// It stands in the chain of corrections of another one.
    case correction(of: Int64)
    /// It was named by its number.
    case number
  }

  /// Its number.
  public var submission: Int64
  /// The form that it is of.
  public var form: String
  /// The import that it came with.
  public var importID: Int64
  /// The name of the file that it came in.
  public var fileName: String?
  /// Which data record of the import it is, from 1.
  public var record: Int
  /// The physical line on which it starts, from 1.
  public var line: Int
  /// What became of it, as lists of submissions say; `unfinished` or `discarded` after its import where
  /// it has no verdict.
  public var state: SubmissionState
  /// Why it was found; of several reasons the closest one.
  public var reason: Reason
  /// How many replays judged it.
  public var replays: Int
  /// How many answers of services are stored with it.
  public var answers: Int
  /// Whether it came with an idempotency key.
  public var hasIdempotencyKey: Bool

  /// The submission as JSON, with stable keys.
  package var json: JSON {
    .object([
      "submission": .integer(submission), "form": .string(form), "import": .integer(importID),
      "file": .optional(fileName), "record": .integer(record), "line": .integer(line),
      "state": .string(state.rawValue), "why": reason.json, "replays": .integer(replays),
      "answers": .integer(answers), "idempotencyKey": .bool(hasIdempotencyKey),
    ])
  }
}

extension FoundSubmission.Reason {
  /// As JSON: what it is, and the submission that it is about.
  package var json: JSON {
    .object(["reason": .string(word), "of": .optional(other)])
  }

  /// Its stable name.
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

  /// The submission by which it was found.
  package var other: Int64? {
    switch self {
    case .delivery(let id), .correction(let id): id
    case .value, .malformedCell, .malformedText, .number: nil
    }
  }
}

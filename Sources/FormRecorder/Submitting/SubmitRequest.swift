public import FormRules

/// A request to judge and store one record.
public struct SubmitRequest: Sendable {
  /// The record.
  let record: Record
  /// The form and its version. Optional if the store has only one form.
  public var form: VersionReference?
  /// The rule set and its version. Optional if the form has only one rule set.
  public var rules: VersionReference?
  /// The sender of the record.
  public var source: String?
  /// The operator: the person or program that submits the record.
  public var by: String?
  /// Whether the sender is unknown. If the form lets only known senders replace records
  /// (`Form.Supersession`), the record is then refused if an accepted one has its key.
  public var isAnonymous = false
  /// The reason for the submission, if it is to be recorded.
  public var reason: String?
  /// A key that the sender chooses, 1 to 255 bytes in UTF-8. Submissions of one client with the
  /// same key and the same values are recorded once.
  public var idempotencyKey: String?
  /// The maximum length of an idempotency key, in bytes of UTF-8.
  package static let maximumKeyLength = 255
  /// The client to which the idempotency key belongs, such as a token or an address. It is hashed
  /// with the key, and not stored.
  public var client: String?
  /// Run parameters by name.
  public var parameters: [String: String] = [:]
  /// The scenario, if any.
  public var scenario: String?
  /// The language of the report's messages.
  public var localization = Localization.english
  /// The location of the files that fields name by path.
  public var files = NamedFiles.unspecified

  /// A record before its form is known.
  enum Record {
    /// One JSON object in UTF-8.
    case json([UInt8])
    /// Values by field name, to be written in the formats of the form.
    case values([(name: String, value: (any FormValue)?)])
  }

  /// Creates a request from a JSON object.
  public init(json content: [UInt8]) { record = .json(content) }

  /// Creates a request from fields with their texts. Names must be unique.
  public init(fields: [(name: String, text: String)]) {
    var content: [UInt8] = []
    JSON.object(fields.map { .init($0.name, .string($0.text)) }).write(to: &content)
    record = .json(content)
  }
}

/// The result of a submission.
public struct SubmitReport: Sendable {
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

  /// A proof of the submission and its verdict, if one was requested.
  package var proof: Proof?

  /// The report as JSON with stable keys.
  package var json: JSON {
    let json = JSON.object([
      "submission": .integer(submissionID), "run": .integer(runID), "form": .string(form),
      "formVersion": .integer(formVersion), "rules": .string(rules),
      "rulesVersion": .integer(rulesVersion),
      "verdict": .string(isRejected ? "rejected" : "accepted"),
      "errors": .array(errors.map { $0.json(withColumn: false) }),
      "alreadySubmitted": .bool(isAlreadySubmitted),
      "unknownFields": .array(unknownFields.map(JSON.string)), "head": .string(head),
    ])
    guard let proof, case .object(let members) = json else { return json }
    return .object(members + [.init("proof", .string(proof.text))])
  }
}

extension SubmitRequest: AttributedRequest {}

public import FormRules

/// A request to judge and store one record.
public struct SubmissionRequest: Sendable {
  /// The record.
  let record: Record
  /// The line of the record in a text with several records. Errors state it, and it distinguishes
  /// the records, because they share the idempotency key of the text.
  package var line: Int?
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
  public var files = NamedFilePolicy.unspecified
  /// The names of the uploaded files that the record refers to, which must be stored
  /// (`SubmittedFiles`).
  package var uploads: Set<String> = []

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

extension SubmissionRequest: AttributedRequest {}

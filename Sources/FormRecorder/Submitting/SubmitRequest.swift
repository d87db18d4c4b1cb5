public import FormRules

/// One record to be judged and stored, and how.
public struct SubmitRequest: Sendable {
  /// The record: one JSON object in UTF-8.
  public var content: [UInt8]
  /// The form and its version; may be left out when there is one form.
  public var form: VersionReference?
  /// The rule set and its version; may be left out when the form has one.
  public var rules: VersionReference?
  /// Who sent it.
  public var source: String?
  /// Who submits it.
  public var by: String?
  /// Why, if that is to be recorded.
  public var reason: String?
  /// A key of the sender's choice, up to 255 bytes: the same key with the same values is one
  /// submission, however often it is sent.
  public var idempotencyKey: String?
  /// Run parameters, by name.
  public var parameters: [String: String] = [:]
  /// The scenario, if any.
  public var scenario: String?
  /// The language of the report's messages.
  public var localization = Localization.english
  /// Where the files are that fields name by path.
  public var files = NamedFiles.unspecified

  /// The record as Swift values, in place of its content.
  var values: [(name: String, value: (any FormValue)?)]?

  /// A record as a JSON object.
  public init(json content: [UInt8]) { self.content = content }

  /// A record as fields with their text, each name once.
  public init(fields: [(name: String, text: String)]) {
    content = []
    JSON.object(fields.map { .init($0.name, .string($0.text)) }).write(to: &content)
  }
}

/// What became of a submission; its JSON is what `submit --format json` prints.
public struct SubmitReport: Sendable {
  /// The submission's number.
  public var submission: Int64
  /// The run's number.
  public var run: Int64
  /// The form and its version.
  public var form: String
  /// The form's version.
  public var formVersion: Int
  /// The rule set and its version.
  public var rules: String
  /// The rule set's version.
  public var rulesVersion: Int
  /// Whether an error rejects it.
  public var isRejected: Bool
  /// What is wrong, in the order of the rules; warnings too.
  public var errors: [ReportedError]
  /// Whether the idempotency key came before, so that nothing was recorded now.
  public var isAlreadySubmitted: Bool
  /// Keys that are no fields of the form; they are kept.
  public var unknownFields: [String]
  /// The head of the chain with this submission: a receipt.
  public var head: String
  /// Which rules were left out, or failed because nobody is asked; a line each.
  public var notes: [String] = []

  /// The report as JSON, with stable keys.
  package var json: JSON {
    .object([
      "submission": .integer(submission), "run": .integer(run), "form": .string(form),
      "formVersion": .integer(formVersion), "rules": .string(rules),
      "rulesVersion": .integer(rulesVersion),
      "verdict": .string(isRejected ? "rejected" : "accepted"),
      "errors": .array(errors.map { $0.json(withColumn: false) }),
      "alreadySubmitted": .bool(isAlreadySubmitted),
      "unknownFields": .array(unknownFields.map(JSON.string)), "head": .string(head),
    ])
  }
}

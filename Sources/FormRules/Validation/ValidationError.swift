/// The failure of a rule for a value or a record. It never contains the value.
public struct ValidationError: Error, Sendable {
  /// The field at which the error is shown, or nil for the whole record.
  public let field: String?
  /// The rule's identifier, such as `email.length`.
  public let rule: String
  /// The stable error code, such as `length.tooShort`.
  public let code: String
  /// The arguments of the message: those that depend on the value, then the rule's parameters.
  public let arguments: [MessageArgument]
  /// The severity of the failure. Only `error` makes a result invalid.
  public let severity: Severity
  /// The message in the requested language.
  public let message: String

  /// The rule of the plan, or nil for an error from another source.
  private let planned: PlanRule?
  private let found: [MessageArgument]
  private let place: PlanField?

  /// - Parameter message: the message in the requested language.
  init(_ error: JudgedError, of plan: Plan, message: String) {
    let planned = plan.rules[Int(error.rule)]
    self.planned = planned
    found = error.arguments
    place = planned.field.map { plan.fields[$0] }
    field = place?.field.name
    rule = planned.id
    code = error.code
    let cause = planned.causes.cause(error.code, error.arguments)
    arguments = error.arguments + (cause?.arguments ?? []) + planned.arguments
    severity = error.severity
    self.message = message
  }

  /// The error of a part of a model, converted to an error of the whole.
  ///
  /// - Parameters:
  ///   - place: the location of the part: `address`, `items[2]`.
  ///   - part: the prefix of the part's rule identifiers: `address`, `items`.
  func inside(_ place: String, of part: String) -> ValidationError {
    ValidationError(self, field: field.map { "\(place).\($0)" } ?? place, rule: "\(part).\(rule)")
  }

  private init(_ error: ValidationError, field: String, rule: String) {
    (planned, found, place) = (error.planned, error.found, error.place)
    (self.field, self.rule, code) = (field, rule, error.code)
    (arguments, severity, message) = (error.arguments, error.severity, error.message)
  }

  /// Creates an error that does not come from a rule, such as the answer of a server. Use
  /// `ValidationResult.and` to add it to a result.
  public init(
    field: String? = nil, rule: String, code: String, arguments: [MessageArgument] = [],
    severity: Severity = .error, message: String
  ) {
    (planned, found, place) = (nil, [], nil)
    self.field = field
    self.rule = rule
    self.code = code
    self.arguments = arguments
    self.severity = severity
    self.message = message
  }

  /// The message in another language, or in English if there is no translation.
  ///
  /// - Parameter language: a language tag, such as `"de"`, or a `Localization` with your own
  ///   messages.
  public func message(in language: Localization) -> String {
    planned?.message(code: code, arguments: found, field: place?.field, in: language) ?? message
  }
}

extension ValidationError: Equatable {
  /// Whether two errors are equal, apart from the language of their messages.
  public static func == (a: ValidationError, b: ValidationError) -> Bool {
    a.field == b.field && a.rule == b.rule && a.code == b.code && a.arguments == b.arguments
      && a.severity == b.severity
  }
}

extension ValidationError: CustomStringConvertible {
  /// The rule's identifier and the message.
  public var description: String { "\(rule): \(message)" }
}

/// One rule that a value, or a record, does not satisfy. Never holds the value.
public struct ValidationError: Error, Sendable {
  /// The field that it is shown at; nil for a record as a whole.
  public let field: String?
  /// The id of the rule, such as `email.length`.
  public let rule: String
  /// The stable machine name of what went wrong, such as `length.tooShort`.
  public let code: String
  /// What the message may name: what depends on the value, then the rule's parameters.
  public let arguments: [MessageArgument]
  /// What the failure means. Only `error` makes a result invalid.
  public let severity: Severity
  /// The message, in the language that was asked for.
  public let message: String

  /// The rule of the plan; nil for an error from elsewhere.
  private let planned: PlanRule?
  private let found: [MessageArgument]
  private let place: PlanField?

  init(_ error: JudgedError, of plan: Plan, in language: Localization) {
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
    message = planned.message(
      code: error.code, arguments: error.arguments, field: place?.field, in: language)
  }

  /// The error of a part of a model, as one of the whole.
  ///
  /// - Parameters:
  ///   - place: where the part stands: `address`, `items[2]`.
  ///   - part: what its rules' ids begin with: `address`, `items`.
  func inside(_ place: String, of part: String) -> ValidationError {
    ValidationError(self, field: field.map { "\(place).\($0)" } ?? place, rule: "\(part).\(rule)")
  }

  private init(_ error: ValidationError, field: String, rule: String) {
    (planned, found, place) = (error.planned, error.found, error.place)
    (self.field, self.rule, code) = (field, rule, error.code)
    (arguments, severity, message) = (error.arguments, error.severity, error.message)
  }

  /// An error that no rule found, such as the answer of a server: it joins a result by
  /// `ValidationResult.and`.
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

  /// The message in another language; in English where there is none in that language.
  ///
  /// - Parameter language: a language's tag, such as `"de"`, or a `Localization` with messages of your
  ///   own.
  public func message(in language: Localization) -> String {
    planned?.message(code: code, arguments: found, field: place?.field, in: language) ?? message
  }
}

extension ValidationError: Equatable {
  /// Equal by everything but the language of the message.
  public static func == (a: ValidationError, b: ValidationError) -> Bool {
    a.field == b.field && a.rule == b.rule && a.code == b.code && a.arguments == b.arguments
      && a.severity == b.severity
  }
}

extension ValidationError: CustomStringConvertible {
  /// The id of the rule and the message.
  public var description: String { "\(rule): \(message)" }
}

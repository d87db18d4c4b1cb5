/// The failure of a rule for a value or a record. It never contains the value.
public struct ValidationError: Error, Sendable {
  /// The field at which the error is shown, or nil for the whole record.
  public let field: String?
  /// The path to the value of the field in the model; empty for the whole model.
  public let path: [PathElement]
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
  /// The error that a requirement written in Swift has thrown, if any.
  public let underlyingError: (any Error)?

  /// The rule of the plan, or nil for an error from another source.
  private let planned: PlanRule?
  private let found: [MessageArgument]
  private let planField: PlanField?
  /// The failure of a requirement written in Swift, with its details.
  private let failure: RequirementFailure?
  /// The field whose label the message of `failure` contains.
  private let labelled: Field?

  /// - Parameter message: The message in the requested language.
  init(_ error: JudgedError, of plan: Plan, message: String) {
    let planned = plan.rules[Int(error.rule)]
    self.planned = planned
    found = error.arguments
    planField = planned.field.map { plan.fields[$0] }
    field = planField?.field.name
    path = field.map { [.key($0)] } ?? []
    rule = planned.id
    code = error.code
    let cause = planned.causes.cause(error.code, error.arguments)
    arguments = error.arguments + (cause?.arguments ?? []) + planned.arguments
    severity = error.severity
    self.message = message
    (failure, labelled, underlyingError) = (nil, nil, nil)
  }

  /// Creates one of several errors of a requirement written in Swift.
  init(
    _ error: JudgedError, _ failure: RequirementFailure, of plan: Plan, in language: Localization
  ) {
    let planned = plan.rules[Int(error.rule)]
    self.planned = planned
    planField = planned.field.map { plan.fields[$0] }
    field = planField?.field.name
    path = field.map { [.key($0)] } ?? []
    rule = planned.id
    code = failure.code ?? error.code
    found = failure.messageArguments
    arguments = found
    severity = error.severity
    self.failure = failure
    labelled = planField?.field
    underlyingError = failure.underlyingError
    message = failure.message(planField?.field, ofRule: rule, in: language)
  }

  /// Creates an error of a check written in Swift.
  init(
    _ failure: RequirementFailure, rule: String, field: Field?, code: String, severity: Severity,
    in language: Localization
  ) {
    (planned, planField, self.failure, labelled) = (nil, nil, failure, field)
    self.field = field?.name
    path = field.map { [.key($0.name)] } ?? []
    self.rule = rule
    self.code = failure.code ?? code
    found = failure.messageArguments
    arguments = found
    self.severity = severity
    underlyingError = failure.underlyingError
    message = failure.message(field, ofRule: rule, in: language)
  }

  /// The error of a nested value, converted to an error of the enclosing model.
  ///
  /// - Parameters:
  ///   - outer: The path to the nested value.
  ///   - prefix: The prefix of the rule identifier: `address`, `items`.
  func inside(_ outer: [PathElement], named prefix: String) -> ValidationError {
    let name = outer.fieldName
    return ValidationError(
      self, field: field.map { $0.hasPrefix("[") ? name + $0 : "\(name).\($0)" } ?? name,
      path: outer + path, rule: "\(prefix).\(rule)")
  }

  private init(_ error: ValidationError, field: String, path: [PathElement], rule: String) {
    (planned, found, planField) = (error.planned, error.found, error.planField)
    (self.field, self.path, self.rule, code) = (field, path, rule, error.code)
    (arguments, severity, message) = (error.arguments, error.severity, error.message)
    (failure, labelled, underlyingError) = (error.failure, error.labelled, error.underlyingError)
  }

  /// Creates an error that does not come from a rule, such as the answer of a server. Use
  /// `ValidationResult.and` to add it to a result.
  ///
  /// - Parameter path: The path to the value, or nil for that of the field's name.
  public init(
    field: String? = nil, path: [PathElement]? = nil, rule: String, code: String,
    arguments: [MessageArgument] = [],
    severity: Severity = .error, message: String
  ) {
    (planned, found, planField, failure) = (nil, [], nil, nil)
    (labelled, underlyingError) = (nil, nil)
    self.field = field
    self.path = path ?? field.map { [PathElement](fieldName: $0) } ?? []
    self.rule = rule
    self.code = code
    self.arguments = arguments
    self.severity = severity
    self.message = message
  }

  /// The message in another language, or in English if there is no translation.
  ///
  /// - Parameter language: A language tag, such as `"de"`, or a `Localization` with your own
  ///   messages.
  public func message(in language: Localization) -> String {
    if let failure {
      return failure.message(labelled, ofRule: rule, in: language)
    }
    return planned?.message(code: code, arguments: found, field: planField?.field, in: language)
      ?? message
  }
}

extension RequirementFailure {
  fileprivate var messageArguments: [MessageArgument] {
    arguments.sorted { $0.key < $1.key }.map { MessageArgument($0.key, $0.value) }
  }

  /// The message. A catalogue's text for the code, the rule or the field takes precedence.
  fileprivate func message(
    _ field: Field?, ofRule rule: String, in language: Localization
  ) -> String {
    let text = code.flatMap {
      language.message($0, ofRule: rule, field: field) ?? language.message($0)
    }
    return MessageTemplate(lenient: text ?? message).text(
      messageArguments + [MessageArgument("label", language.label(of: field))], in: language,
      orElse: "…")
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

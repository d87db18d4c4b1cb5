public import FormRules

/// The failure of a rule for a value or a record. It never contains the value.
public struct ValidationError: Error, Sendable {
  /// The field at which the error is shown, or nil for the whole record.
  public private(set) var field: String?
  /// The path to the value of the field in the model; empty for the whole model. The default is the
  /// path that the field's name denotes.
  public var path: [PathElement]
  /// The rule's identifier, such as `email.length`.
  public private(set) var rule: String
  /// The stable error code, such as `length.tooShort`.
  public let code: String
  /// The arguments of the message: those that depend on the value, then the rule's parameters.
  public var arguments: [MessageArgument] = []
  /// The severity of the failure. Only `error` makes a result invalid.
  public internal(set) var severity: Severity
  /// The message in the requested language.
  public let message: String
  private var source = Source.other

  /// The source of messages in other languages.
  private enum Source: Sendable {
    /// A rule of the plan, the field at which its errors are shown, and the arguments that depend
    /// on the value.
    case rule(PlanRule, PlanField?, [MessageArgument])
    /// A requirement written in Swift, and the field whose label its message contains.
    indirect case requirement(RequirementFailure, Field?)
    /// Another source, whose errors have a single message.
    case other
  }

  /// The error that a requirement written in Swift has thrown, if any.
  public var underlyingError: (any Error)? {
    if case .requirement(let failure, _) = source { failure.underlyingError } else { nil }
  }

  /// - Parameter message: The message in the requested language.
  init(_ error: JudgedError, of plan: Plan, message: String) {
    let rule = plan.rules[Int(error.rule)]
    let field = rule.field.map { plan.fields[$0] }
    let cause = rule.causes.cause(error.code, error.arguments)
    self.init(
      at: field?.field, rule: rule.id, code: error.code, severity: error.severity,
      message: message)
    arguments = error.arguments + (cause?.arguments ?? []) + rule.arguments
    source = .rule(rule, field, error.arguments)
  }

  /// Creates one of several errors of a requirement written in Swift.
  init(
    _ error: JudgedError, _ failure: RequirementFailure, of plan: Plan,
    in localization: Localization
  ) {
    let rule = plan.rules[Int(error.rule)]
    self.init(
      failure, rule: rule.id, field: rule.field.map { plan.fields[$0].field }, code: error.code,
      in: localization)
    severity = error.severity
  }

  /// Creates an error of a check written in Swift, with severity `error`.
  init(
    _ failure: RequirementFailure, rule: String, field: Field?, code: String,
    in localization: Localization
  ) {
    self.init(
      at: field, rule: rule, code: failure.code ?? code,
      message: failure.message(field, ofRule: rule, in: localization))
    arguments = failure.messageArguments
    source = .requirement(failure, field)
  }

  /// Creates an error at a field of a model, whose name is a single element of the path.
  private init(
    at field: Field?, rule: String, code: String, severity: Severity = .error, message: String
  ) {
    self.field = field?.name
    path = field.map { [.key($0.name)] } ?? []
    self.rule = rule
    self.code = code
    self.severity = severity
    self.message = message
  }

  /// The error of a nested value, converted to an error of the enclosing model.
  ///
  /// - Parameters:
  ///   - outer: The path to the nested value.
  ///   - prefix: The prefix of the rule identifier: `address`, `items`.
  func inside(_ outer: [PathElement], named prefix: String) -> ValidationError {
    let name = outer.fieldName
    var error = self
    error.field = field.map { $0.hasPrefix("[") ? name + $0 : "\(name).\($0)" } ?? name
    error.path = outer + path
    error.rule = "\(prefix).\(rule)"
    return error
  }

  /// Creates an error that does not come from a rule, such as the answer of a server. Use
  /// `ValidationResult.and` to add it to a result.
  public init(
    field: String? = nil, rule: String, code: String, severity: Severity = .error, message: String
  ) {
    self.field = field
    path = field.map { [PathElement](fieldName: $0) } ?? []
    self.rule = rule
    self.code = code
    self.severity = severity
    self.message = message
  }

  /// The message in another language, or in English if there is no translation.
  ///
  /// - Parameter localization: A language tag, such as `"de"`, or a `Localization` with your own
  ///   messages.
  public func message(in localization: Localization) -> String {
    switch source {
    case .rule(let rule, let field, let arguments):
      rule.message(code: code, arguments: arguments, field: field?.field, in: localization)
    case .requirement(let failure, let field):
      failure.message(field, ofRule: rule, in: localization)
    case .other: message
    }
  }
}

extension RequirementFailure {
  fileprivate var messageArguments: [MessageArgument] {
    arguments.sorted { $0.key < $1.key }.map { MessageArgument($0.key, $0.value) }
  }

  /// The message. A catalogue's text for the code, the rule or the field takes precedence.
  fileprivate func message(
    _ field: Field?, ofRule rule: String, in localization: Localization
  ) -> String {
    let text = code.flatMap {
      localization.message($0, ofRule: rule, field: field) ?? localization.message($0)
    }
    return MessageTemplate(lenient: text ?? message).text(
      messageArguments + [MessageArgument("label", localization.label(of: field))],
      in: localization,
      orElse: "…")
  }
}

extension ValidationError: Equatable {
  /// Whether two errors are equal, apart from their messages and paths.
  public static func == (a: ValidationError, b: ValidationError) -> Bool {
    a.field == b.field && a.rule == b.rule && a.code == b.code && a.arguments == b.arguments
      && a.severity == b.severity
  }
}

extension ValidationError: CustomStringConvertible {
  /// The rule's identifier and the message.
  public var description: String { "\(rule): \(message)" }
}

import FormBytes
public import FormRules

/// A requirement on a whole model, written in Swift, for conditions that rules cannot express.
///
/// ```swift
/// Check("dates", at: "end", "{label} must be after the start.") { $0.end > $0.start }
/// ```
///
/// A check is code, so it is not part of the validator's rule set.
public struct Check<Root>: ModelPart, Sendable {
  /// The check as the only part.
  public var parts: ModelParts<Root> { ModelParts(checks: [self]) }

  let id: String
  /// The name of the property at which errors are shown, or nil for the whole model.
  var field: String?
  /// The key path of that property, which replaces `field` when the check is bound.
  var path: FieldPath?
  private var code: String?
  private var severity = Severity.error
  private var scenarios: [String] = []
  let message: String
  let failures: @Sendable (Root) -> [RequirementFailure]

  private init(
    _ id: String, _ field: String?, _ message: String,
    failures: @escaping @Sendable (Root) -> [RequirementFailure]
  ) {
    self.id = id
    self.field = field
    self.message = message
    self.failures = failures
  }

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - id: The rule identifier in errors, which is also the default error code.
  ///   - field: The property at which the error is shown, or nil for the whole model.
  ///   - message: The message. `{label}` is replaced by the property's label.
  ///   - passes: Returns whether a model passes. It is called regardless of the results of rules,
  ///     also for models with missing values.
  public init(
    _ id: String, at field: String? = nil, _ message: String,
    _ passes: @escaping @Sendable (Root) -> Bool
  ) { self.init(id, field, message) { passes($0) ? [] : [RequirementFailure(message)] } }

  /// Creates a check that throws an error of your own for models that do not pass. It becomes the
  /// `underlyingError` of the failure, and its `errorDescription`, or its description, becomes the
  /// message.
  public init(
    _ id: String, at field: String? = nil, throwing check: @escaping @Sendable (Root) throws -> Void
  ) {
    self.init(id, field, "") { model in
      do {
        try check(model)
        return []
      } catch {
        return [RequirementFailure(error)]
      }
    }
  }

  /// Creates a check that may have several failures, each of which becomes an error.
  public init(
    _ id: String, at field: String? = nil,
    failures: @escaping @Sendable (Root) -> [RequirementFailure]
  ) { self.init(id, field, "", failures: failures) }

  /// Sets the property at which the error is shown.
  public func at(_ property: any PartialKeyPath<Root> & Sendable) -> Check {
    changed { $0.path = FieldPath(property) }
  }

  /// Sets the stable error code for programs.
  public func code(_ code: String) -> Check { changed { $0.code = code } }

  /// Sets the severity of a failure: `warning` and `info` do not make the model invalid.
  public func severity(_ severity: Severity) -> Check { changed { $0.severity = severity } }

  /// Applies the check only in these scenarios.
  public func scenarios(_ names: String...) -> Check { changed { $0.scenarios = names } }

  private func changed(_ change: (inout Check) -> Void) -> Check {
    var check = self
    change(&check)
    return check
  }

  /// The same check on an enclosing model. It passes if the inner model does not exist.
  func lifted<Outer>(_ value: @escaping @Sendable (Outer) -> Root?) -> Check<Outer> {
    let failures = failures
    var check = Check<Outer>(id, field, message) { value($0).map(failures) ?? [] }
    (check.code, check.severity, check.scenarios) = (code, severity, scenarios)
    return check
  }

  /// Whether the check belongs only to scenarios other than that of a call.
  func isExcluded(from scenario: String?) -> Bool {
    guard let scenario, !scenarios.isEmpty else { return false }
    return !scenarios.containsBytes(of: scenario)
  }

  /// The errors in the check's identifier, property and message.
  func problems(in form: Form) -> [DefinitionError] {
    var problems: [String?] = [
      id.isEmpty ? "a check's id must not be empty" : DefinitionNames.problem(ofWords: id, "id"),
      MessageTemplate.problem(
        of: message, "the message of '\(id)'", language: "en", names: ["label"]),
    ]
    if let field, form.fieldIndex(field) == nil {
      problems.append(
        .unknown("field", field, known: form.fields.map(\.name)))
    }
    return problems.compactMap { $0.map { DefinitionError($0, at: .none) } }
  }

  /// The errors of a model.
  func errors(of model: Root, in form: Form, _ call: ValidationCall) -> [ValidationError] {
    if isExcluded(from: call.scenario) { return [] }
    return failures(model).map { failure in
      let field = field.flatMap { name in form.fields.first { $0.name == name } }
      var error = ValidationError(
        failure, rule: id, field: field, code: code ?? id, in: call.localization)
      error.severity = severity
      return error
    }
  }
}

/// A requirement on a whole model, written in Swift, for conditions that rules cannot express.
///
/// ```swift
/// Check("dates", at: "end", "{label} must be after the start.") { $0.end > $0.start }
/// ```
///
/// A check is code, so it is not part of the validator's rule set.
public struct Check<Root>: Sendable {
  let id: String
  let place: String?
  let code: String
  let severity: Severity
  let message: String
  let scenarios: [String]
  let passes: @Sendable (Root) -> Bool

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - id: the rule identifier in errors, which is also the default error code.
  ///   - place: the property at which the error is shown, or nil for the whole model.
  ///   - message: the message. `{label}` is replaced by the property's label.
  ///   - code: the stable error code for programs.
  ///   - severity: the severity of a failure.
  ///   - scenarios: the scenarios in which the check applies. Empty means all.
  ///   - passes: returns whether a model passes. It is called regardless of the results of rules,
  ///     also for models with missing values.
  public init(
    _ id: String, at place: String? = nil, _ message: String, code: String? = nil,
    severity: Severity = .error, scenarios: [String] = [],
    _ passes: @escaping @Sendable (Root) -> Bool
  ) {
    self.id = id
    self.place = place
    self.code = code ?? id
    self.severity = severity
    self.message = message
    self.scenarios = scenarios
    self.passes = passes
  }

  /// The same check on an enclosing model. It passes if the inner model does not exist.
  func lifted<Whole>(_ part: @escaping @Sendable (Whole) -> Root?) -> Check<Whole> {
    let passes = passes
    return Check<Whole>(
      id, at: place, message, code: code, severity: severity, scenarios: scenarios
    ) { part($0).map(passes) ?? true }
  }

  /// Whether the check belongs only to scenarios other than that of a call.
  func isLeftOut(of scenario: String?) -> Bool {
    guard let scenario, !scenarios.isEmpty else { return false }
    return !scenarios.contains(scenario)
  }

  /// The errors in the check's identifier, property and message.
  func faults(in form: Form) -> [DefinitionError] {
    var faults: [String?] = [
      id.isEmpty ? "a check's id must not be empty" : DefinitionNames.fault(ofWords: id, "id"),
      MessageTemplate.fault(
        of: message, "the message of '\(id)'", language: "en", names: ["label"]),
    ]
    if let place, form.fieldIndex(place) == nil {
      faults.append(
        DefinitionError.unknown("field", place, known: form.fields.map(\.name), at: .none).message)
    }
    return faults.compactMap { $0.map { DefinitionError($0, at: .none) } }
  }

  /// The failure of a model, or nil if it passes.
  func failure(of model: Root, in form: Form, _ call: ValidationCall) -> ValidationError? {
    if isLeftOut(of: call.scenario) || passes(model) { return nil }
    let field = place.flatMap { name in form.fields.first { $0.name == name } }
    let label = MessageArgument("label", call.language.label(of: field))
    return ValidationError(
      field: place, rule: id, code: code, severity: severity,
      message: MessageTemplate(lenient: message).text([label], in: call.language, orElse: "…"))
  }
}

/// A requirement on a whole model, written in Swift: what no rule over its properties says.
///
/// ```swift
/// Check("dates", at: "end", "{label} must be after the start.") { $0.end > $0.start }
/// ```
///
/// It is code, so it is no part of the rules that a validator has as data.
public struct Check<Root>: Sendable {
  let id: String
  let place: String?
  let code: String
  let severity: Severity
  let message: String
  let scenarios: [String]
  let passes: @Sendable (Root) -> Bool

  /// A requirement.
  ///
  /// - Parameters:
  ///   - id: its id in errors, and their code unless there is another.
  ///   - place: the property that the error is shown at; nil for the model as a whole.
  ///   - message: the message, in which `{label}` is filled in.
  ///   - code: the stable machine name of what went wrong.
  ///   - severity: what a failure means.
  ///   - scenarios: those in which it applies; empty means always.
  ///   - passes: whether a model is good. It is asked whatever the rules say, also where values are
  ///     missing.
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

  /// The same requirement on a model that this one's model is part of; where there is none it is met.
  func lifted<Whole>(_ part: @escaping @Sendable (Whole) -> Root?) -> Check<Whole> {
    let passes = passes
    return Check<Whole>(
      id, at: place, message, code: code, severity: severity, scenarios: scenarios
    ) { part($0).map(passes) ?? true }
  }

  /// Whether it is for other scenarios than that of a call.
  func isLeftOut(of scenario: String?) -> Bool {
    guard let scenario, !scenarios.isEmpty else { return false }
    return !scenarios.contains(scenario)
  }

  /// What is wrong with its id, place and message.
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

  /// What it has against a model; nil when that is good.
  func failure(of model: Root, in form: Form, _ call: ValidationCall) -> ValidationError? {
    if isLeftOut(of: call.scenario) || passes(model) { return nil }
    let field = place.flatMap { name in form.fields.first { $0.name == name } }
    let label = MessageArgument("label", call.language.label(of: field))
    return ValidationError(
      field: place, rule: id, code: code, severity: severity,
      message: MessageTemplate(lenient: message).text([label], in: call.language, orElse: "…"))
  }
}

/// A part of a JSON document that cannot be decoded.
struct DecodingFault: Equatable {
  enum Cause: Equatable {
    /// The document is not a JSON object.
    case malformed
    /// A member that the model needs is missing or null.
    case missing
    /// A value does not have the type of a field.
    case type(FieldType)
    /// An integer is outside the range of its type.
    case outOfRange(FieldType)
    /// A value is not an object.
    case object
    /// A text is not among the values of an enumeration.
    case notListed([String])
    /// A type rejects the value.
    case rejected
    /// The model does not read the member.
    case unknownKey
  }

  let path: [PathElement]
  let cause: Cause

  init(path: [PathElement], _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  /// Whether the model has no value at the path.
  var leavesOutValue: Bool { cause != .unknownKey }

  /// The documented code with the arguments of its message.
  private var code: (code: RuleDocumentation.Code, arguments: [MessageArgument]) {
    switch cause {
    case .malformed: (.init("json.invalid", "The body must be a JSON object."), [])
    case .missing: (RequiredRule.documentation.codes[0], [])
    case .type(let type): (type.codes[0], type.arguments)
    case .outOfRange(let type):
      (type.codes.first { $0.code.hasSuffix("outOfRange") } ?? type.codes[0], type.arguments)
    case .object: (.init("json.notObject", "{label} must be an object."), [])
    case .notListed(let values):
      (InRule.documentation.codes[0], [MessageArgument("values", list: values)])
    case .rejected: (.init("json.rejected", "{label} is not valid."), [])
    case .unknownKey: (.init("json.unknownKey", "{label} is unknown."), [])
    }
  }

  func error<Root>(_ model: BoundModel<Root>, _ language: Localization) -> ValidationError {
    let (code, arguments) = code
    let name = path.fieldName
    let label = model.field(named: name).map { language.label(of: $0) } ?? name
    let text = MessageTemplate(lenient: language.message(of: code)).text(
      arguments + [MessageArgument("label", label)], in: language, orElse: "…")
    let keys = path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    return ValidationError(
      field: path.isEmpty ? nil : name, path: path,
      rule: (keys + ["json"]).joined(separator: "."), code: code.code, arguments: arguments,
      message: text)
  }

  func errors<Root>(_ model: BoundModel<Root>, _ language: Localization) -> ValidationErrors {
    guard let errors = ValidationErrors([error(model, language)]) else {
      preconditionFailure("the error has severity error")
    }
    return errors
  }
}

extension BoundModel {
  /// The field with a name, also that of a nested value.
  fileprivate func field(named name: String) -> Field? {
    for plan in plans {
      if let field = plan.fields.first(where: { plan.name(of: $0) == name }) { return field }
    }
    return nil
  }
}

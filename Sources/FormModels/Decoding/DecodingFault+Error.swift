import FormRules

extension DecodingFault {
  /// The documented code with the arguments of its message.
  private var code: (code: RuleDocumentation.Code, arguments: [MessageArgument]) {
    switch cause {
    case .malformed: (.init("json.invalid", "The body must be a JSON object."), [])
    case .missing: (RuleRegistry.requirement.documentation.codes[0], [])
    case .type(let type): (type.codes[0], type.arguments)
    case .outOfRange(let type):
      (type.codes.first { $0.code.hasSuffix("outOfRange") } ?? type.codes[0], type.arguments)
    case .object: (.init("json.notObject", "{label} must be an object."), [])
    case .notListed(let values):
      (RuleRegistry.enumeration.documentation.codes[0], [MessageArgument("values", list: values)])
    case .rejected: (.init("json.rejected", "{label} is not valid."), [])
    case .unknownKey: (.init("json.unknownKey", "{label} is unknown."), [])
    case .tooMany(let maximum):
      (
        .init("json.tooManyErrors", "There are more errors; the first {maximum} are listed."),
        [MessageArgument("maximum", maximum)]
      )
    }
  }

  func error(_ shape: ModelShape, _ localization: Localization) -> ValidationError {
    let (code, arguments) = code
    let name = path.fieldName
    // A label of the field itself, or else the whole path, which is unique.
    let field = shape.field(at: path[...])
    let own = path.isEmpty ? localization.label(of: nil) : field.map { localization.label(of: $0) }
    let label = own == field?.name ? name : own ?? name
    let text = MessageTemplate(lenient: localization.message(of: code)).text(
      arguments + [MessageArgument("label", label)], in: localization, orElse: "…")
    let keys = path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    var error = ValidationError(
      field: path.isEmpty ? nil : name, rule: (keys + ["json"]).joined(separator: "."),
      code: code.code, message: text)
    (error.path, error.arguments) = (path, arguments)
    return error
  }
}

extension ModelShape {
  /// The field at a path, also one of a nested or repeated value.
  fileprivate func field(at path: ArraySlice<PathElement>) -> Field? {
    guard case .key(let name)? = path.first else { return nil }
    let inner = path.dropFirst()
    if inner.isEmpty { return form.fields.first { $0.name == name } }
    guard let value = nested.first(where: { $0.name == name }) else { return nil }
    switch value.kind {
    case .object: return value.shape().field(at: inner)
    case .array, .dictionary: return value.shape().field(at: inner.dropFirst())
    case .computed: return nil
    }
  }
}

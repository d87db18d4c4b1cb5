import FormRules

extension ValidationErrors: Codable {
  private enum CodingKeys: String, CodingKey { case errors, warnings }

  /// Decodes the errors that a server reports, in the format of `encode`. `warnings` may be absent.
  ///
  /// - Throws: `DecodingError` if the format is wrong or there is no error with severity `error`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let errors = try container.decode([ValidationError].self, forKey: .errors)
    let warnings = try container.decodeIfPresent([ValidationError].self, forKey: .warnings)
    guard let decoded = ValidationErrors(errors + (warnings ?? [])) else {
      throw DecodingError.dataCorruptedError(
        forKey: .errors, in: container, debugDescription: "none of the errors has severity 'error'")
    }
    self = decoded
  }

  /// `{"errors": […], "warnings": […]}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(errors, forKey: .errors)
    try container.encode(warnings, forKey: .warnings)
  }
}

extension ValidationError: Codable {
  private enum CodingKeys: String, CodingKey {
    case field, path, rule, code, severity, message, arguments
  }

  /// Decodes the format of `encode`. Only `code` and `message` are required: the default of `rule`
  /// is the code, that of `severity` is `error`, and that of `path` the path of the field's name.
  /// The arguments become texts, sorted by name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let code = try container.decode(String.self, forKey: .code)
    let severity = try container.decodeIfPresent(String.self, forKey: .severity) ?? "error"
    guard let severity = Severity(rawValue: severity) else {
      throw DecodingError.dataCorruptedError(
        forKey: .severity, in: container,
        debugDescription:
          "'\(severity)' is none of \(Severity.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let texts = try container.decodeIfPresent([String: String].self, forKey: .arguments) ?? [:]
    self.init(
      field: try container.decodeIfPresent(String.self, forKey: .field),
      rule: try container.decodeIfPresent(String.self, forKey: .rule) ?? code, code: code,
      severity: severity, message: try container.decode(String.self, forKey: .message))
    path = try container.decodeIfPresent([PathElement].self, forKey: .path) ?? path
    arguments = texts.sorted { $0.key < $1.key }.map { MessageArgument($0.key, $0.value) }
  }

  /// Encodes `field` (null for the whole record), `path`, `rule`, `code`, `severity`, `message` and
  /// `arguments`, which are the texts that the message may contain.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(field, forKey: .field)
    try container.encode(path, forKey: .path)
    try container.encode(rule, forKey: .rule)
    try container.encode(code, forKey: .code)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(message, forKey: .message)
    let texts = arguments.map { ($0.name, $0.value) }
    try container.encode(Dictionary(texts) { first, _ in first }, forKey: .arguments)
  }
}

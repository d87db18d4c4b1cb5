#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What is thrown for a value that is not valid: all that is wrong with it. Its description is the
/// messages, one a line.
///
/// ```swift
/// do {
///   let user = try users.validated(input)
/// } catch {
///   show(error.localizedDescription)
/// }
/// ```
public struct ValidationErrors: LocalizedError, Sendable, Equatable {
  /// The failures of severity `error`, in the order of the rules; at least one.
  public let errors: [ValidationError]
  /// The failures of severity `warning` and `info`.
  public let warnings: [ValidationError]

  /// Failures, of which one has severity `error`; nil when none has.
  public init?(_ failures: [ValidationError]) {
    errors = failures.filter { $0.severity.rejects }
    warnings = failures.filter { !$0.severity.rejects }
    if errors.isEmpty { return nil }
  }

  /// The messages of the errors, one a line.
  public var errorDescription: String? { errors.map(\.message).joined(separator: "\n") }

  /// The errors that are shown at a field; nil means those of the record as a whole.
  public func errors(at field: String?) -> [ValidationError] { errors.filter { $0.field == field } }

  /// The messages in another language.
  public func messages(in language: Localization) -> [String] {
    errors.map { $0.message(in: language) }
  }
}

extension ValidationErrors: CustomStringConvertible {
  /// The ids of the rules and the messages, one a line.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension ValidationErrors: Encodable {
  private enum CodingKeys: String, CodingKey { case errors, warnings }

  /// `{"errors": […], "warnings": […]}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(errors, forKey: .errors)
    try container.encode(warnings, forKey: .warnings)
  }
}

extension ValidationError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}

extension ValidationError: Encodable {
  private enum CodingKeys: String, CodingKey {
    case field, rule, code, severity, message, arguments
  }

  /// `field` (null for a record as a whole), `rule`, `code`, `severity`, `message` and `arguments`, the
  /// texts of what the message may name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(field, forKey: .field)
    try container.encode(rule, forKey: .rule)
    try container.encode(code, forKey: .code)
    try container.encode(severity.rawValue, forKey: .severity)
    try container.encode(message, forKey: .message)
    let texts = arguments.map { ($0.name, $0.value) }
    try container.encode(Dictionary(texts) { first, _ in first }, forKey: .arguments)
  }
}

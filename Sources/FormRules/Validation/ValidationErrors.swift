#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The error thrown for an invalid value, with all failures. Its description consists of the
/// messages, one per line.
///
/// ```swift
/// do {
///   let user = try users.validated(input)
/// } catch {
///   show(error.localizedDescription)
/// }
/// ```
public struct ValidationErrors: LocalizedError, Sendable, Equatable {
  /// The failures with severity `error`, in the order of the rules; at least one.
  public let errors: [ValidationError]
  /// The failures with severity `warning` or `info`.
  public let warnings: [ValidationError]

  /// Creates an error from failures. Returns nil if none has severity `error`.
  public init?(_ failures: [ValidationError]) {
    errors = failures.filter { $0.severity.rejects }
    warnings = failures.filter { !$0.severity.rejects }
    if errors.isEmpty { return nil }
  }

  /// The messages of the errors, one per line.
  public var errorDescription: String? { errors.map(\.message).joined(separator: "\n") }

  /// The errors shown at a field, or those of the whole record if `field` is nil.
  public func errors(at field: String?) -> [ValidationError] { errors.filter { $0.field == field } }

  /// The messages in another language.
  public func messages(in language: Localization) -> [String] {
    errors.map { $0.message(in: language) }
  }
}

extension ValidationErrors: CustomStringConvertible {
  /// The rule identifiers and messages, one per line.
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

  /// Encodes `field` (null for the whole record), `rule`, `code`, `severity`, `message` and
  /// `arguments`, which are the texts that the message may contain.
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

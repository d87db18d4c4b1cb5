public import FormRules
public import Foundation

/// The error thrown for an invalid value, with all failures. Its `localizedDescription` consists of
/// the messages of the errors, one per line.
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
  public func messages(in localization: Localization) -> [String] {
    errors.map { $0.message(in: localization) }
  }
}

extension ValidationErrors: CustomStringConvertible {
  /// The rule identifiers and messages, one per line.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

extension ValidationError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}

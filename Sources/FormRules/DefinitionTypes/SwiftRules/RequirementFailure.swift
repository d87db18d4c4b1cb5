import Foundation

/// One reason why a value or a model does not satisfy a requirement. A requirement may have
/// several, each of which becomes a `ValidationError`.
public struct RequirementFailure: Error, Sendable {
  /// The stable code of the failure, or nil for that of the requirement.
  public var code: String?
  /// The message. `{label}` is replaced by the label of the field, and the names of the arguments
  /// by their values.
  public var message: String
  /// The arguments of the message.
  public var arguments: [String: String]
  /// The error that a requirement has thrown, if any.
  public var underlyingError: (any Error)?

  /// Creates a failure.
  ///
  /// - Parameter code: The stable code of the failure, or nil for that of the requirement.
  public init(_ message: String, code: String? = nil, arguments: [String: String] = [:]) {
    (self.code, self.message, self.arguments) = (code, message, arguments)
  }

  /// Creates a failure from an error of your own. The message is the localized description of a
  /// `LocalizedError`, otherwise the description.
  ///
  /// - Parameter code: The stable code of the failure, or nil for that of the requirement.
  public init(_ error: any Error, code: String? = nil) {
    let text = error is any LocalizedError ? error.localizedDescription : "\(error)"
    // The text of an error is not a template.
    self.init("{error}", code: code, arguments: ["error": text])
    underlyingError = error
  }
}

extension RequirementFailure: Equatable {
  /// Compares codes, messages and arguments.
  public static func == (a: RequirementFailure, b: RequirementFailure) -> Bool {
    a.code == b.code && a.message == b.message && a.arguments == b.arguments
  }
}

public import Foundation

// `localizedDescription` of each error is its description. `ValidationErrors` has its messages.

extension DefinitionError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension DefinitionErrors: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension CustomPredicates.ArgumentError: LocalizedError, CustomStringConvertible {
  /// The message.
  public var description: String { message }
  /// The message.
  public var errorDescription: String? { message }
}

extension RunParameterError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension ServiceError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

extension FileRefusal: LocalizedError, CustomStringConvertible {
  /// The reason in one line, without the path.
  public var description: String {
    switch self {
    case .notFound: "the file does not exist or is a directory"
    case .outside: "the path leads outside of the directory of files or contains a symbolic link"
    case .unreadable: "the file exists but the system denies reading it"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}

import FormInput
import FormRules
import FormStore

/// An error of a recorder operation. Its description is one line that says what happened, where,
/// and what to do.
public struct RecorderError: Error, Sendable, CustomStringConvertible {
  /// The category of an error, which determines the exit code.
  public enum Kind: String, Sendable {
    /// The request is invalid. Exit code 64.
    case usage
    /// A file, the database or a definition prevents the operation. Exit code 2.
    case failed
    /// A signal stopped the operation. Exit code 128 plus the signal's number.
    case stopped
  }

  /// The cause of an error, for programs.
  public enum Reason: String, Sendable, CaseIterable, Encodable {
    /// The request is invalid.
    case usage
    /// The database, form, rule set, version, import, run or submission does not exist.
    case missing
    /// Another process is writing. A later attempt may succeed.
    case busy
    /// A later version of formrec created the database.
    case newer
    /// The file or the database has a different format or cannot be read.
    case unreadable
    /// SQLite or the file system reported an error, such as a full disk or an I/O error.
    case storage
    /// The database was altered by something other than formrec.
    case damaged
    /// A definition is invalid or does not fit the stored data.
    case definition
    /// The operation is valid but not possible with the stored data.
    case refused
    /// The operation was stopped.
    case stopped
  }

  /// The category of the error.
  public let kind: Kind
  /// The cause of the error.
  public let reason: Reason
  /// The error as text.
  public let description: String

  package init(_ kind: Kind = .failed, reason: Reason? = nil, _ description: String) {
    self.kind = kind
    self.reason = reason ?? kind.reason
    self.description = description
  }

  /// A run was stopped while it waited for services.
  static let requestsStopped = RecorderError(.stopped, "stopped while services were asked")

  /// Converts any error to a `RecorderError`.
  package init(_ error: any Error, file: String? = nil) {
    switch error {
    case let error as RecorderError: self = error
    case let error as ReaderError:
      // The message already contains the line number.
      self.init(
        error.kind == .options ? .usage : .failed,
        reason: error.kind == .options ? .usage : .unreadable,
        (file.map { "\($0): " } ?? "") + error.message)
    case let error as RunParameterError: self.init(.usage, error.description)
    case let error as StoreError: self.init(.failed, reason: error.reason, error.description)
    case is DefinitionErrors, is DefinitionError:
      self.init(.failed, reason: .definition, String(describing: error))
    default: self.init(.failed, String(describing: error))
    }
  }

  /// The same error, prefixed with the file that it concerns. Usage errors concern no file and stay
  /// unchanged.
  func inFile(_ path: String) -> RecorderError {
    if kind == .usage { return self }
    // A line break in a file name must not start a new line of output.
    let name = path.replacing(/[\r\n]/, with: "\u{FFFD}")
    return RecorderError(kind, reason: reason, "\(name): \(description)")
  }
}

extension RecorderError.Kind {
  /// The default reason for errors of this kind.
  fileprivate var reason: RecorderError.Reason {
    switch self {
    case .usage: .usage
    case .failed: .refused
    case .stopped: .stopped
    }
  }
}

extension StoreError {
  fileprivate var reason: RecorderError.Reason {
    switch self {
    case .missing, .unknown: .missing
    case .unusable: .unreadable
    case .newer: .newer
    case .busy: .busy
    case .failed: .storage
    case .damaged: .damaged
    }
  }
}

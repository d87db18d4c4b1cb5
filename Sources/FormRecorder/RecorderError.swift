import FormInput
import FormRules
import FormStore

/// Why the recorder could not do what it was asked to, in one line for people: what, where, what to
/// do.
public struct RecorderError: Error, Sendable, CustomStringConvertible {
  /// Who can mend it.
  public enum Kind: String, Sendable {
    /// What was asked for does not make sense: exit code 64.
    case usage
    /// A file, the database or a definition is in the way: exit code 2.
    case failed
    /// It was asked to stop, by a signal: exit code 128 and the signal's number.
    case stopped
  }

  /// What is in the way, for programs.
  public enum Reason: String, Sendable, CaseIterable, Encodable {
    /// What was asked for does not make sense.
    case usage
    /// There is no such database, form, rule set, version, import, run or submission.
    case missing
    /// Another process is writing; it may do later.
    case busy
    /// The database was made by a later version of formrec.
    case newer
    /// A file, or the database, is something else or cannot be read.
    case unreadable
    /// SQLite or the disk said no: the disk is full, or there was an I/O error.
    case storage
    /// The database was altered behind formrec's back.
    case damaged
    /// A definition is wrong, or does not fit what is stored.
    case definition
    /// It is possible in general, but not with what is stored.
    case refused
    /// It was asked to stop.
    case stopped
  }

  /// Who can mend it.
  public let kind: Kind
  /// What is in the way.
  public let reason: Reason
  /// The text.
  public let description: String

  package init(_ kind: Kind = .failed, reason: Reason? = nil, _ description: String) {
    self.kind = kind
    self.reason = reason ?? kind.reason
    self.description = description
  }

  /// A run was asked to stop while it waited for services.
  static let stoppedAsking = RecorderError(.stopped, "stopped while services were asked")

  /// Any error as one for people.
  package init(_ error: any Error, file: String? = nil) {
    switch error {
    case let error as RecorderError: self = error
    case let error as ReaderError:
      // The message says the line itself.
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

  /// The same error with the file that it is about; wrong usage is about no file.
  func inFile(_ path: String) -> RecorderError {
    if kind == .usage { return self }
    // A line break in a name must not begin a line of its own.
    let name = path.replacing(/[\r\n]/, with: "\u{FFFD}")
    return RecorderError(kind, reason: reason, "\(name): \(description)")
  }
}

extension RecorderError.Kind {
  /// What is meant unless something better is known.
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

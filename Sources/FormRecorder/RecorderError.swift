import FormCSV
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

  /// Who can mend it.
  public let kind: Kind
  /// The text.
  public let description: String

  package init(_ kind: Kind = .failed, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Any error as one for people.
  package init(_ error: any Error, file: String? = nil) {
    switch error {
    case let error as RecorderError: self = error
    case let error as ReaderError:
      // The message says the line itself.
      self.init(
        error.kind == .options ? .usage : .failed,
        (file.map { "\($0): " } ?? "") + error.message)
    case let error as GivenError: self.init(.usage, error.description)
    default: self.init(.failed, String(describing: error))
    }
  }

  /// The same error with the file that it is about; wrong usage is about no file.
  func inFile(_ path: String) -> RecorderError {
    if kind == .usage { return self }
    // A line break in a name must not begin a line of its own.
    let name = path.replacing(/[\r\n]/, with: "\u{FFFD}")
    return RecorderError(kind, "\(name): \(description)")
  }
}

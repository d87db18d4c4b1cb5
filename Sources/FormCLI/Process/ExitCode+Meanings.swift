import ArgumentParser
import Foundation

extension ExitCode {
  /// The command succeeded, and records were rejected, something differs, or a check failed.
  static let rejected = ExitCode(1)
  /// The command failed.
  static let failed = ExitCode(2)
  /// The command line is invalid.
  static let usage = ExitCode.validationFailure
  /// The exit code that shells report for a program killed by SIGPIPE.
  static let brokenPipe = stopped(by: SIGPIPE)

  /// The exit code that shells report for a program killed by a signal.
  static func stopped(by signal: Int32) -> ExitCode { ExitCode(128 + signal) }

  /// Exit codes with a common meaning, for the help and the manual.
  struct Meaning: CustomStringConvertible {
    let codes: [ExitCode]
    let text: String

    /// The codes and their meaning, such as `1, 2 or 3 failure`.
    var description: String { "\(codes.map { "\($0.rawValue)" }.listed) \(text)" }

    init(_ codes: ExitCode..., text: String) {
      self.codes = codes
      self.text = text
    }
  }

  static let meanings = [
    Meaning(.success, text: "success, all records accepted"),
    Meaning(.rejected, text: "success, with rejected records or differences"),
    Meaning(
      .failed,
      text: "failure: nothing was changed, except by imports of other files, which the report "
        + "lists, by an unfinished import, which the same command resumes, or by what the error "
        + "says is stored"),
    Meaning(.usage, text: "incorrect usage"),
    Meaning(
      .stopped(by: SIGHUP), .stopped(by: SIGINT), .stopped(by: SIGTERM),
      text: "stopped by the signal HUP, INT (Ctrl-C) or TERM, after the current operation was "
        + "completed or rolled back: serve and a followed log exit with 0 instead"),
    Meaning(.brokenPipe, text: "the output was closed"),
  ]
}

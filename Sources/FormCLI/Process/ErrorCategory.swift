import ArgumentParser
import FormRecorder
import FormRules
import Foundation

/// The category of an error. The names are those of JSON output.
enum ErrorCategory: String {
  case usage
  /// The operation changed nothing. Earlier ones of the command, such as the imports of other
  /// files, may be stored.
  case failed
  /// A signal stopped the command.
  case stopped
  /// The changes are stored, but a later step failed, or the output or a receipt could not be
  /// written.
  case stored

  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .failed, .stored: .failed
    case .stopped: .stopped(by: StopSignals.number == 0 ? SIGINT : StopSignals.number)
    }
  }
}

extension RecorderError {
  /// The error as JSON with stable keys.
  var json: JSON {
    .object(["kind": .string(category.rawValue), "message": .string(text)])
  }

  var category: ErrorCategory {
    if reason == .stopped { return .stopped }
    if storedChange != nil { return .stored }
    return isUsage ? .usage : .failed
  }
}

import ArgumentParser
import FormRecorder

/// The option that determines the exit code of commands that validate files.
struct FailOnOptions: ParsableArguments {
  @Option(
    help: "When the exit code is 1: if records are rejected, if a limit is exceeded, or never.")
  var failOn = FailOn.rejected

  enum FailOn: String, ExpressibleByArgument, CaseIterable { case rejected, limit, never }

  /// Returns the exit code for the worst of several results.
  func exitCode(_ results: [FileResult]) -> ExitCode {
    switch results.max() {
    case .notStored: .failed
    case .limitExceeded: failOn == .never ? .success : .rejected
    case .rejected: failOn == .rejected ? .rejected : .success
    case .accepted, nil: .success
    }
  }
}

/// The result of importing or checking a file, from best to worst.
enum FileResult: Comparable {
  case accepted
  /// Records, or rows of corrections, were rejected.
  case rejected
  /// A limit of the rule set or of the command was exceeded.
  case limitExceeded
  /// The file was not imported.
  case notStored
}

extension ImportReport {
  var result: FileResult {
    if isRefused { return .notStored }
    if !exceededLimits.isEmpty { return .limitExceeded }
    return rejected > 0 || corrections?.refused.isEmpty == false ? .rejected : .accepted
  }
}

extension CheckSummary {
  var result: FileResult {
    if !exceededLimits.isEmpty { return .limitExceeded }
    return rejected > 0 ? .rejected : .accepted
  }
}

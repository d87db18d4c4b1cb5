import ArgumentParser

/// The option that determines the exit code of commands that validate files.
struct FailOnOptions: ParsableArguments {
  @Option(
    help: "When the exit code is 1: if records are rejected, if a limit is exceeded, or never.")
  var failOn = FailOn.rejected

  enum FailOn: String, ExpressibleByArgument, CaseIterable { case rejected, limit, never }

  /// Returns the exit code for the worst of several results.
  func exitCode(_ results: [FileResult]) -> ExitCode {
    switch results.max() {
    case .failed: .failed
    case .limitExceeded: failOn == .never ? .success : .rejected
    case .rejected: failOn == .rejected ? .rejected : .success
    case .accepted, nil: .success
    }
  }
}

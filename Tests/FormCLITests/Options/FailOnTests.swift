import ArgumentParser
import Testing

@testable import FormCLI

/// The exit codes of commands that validate files.
@Suite struct FailOnTests {
  private static func exitCode(_ failOn: String, _ results: [FileResult]) throws -> ExitCode {
    try FailOnOptions.parse(["--fail-on", failOn]).exitCode(results)
  }

  @Test(
    arguments: [
      ([], [0, 0, 0]), ([.accepted], [0, 0, 0]), ([.rejected, .accepted], [1, 0, 0]),
      ([.limitExceeded], [1, 1, 0]), ([.rejected, .limitExceeded], [1, 1, 0]),
      ([.failed], [2, 2, 2]), ([.limitExceeded, .failed], [2, 2, 2]),
    ] as [([FileResult], [Int32])])
  func theWorstResultDecides(_ results: [FileResult], _ codes: [Int32]) throws {
    let found = try ["rejected", "limit", "never"].map { try Self.exitCode($0, results).rawValue }
    #expect(found == codes)
  }
}

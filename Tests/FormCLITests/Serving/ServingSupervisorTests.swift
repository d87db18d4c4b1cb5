#if Server
import ArgumentParser
import FormRecorder
import Foundation
import Testing

@testable import FormCLI

/// The result after a signal killed a child.
@Suite struct ServingSupervisorTests {
  private final class Notes { var count = 0 }

  private func supervisor(_ notes: Notes) -> ServingSupervisor {
    let console = Console(
      out: { _ in true },
      err: { _ in
        notes.count += 1
        return true
      })
    return ServingSupervisor(console: console, patience: 1)
  }

  /// (signal, action, exit code or nil for another start, number of notes)
  private static let cases: [(Int32, RestartPolicy.Action, ExitCode?, Int)] = [
    (SIGTERM, .stop, .success, 0), (SIGINT, .stop, .success, 0), (SIGKILL, .stop, .failed, 1),
    (SIGSEGV, .stop, .failed, 1), (SIGTERM, .restart(pause: 0), nil, 1),
    (SIGSEGV, .restart(pause: 0), nil, 1),
  ]

  @Test(arguments: cases)
  func killedChildren(
    signal: Int32, action: RestartPolicy.Action, code: ExitCode?, count: Int
  ) throws {
    let notes = Notes()
    let result = try supervisor(notes).exitCode(of: 1, killedBy: signal, action)
    #expect(result == code)
    #expect(notes.count == count)
  }

  /// Otherwise, a signal for the child could reach another process.
  @Test func anEndedChildKeepsItsIDUntilItIsReaped() throws {
    var id: pid_t = 0
    // Safe because the texts live until the end of the test.
    let arguments: [UnsafeMutablePointer<CChar>?] = unsafe [
      strdup("sh"), strdup("-c"), strdup("exit 3"), nil,
    ]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let number = unsafe posix_spawn(&id, "/bin/sh", nil, nil, arguments, nil)
    try #require(number == 0)
    ServingChild.waitForEnd(of: id)
    #expect(kill(id, 0) == 0)
    let end = ServingChild.reap(id)
    #expect(end == .exited(3))
    #expect(kill(id, 0) == -1)
  }

  @Test(arguments: [SIGTERM, SIGSEGV]) func aServerThatIsGivenUpFails(signal: Int32) {
    let error = #expect(throws: RecorderError.self) {
      try supervisor(Notes()).exitCode(
        of: 1, killedBy: signal, .giveUp(circumstance: " before it listened"))
    }
    #expect(error?.description.hasSuffix(" before it listened") == true)
  }
}
#endif

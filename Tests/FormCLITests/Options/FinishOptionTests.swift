import Foundation
import Testing

@testable import FormCLI

/// The report that the command of `--on-finish` receives.
@Suite struct FinishOptionTests {
  @Test func aCommandNeedNotReadItsInput() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let input = pipe.fileHandleForWriting
    #expect(FinishOptions.failure(writing: [1], to: input.fileDescriptor) == nil)
    try input.close()
  }

  @Test func otherErrorsAreReported() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let reason = FinishOptions.failure(writing: [1], to: full.fileDescriptor)
    #expect(reason == "No space left on device")
    try full.close()
  }
}

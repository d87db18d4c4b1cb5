import Foundation
import Testing

@testable import FormCLI

/// The report that the command of `--on-finish` receives.
@Suite struct FinishOptionTests {
  @Test func aCommandNeedNotReadItsInput() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(FinishOptions.write([1], to: pipe.fileHandleForWriting.fileDescriptor) == nil)
  }

  @Test func otherErrorsAreReported() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    #expect(FinishOptions.write([1], to: full.fileDescriptor) == "No space left on device")
  }
}

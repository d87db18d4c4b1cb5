import FormTestSupport
import Testing

@testable import FormCLI

/// The program refuses to start without the resources that its libraries cannot do without.
@Suite struct ResourceLimitTests {
  @Test(arguments: ["-n 4", "-n 8", "-n 11", "-n 20", "-v 300000", "-d 100000"])
  func limitThatIsTooLowIsAnError(_ limit: String) throws {
    let folder = try Shell.folder()
    let run = try Shell.run("ulimit \(limit); $formrec verify", in: folder)
    #expect(run.code == 2)
    #expect(run.err.hasPrefix("error: the limit of "), "\(run.err)")
  }

  @Test func memoryIsRequired() throws {
    try ProcessStart.requireMemory(mebibytes: 1)
    #expect(throws: (any Error).self) { try ProcessStart.requireMemory(mebibytes: 1 << 30) }
  }
}

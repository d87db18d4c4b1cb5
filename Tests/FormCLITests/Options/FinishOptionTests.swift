import FormTestSupport
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

  /// The command runs for stored work, whether or not its report can be printed.
  @Test(arguments: ["", " --format json"])
  func theCommandRunsForStoredWork(_ format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      form: people
      fields: [{name: id, type: integer}, {name: name, type: text}]
      ---
      rules: people
      form: people

      """, to: "people.yaml")
    try folder.write("id,name\nx,Ana\n", to: "people.csv")
    try folder.write("id,name,_submission\ny,Bo,1\n", to: "back.csv")
    let finish = "--on-finish 'cat >> reports'\(format)"
    func reports(after line: String, code: Int32) throws -> Int {
      let run = try Shell.run("$formrec \(line)", in: folder)
      #expect(run.code == code, "\(run.err)")
      guard FileManager.default.fileExists(atPath: folder.path("reports")) else { return 0 }
      return try String(contentsOfFile: folder.path("reports"), encoding: .utf8)
        .split(separator: "\n").count
    }
    #expect(
      try reports(
        after: "import people.csv --definitions people.yaml \(finish) > /dev/full", code: 2) == 1)
    // Nothing is stored of a file that was imported before.
    #expect(try reports(after: "import people.csv \(finish)", code: 1) == 1)
    #expect(try reports(after: "correct back.csv \(finish)", code: 2) == 1)
    #expect(try reports(after: "correct back.csv --keep name --dry-run \(finish)", code: 1) == 1)
    #expect(try reports(after: "correct back.csv --keep name \(finish)", code: 1) == 2)
    #expect(try reports(after: "replay \(finish) > /dev/full", code: 2) == 3)
    let atomic = "import more.csv --atomic --max-rejected 0 \(finish)"
    try folder.write("id,name\nz,Cy\n", to: "more.csv")
    #expect(try reports(after: atomic, code: 2) == 3)
  }

  @Test func otherErrorsAreReported() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let reason = FinishOptions.failure(writing: [1], to: full.fileDescriptor)
    #expect(reason == "No space left on device")
    try full.close()
  }
}

import FormTestSupport
import Foundation
import Testing

/// Runs the program in a separate process with a shell.
enum Shell {
  /// The program, which is beside the test bundle.
  private static var program: String {
    get throws {
      let products = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
        .deletingLastPathComponent()
      let program = products.appendingPathComponent("formrec").path
      return try #require(
        FileManager.default.isExecutableFile(atPath: program) ? program : nil,
        "no formrec in \(products.path); swift build makes it")
    }
  }

  /// Runs a shell command in a folder; `$formrec` is the program.
  static func run(
    _ line: String, in folder: TemporaryFolder
  ) throws -> (code: Int32, out: String, err: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder.url
    process.environment = ["formrec": try program, "PATH": "/usr/bin:/bin"]
    for name in ["out", "err"] {
      _ = FileManager.default.createFile(atPath: folder.path(name), contents: nil)
    }
    process.standardOutput = FileHandle(forWritingAtPath: folder.path("out"))
    process.standardError = FileHandle(forWritingAtPath: folder.path("err"))
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: folder.path(name), encoding: .utf8)
    }
    return (process.terminationStatus, try text("out"), try text("err"))
  }

  /// A line that runs a command and writes its output to a pipe whose reader has closed it.
  static func closingPipe(_ command: String) -> String {
    "[ -p pipe ] || mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; \(command) >&4 4>&-; exit $?"
  }

  /// A folder with a form, its rules, and a file of two records, one of which is rejected.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      "form: people\nfields: [{name: id, type: integer}]\n---\nrules: people\nform: people\n",
      to: "people.yaml")
    try folder.write("id\n1\nx\n", to: "people.csv")
    return folder
  }
}

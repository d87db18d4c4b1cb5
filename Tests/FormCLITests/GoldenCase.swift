import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// One folder of `fixtures/cli`: the files that commands work on, their arguments in `args`,
/// `args.2` and so on, one a line, and what they print in `expected.txt`.
///
/// In arguments and outputs `{dir}` stands for a copy of the folder and `{fixtures}` for
/// `fixtures/`, `{digest}` for any SHA-256. `stdin` is what is piped into the first command, `stdin.2` into the second.
struct GoldenCase: CustomTestStringConvertible, Sendable {
  let folder: URL

  var testDescription: String { folder.lastPathComponent }

  static let all: [GoldenCase] = {
    let root = Repository.fixture("cli")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().map { GoldenCase(folder: root.appendingPathComponent($0)) }
  }()

  /// Runs the commands in a copy of the folder.
  ///
  /// - Returns: what is to stand in `expected.txt`.
  func run() throws -> String {
    let copy = try TemporaryFolder(copying: folder)
    var text = ""
    for number in 1... {
      let suffix = number == 1 ? "" : ".\(number)"
      let file = copy.url.appendingPathComponent("args\(suffix)")
      guard let lines = try? String(contentsOf: file, encoding: .utf8) else { break }
      let arguments = lines.split(separator: "\n").map(String.init)
      let input = copy.path("stdin\(suffix)")
      text += "$ formrec \(arguments.joined(separator: " "))\n"
      text += try StandardInputFile.with(input) {
        CommandRun(arguments.map { place($0, in: copy) })
      }.text
    }
    return text.replacing(copy.url.path, with: "{dir}")
      .replacing(Repository.fixture("").path, with: "{fixtures}")
      // Receipts differ from run to run: random bytes are in them.
      .replacing(/\b[0-9a-f]{64}\b/, with: "{digest}")
  }

  private func place(_ argument: String, in copy: TemporaryFolder) -> String {
    argument.replacing("{dir}", with: copy.url.path)
      .replacing("{fixtures}", with: Repository.fixture("").path)
  }
}

/// A command that was run in this process, at a time that stands still.
struct CommandRun {
  let code: Int32
  let out: String
  let err: String

  static let now = Instant(seconds: 1_767_225_600)

  init(_ arguments: [String]) {
    var out: [UInt8] = []
    var err: [UInt8] = []
    code = Clock.$current.withValue({ Self.now }) {
      let console = Console(
        out: {
          out += $0
          return true
        },
        err: {
          err += $0
          return true
        }, columns: 80)
      return CommandLineRunner.run(arguments, console)
    }
    self.out = String(decoding: out, as: UTF8.self)
    self.err = String(decoding: err, as: UTF8.self)
  }

  /// Exit code and outputs, as `expected.txt` has them.
  var text: String {
    "exit code \(code)\n" + (err.isEmpty ? "" : "-- stderr\n\(err)")
      + (out.isEmpty ? "" : "-- stdout\n\(out)") + "\n"
  }
}

/// Puts a file in place of the process's standard input. Commands that read it must not run at the
/// same time.
enum StandardInputFile {
  /// - Parameter path: the file; nothing can be read when it is not there.
  static func with<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    let isThere = FileManager.default.fileExists(atPath: path)
    let file = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: isThere ? path : "/dev/null"))
    let before = dup(0)
    dup2(file.fileDescriptor, 0)
    defer {
      dup2(before, 0)
      close(before)
    }
    return try body()
  }
}

import FormRules
import Foundation

@testable import FormCLI

/// A command that runs in this process with a fixed clock.
struct CommandRun {
  let code: Int32
  let out: String
  /// The output as in a terminal, in order: lines of stderr after `! `, and the exit code if it
  /// is not 0.
  let transcript: String

  static let now = Instant(seconds: 1_767_225_600)

  /// - Parameter environment: The variables; with `TERM`, the streams are a terminal with colours.
  init(_ arguments: [String], _ environment: [String: String] = [:]) {
    let onTerminal = environment["TERM"] != nil
    var out: [UInt8] = []
    var pieces: [(isError: Bool, bytes: [UInt8])] = []
    func add(_ bytes: some Sequence<UInt8>, isError: Bool) {
      if pieces.last?.isError == isError {
        pieces[pieces.count - 1].bytes += bytes
      } else {
        pieces.append((isError, Array(bytes)))
      }
    }
    code = Clock.$current.withValue({ Self.now }) {
      let console = Console(
        out: {
          out += $0
          add($0, isError: false)
          return true
        },
        err: {
          add($0, isError: true)
          return true
        })
      console.showsProgress = onTerminal
      console.outputIsTerminal = onTerminal
      console.usesColours = onTerminal
      console.columns = 80
      return Environment.$replacement.withValue(environment) {
        CommandLineRunner.run(arguments, console)
      }
    }
    self.out = String(decoding: out, as: UTF8.self)
    let shown = pieces.map { Self.shown($0.bytes, isError: $0.isError) }.joined()
    transcript = shown + (code == 0 ? "" : "[exit \(code)]\n")
  }

  private static func shown(_ bytes: [UInt8], isError: Bool) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" {
      lines.removeLast()
    } else {
      lines.append("% no line break at the end")
    }
    return lines.map { isError ? ($0.isEmpty ? "!\n" : "! \($0)\n") : "\($0)\n" }.joined()
  }
}

/// Replaces the standard input of the process by a file. Commands that read it must not run at the
/// same time.
enum StandardInputFile {
  static func with<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    let before = dup(0)
    dup2(file.fileDescriptor, 0)
    defer {
      dup2(before, 0)
      close(before)
    }
    return try body()
  }
}

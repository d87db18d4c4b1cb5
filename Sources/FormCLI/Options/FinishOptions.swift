import ArgumentParser
import FormBytes
import FormRules
import Foundation

/// A command to run when the work is stored, for users without an HTTP service for webhooks.
struct FinishOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      A shell command to run when the work is stored, even if the report cannot be printed. It \
      receives the report as JSON on standard input. Its failure is printed and does not change \
      the exit code.
      """,
      valueName: "command"))
  var onFinish: String?

  /// Prints reports, then runs the command, if there is one, for each report on stored work, and
  /// waits for it. The command runs even if the reports cannot be printed. A failure of it is
  /// reported, but does not change the exit code, because the work itself has succeeded.
  ///
  /// - Parameter stored: The reports on stored work: not on dry runs, refused files, or files that
  ///   were imported before.
  /// - Throws: The error of `printReports` or of the output.
  func run(
    _ stored: [some Encodable], _ console: Console, printReports: () throws -> Void
  ) throws {
    guard let onFinish else { return try printReports() }
    let printed = Result<Void, any Error> {
      try printReports()
      // The output of the command follows.
      try console.flush()
    }
    for report in stored { run(onFinish, for: report, console) }
    try printed.get()
  }

  private func run(_ command: String, for report: some Encodable, _ console: Console) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    let input = Pipe()
    process.standardInput = input
    do {
      try process.run()
    } catch {
      return reportError("could not be started: \(error.localizedDescription)", console)
    }
    let text = Array((report.json.text + "\n").utf8)
    if let reason = Self.failure(writing: text, to: input.fileHandleForWriting.fileDescriptor) {
      reportError("did not receive the report: \(reason)", console)
    }
    // The pipe has no buffer that closing would write.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal {
      reportError("was ended by signal \(status)", console)
    } else if status != 0 {
      reportError("failed with status \(status)", console)
    }
  }

  /// Writes the input of a command. Returns the reason of a failure, but nil if the command does
  /// not read all of its input.
  static func failure(writing text: [UInt8], to descriptor: CInt) -> String? {
    let number = text.write(to: descriptor)
    return number == 0 || number == EPIPE ? nil : String(errno: number)
  }

  /// Reports an error even if notes are suppressed.
  private func reportError(_ what: String, _ console: Console) {
    console.printError("error: the command of --on-finish \(what)")
  }
}

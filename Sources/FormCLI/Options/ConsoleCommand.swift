import ArgumentParser

/// A command that prints optional notes about its work.
protocol VerboseCommand: ConsoleCommand {
  var verbosity: VerbosityOptions { get }
}

/// A command that writes to a console and returns an exit code.
protocol ConsoleCommand: ParsableCommand {
  /// Runs the command.
  ///
  /// - Throws: `RecorderError` for failures, and `OutputError` if the output cannot be written.
  func run(_ console: Console) throws -> ExitCode
}

/// The verbosity of a command.
struct VerbosityOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong, help: "Suppress notes and progress on standard error; print only errors.")
  var quiet = false
}

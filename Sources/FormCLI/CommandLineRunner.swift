import ArgumentParser
import FormRecorder
import FormRules
import Foundation

/// Runs a command line in this process: parses the arguments, runs the command, prints errors, and
/// returns the exit code.
package enum CommandLineRunner {
  /// - Parameter arguments: The arguments without the program's name.
  package static func run(_ arguments: [String], _ console: Console) -> Int32 {
    var errors = ErrorOutput(console: console, isJSON: requestsJSON(arguments))
    do {
      if arguments == ["--version"] {
        // Handled first because scripts call it often, and building the command tree takes a third
        // of the time.
        try console.print(FormrecCommand.configuration.version)
        try console.flush()
        return ExitCode.success.rawValue
      }
      if arguments.count == 2, Set(arguments) == ["--version", "--verbose"] {
        try console.print(VersionReport.text)
        try console.flush()
        return ExitCode.success.rawValue
      }
      var parsed = try parse(arguments)
      guard let command = parsed as? any ConsoleCommand else {
        // For a request for help, or for the root without a command, throws the help.
        try parsed.run()
        return ExitCode.success.rawValue
      }
      errors.command = type(of: command)
      console.isQuiet = (command as? any VerboseCommand)?.verbosity.quiet ?? false
      let code = try command.run(console)
      console.showNotes()
      try console.flush()
      console.clearProgress()
      guard let error = console.changes.receiptError else { return code.rawValue }
      return errors.reportStored(error.text).rawValue
    } catch {
      console.showNotes()
      // If the console could not write, that is the cause of the error that is caught here.
      return errors.report(console.writeError ?? error).rawValue
    }
  }

  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    // The parser shows the root's help for an unknown command.
    if arguments.first == "help" { try requireKnown(arguments.dropFirst().first) }
    // Parsing from the root takes twice as long. Only help and errors need it, because they name
    // both commands.
    let command = FormrecCommand.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    if let command { try RepeatedOptions.refuse(in: arguments, of: command) }
    // Parsing from the root, below, reports the error.
    if let parsed = try? command?.parseAsRoot(Array(arguments.dropFirst())),
      parsed is any ConsoleCommand
    {
      return parsed
    }
    do {
      return try FormrecCommand.parseAsRoot(arguments)
    } catch {
      try requireKnown(arguments.first)
      throw error
    }
  }

  private static func requireKnown(_ command: String?) throws(RecorderError) {
    let known = FormrecCommand.configuration.subcommands.compactMap {
      $0.configuration.commandName
    }
    guard let command, !command.hasPrefix("-"), !(known + ["help"]).contains(command) else {
      return
    }
    let message = String.unknown("command", command, known: known)
    throw RecorderError(
      .usage, message.contains(";") ? message : message + "; see 'formrec --help'")
  }

  /// Whether the arguments request JSON output, even if they cannot be parsed.
  private static func requestsJSON(_ arguments: [String]) -> Bool {
    zip(arguments, arguments.dropFirst() + [""]).contains { option, value in
      ["json", "ndjson"].contains { format in
        option == "--format=\(format)" || option == "--format" && value == format
      }
    }
  }

  /// Runs the command line of the process with its standard streams, and exits.
  package static func main() -> Never {
    let closed = ProcessStart.occupyClosedDescriptors()
    // A closed pipe and an exceeded file-size limit are reported as errors and do not kill the
    // process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // A program that blocks signals while it starts this one passes that on.
    var blocked = sigset_t()
    // Safe because the set outlives the calls.
    unsafe sigfillset(&blocked)
    unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
    let console = Console.standard(closed: closed)
    let code: Int32
    do {
      try ProcessStart.requireResources()
      code = run(try ProcessStart.arguments(), console)
    } catch {
      code = ErrorOutput(console: console, isJSON: false).report(error).rawValue
    }
    if code == ExitCode.brokenPipe.rawValue {
      // Exit like a program that does not handle SIGPIPE.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    exit(code)
  }
}

import ArgumentParser
import FormRecorder
import FormRules
import Foundation

/// Runs a command line in this process: parses the arguments, runs the command, prints errors, and
/// returns the exit code.
package enum CommandLineRunner {
  /// - Parameter arguments: The arguments without the program's name.
  package static func run(_ arguments: [String], _ console: Console) -> Int32 {
    do {
      if arguments == ["--version"] {
        // Handled first because scripts call it often, and building the command tree takes a third
        // of the time.
        try console.out(FormrecCommand.configuration.version)
        try console.flush()
        return ExitCode.success.rawValue
      }
      var parsed = try parse(arguments)
      guard let command = parsed as? any ConsoleCommand else {
        // For a request for help, or for the root without a command, throws the help.
        try parsed.run()
        return ExitCode.success.rawValue
      }
      console.isQuiet = (command as? any VerboseCommand)?.verbosity.quiet ?? false
      let code = try command.run(console)
      try console.flush()
      console.clearProgress()
      guard let failure = console.changes.receiptFailure else { return code.rawValue }
      return reportUnanswered(failure.text, console, asJSON: requestsJSON(arguments))
    } catch {
      // A write error of the console caused any error that is caught here.
      return report(console.failure ?? error, console, asJSON: requestsJSON(arguments))
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
    let message = DefinitionError.unknown("command", command, known: known, at: .none).message
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

  /// Prints an error, as JSON if JSON output is requested.
  private static func report(
    _ error: any Error, _ console: Console, asJSON: Bool = false
  ) -> Int32 {
    func say(_ message: String, _ kind: String) {
      guard asJSON else { return console.err("error: \(message)", .bad("error:")) }
      let error = JSON.object(["kind": .string(kind), "message": .string(message)])
      console.err(JSON.object(["error": error]).text)
    }
    switch error {
    case let error as RecorderError:
      // Output so far is kept. A failure to write it has already been reported.
      try? console.flush()
      say(error.text, error.category)
      if error.reason == .stopped {
        return 128 + (StopSignals.number == 0 ? SIGINT : StopSignals.number)
      }
      return error.isUsage ? 64 : 2
    case let error as OutputError where !console.changes.isEmpty:
      return reportUnanswered(
        "the output could not be written: \(error.reason)", console, asJSON: asJSON)
    case let error as OutputError where error.readerWentAway:
      // The reader, as in `formrec export | head`, has all the output it needs.
      return brokenPipe
    case is OutputError:
      say("\(error)", "failed")
      return 2
    case let code as ExitCode:
      return code.rawValue
    default:
      let text = FormrecCommand.fullMessage(for: error, columns: console.columns)
      let code = FormrecCommand.exitCode(for: error)
      if code == .success {
        do {
          try console.out(text)
          try console.flush()
        } catch {
          return report(error, console)
        }
      } else if asJSON {
        say(FormrecCommand.message(for: error), "usage")
      } else {
        // Error messages start with lowercase "error:".
        let isError = text.hasPrefix("Error: ")
        console.err(isError ? "error: " + text.dropFirst(7) : text, .bad("error:"))
      }
      return code.rawValue
    }
  }

  /// The exit code that shells report for a program killed by SIGPIPE.
  private static let brokenPipe = 128 + SIGPIPE

  /// Reports that changes were stored although the output or a receipt could not be written,
  /// because repeating the command would store them twice.
  private static func reportUnanswered(
    _ message: String, _ console: Console, asJSON: Bool
  ) -> Int32 {
    let events = console.changes.events
    if asJSON {
      console.err(
        JSON.object([
          "error": .object([
            "kind": .string("stored"), "message": .string(message),
            "stored": .array(events.map { .object($0.members) }),
          ])
        ]).text)
      return 2
    }
    console.err("error: \(message); the changes are stored:", .bad("error:"))
    for event in events { console.err("  \(event.action)") }
    if let receipt = console.changes.lastReceipt {
      console.err("  receipt: event \(receipt.event), \(receipt.head)")
    }
    return 2
  }

  /// Runs the command line of the process with its standard streams, and exits.
  package static func main() -> Never {
    let closed = ProcessStart.occupyClosedDescriptors()
    // A closed pipe and an exceeded file-size limit are reported as errors and do not kill the
    // process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let console = Console.standard(closed: closed)
    let code: Int32
    do {
      code = run(try ProcessStart.arguments(), console)
    } catch {
      code = report(error, console)
    }
    if code == brokenPipe {
      // Exit like a program that does not handle SIGPIPE.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    exit(code)
  }
}

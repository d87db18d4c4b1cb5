import ArgumentParser
import FormRecorder
import FormRules

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a command line in this process: parses, runs, prints what went wrong, and answers with the
/// exit code.
package enum CommandLineRunner {
  /// - Parameter arguments: without the program's name.
  package static func run(_ arguments: [String], _ console: Console) -> Int32 {
    do {
      if arguments == ["--version"] {
        // Scripts ask often; finding all commands would be a third of the time.
        try console.out(FormrecCommand.configuration.version)
        try console.flush()
        return ExitCode.success.rawValue
      }
      try requireOnce(arguments)
      var parsed = try parse(arguments)
      guard let command = parsed as? any ConsoleCommand else {
        // A request for help, or the root by itself: throws the help.
        try parsed.run()
        return ExitCode.success.rawValue
      }
      console.isQuiet = (command as? any NotingCommand)?.verbosity.quiet ?? false
      let code = try command.run(console)
      try console.flush()
      console.clearProgress()
      guard let failure = console.changes.receiptFailure else { return code.rawValue }
      return reportUnanswered("\(failure)", console, asJSON: requestsJSON(arguments))
    } catch {
      // Whatever became of it on its way here.
      return report(console.failure ?? error, console, asJSON: requestsJSON(arguments))
    }
  }

  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    // The parser shows the root's help for a command that it does not know.
    if arguments.first == "help" { try requireKnown(arguments.dropFirst().first) }
    // Parsing from the root costs twice as much. Only help and errors need it, because they name both commands.
    let command = FormrecCommand.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
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
    let words = DefinitionError.unknown("command", command, known: known, at: .none).message
    throw RecorderError(.usage, words.contains(";") ? words : words + "; see 'formrec --help'")
  }

  /// Whether rows or reports are wanted as JSON, also by a command line that cannot be parsed.
  private static func requestsJSON(_ arguments: [String]) -> Bool {
    zip(arguments, arguments.dropFirst() + [""]).contains { option, value in
      ["json", "ndjson"].contains { format in
        option == "--format=\(format)" || option == "--format" && value == format
      }
    }
  }

  /// Options of which there can be one only. The parser would take the last one, and nobody would see
  /// that the first was left out.
  private static let singleOptions: [Substring] = [
    "--batch", "--by", "--db", "--form", "--format", "--import", "--reason", "--receipts", "--rule",
    "--rules",
    "--run", "--since", "--source", "--columns", "--range", "--unique", "--repeated", "--hash-key",
    "--now",
  ]

  private static func requireOnce(_ arguments: [String]) throws {
    var seen: Set<Substring> = []
    for argument in arguments.prefix(while: { $0 != "--" }) {
      let name = argument.prefix { $0 != "=" }
      if singleOptions.contains(name), !seen.insert(name).inserted {
        throw ValidationError("\(name) is given twice; one is meant")
      }
    }
  }

  /// Says what went wrong, as JSON to those who asked for JSON.
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
      // What was printed before stays; a broken output has been told of already.
      try? console.flush()
      say("\(error)", error.kind.rawValue)
      switch error.kind {
      case .usage: return 64
      case .failed: return 2
      case .stopped: return 128 + (StopSignals.number == 0 ? SIGINT : StopSignals.number)
      }
    case let error as OutputError where !console.changes.isEmpty:
      return reportUnanswered(
        "the answer could not be written: \(error.reason)", console, asJSON: asJSON)
    case let error as OutputError where error.readerWentAway:
      // `formrec export | head` has shown what was wanted.
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
        // As the other errors begin.
        let isError = text.hasPrefix("Error: ")
        console.err(isError ? "error: " + text.dropFirst(7) : text, .bad("error:"))
      }
      return code.rawValue
    }
  }

  /// What a shell says of a program that a closed pipe has ended.
  private static let brokenPipe = 128 + SIGPIPE

  /// Says that something is stored, and what, although the answer or a receipt could not be written: to do
  /// it again would store it twice.
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
    console.err("error: \(message); all the same it is stored:", .bad("error:"))
    for event in events { console.err("  \(event.action)") }
    if let receipt = console.changes.lastReceipt {
      console.err("  receipt: event \(receipt.event), \(receipt.head)")
    }
    return 2
  }

  /// The same with the process's own arguments and streams; never comes back.
  package static func main() -> Never {
    let closed = ProcessStart.occupyClosedDescriptors()
    // A closed pipe and a file-size limit are errors like others, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    StopSignals.install()
    let console = Console.standard(closed: closed)
    let code: Int32
    do {
      code = run(try ProcessStart.arguments(), console)
    } catch {
      code = report(error, console)
    }
    if code == brokenPipe {
      // As programs end that know nothing of closed pipes.
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    exit(code)
  }
}

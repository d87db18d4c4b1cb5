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
    var onlyShows = false
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
      onlyShows =
        command is Export || command is History || command is List || command is Show
        || command is Rules || command is Audit || command is Dump || command is Diff
      console.isQuiet = (command as? any NotingCommand)?.verbosity.quiet ?? false
      let code = try command.run(console)
      try console.flush()
      console.clearProgress()
      return code.rawValue
    } catch let error as OutputError where error.readerWentAway && onlyShows {
      // `formrec export | head` has shown what was wanted.
      return ExitCode.success.rawValue
    } catch {
      return report(error, console, asJSON: asksForJSON(arguments))
    }
  }

  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    // The parser shows the root's help for a command that it does not know.
    if arguments.first == "help" { try requireKnown(arguments.dropFirst().first) }
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
  private static func asksForJSON(_ arguments: [String]) -> Bool {
    zip(arguments, arguments.dropFirst() + [""]).contains { option, value in
      ["json", "ndjson"].contains { format in
        option == "--format=\(format)" || option == "--format" && value == format
      }
    }
  }

  /// Options of which there can be one only. The parser would take the last one, and nobody would see
  /// that the first was left out.
  private static let singleOptions: [Substring] = [
    "--batch", "--by", "--db", "--form", "--format", "--import", "--reason", "--rule", "--rules",
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

  /// The same with the process's own arguments and streams; never comes back.
  package static func main() -> Never {
    let closed = ProcessStart.occupyClosedDescriptors()
    // A closed pipe and a file-size limit are errors like others, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    umask(0o077)
    StopSignals.install()
    let console = Console.standard(closed: closed)
    do {
      exit(run(try ProcessStart.arguments(), console))
    } catch {
      exit(report(error, console))
    }
  }
}

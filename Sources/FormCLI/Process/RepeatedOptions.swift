import ArgumentParser
import Foundation

/// Refuses options that occur twice. The parser would silently use the last occurrence.
enum RepeatedOptions {
  /// - Parameters:
  ///   - arguments: The arguments of the command line, without the program's name.
  ///   - command: The command that they name.
  /// - Throws: `ValidationError` if an option with a single value occurs more than once.
  static func refuse(
    in arguments: [String], of command: any ParsableCommand.Type
  ) throws {
    var seen: Set<Substring> = []
    let repeated = arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
      .filter { $0.hasPrefix("-") && !seen.insert($0).inserted }
    // Most command lines repeat nothing, and the description of a command takes a while.
    guard !repeated.isEmpty else { return }
    // The parser has no public description of its options; this one is what
    // `--experimental-dump-help` prints, and `RepeatedOptionTests` would notice a change.
    let description = try JSONDecoder().decode(
      Description.self, from: Data(command._dumpHelp().utf8))
    let single = description.command.singleOptions(arguments.dropFirst())
    if let option = repeated.first(where: { single.contains(String($0)) }) {
      throw ValidationError("\(option) may be specified only once")
    }
  }

  /// The parser's description of a command, as JSON.
  private struct Description: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The options with a single value of the command, or of the subcommand that the arguments
    /// name.
    func singleOptions(_ arguments: ArraySlice<String>) -> Set<String> {
      if let subcommand = subcommands?.first(where: { $0.commandName == arguments.first }) {
        return subcommand.singleOptions(arguments.dropFirst())
      }
      let options = (self.arguments ?? []).filter { $0.kind == "option" && !$0.isRepeating }
      return Set(options.flatMap { $0.names ?? [] }.map(\.spelling))
    }
  }

  private struct Argument: Decodable {
    let kind: String
    let isRepeating: Bool
    let names: [Name]?
  }

  private struct Name: Decodable {
    let kind: String
    let name: String

    var spelling: String { kind == "long" ? "--\(name)" : "-\(name)" }
  }
}

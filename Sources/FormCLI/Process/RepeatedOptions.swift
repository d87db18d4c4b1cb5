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
    let options = arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
      .filter { $0.hasPrefix("-") }
    // Most command lines repeat nothing, and the description of a command takes a while.
    guard Set(options).count < options.count else { return }
    // The parser has no public description of its options; this one is what
    // `--experimental-dump-help` prints, and `RepeatedOptionTests` would notice a change.
    let description = try JSONDecoder().decode(
      Description.self, from: Data(command._dumpHelp().utf8))
    let known = description.command.options(arguments.dropFirst())
    let last = Set(known.filter(\.takesRemainingArguments).flatMap(\.spellings))
    let single = Set(known.filter { !$0.isRepeating }.flatMap(\.spellings))
    var seen: Set<String> = []
    let repeated = options.prefix { !last.contains($0) }.first {
      single.contains($0) && !seen.insert($0).inserted
    }
    if let repeated { throw ValidationError("\(repeated) may be specified only once") }
  }

  /// The parser's description of a command, as JSON.
  private struct Description: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Command]?

    /// The options with values of the command, or of the subcommand that the arguments name.
    func options(_ arguments: ArraySlice<String>) -> [Argument] {
      if let subcommand = subcommands?.first(where: { $0.commandName == arguments.first }) {
        return subcommand.options(arguments.dropFirst())
      }
      return (self.arguments ?? []).filter { $0.kind == "option" }
    }
  }

  private struct Argument: Decodable {
    let kind: String
    let isRepeating: Bool
    let parsingStrategy: String
    let names: [Name]?

    var spellings: [String] { (names ?? []).map(\.spelling) }
    var takesRemainingArguments: Bool { parsingStrategy == "allRemainingInput" }
  }

  private struct Name: Decodable {
    let kind: String
    let name: String

    var spelling: String { kind == "long" ? "--\(name)" : "-\(name)" }
  }
}

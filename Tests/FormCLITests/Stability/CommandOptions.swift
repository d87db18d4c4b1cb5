import ArgumentParser

@testable import FormCLI

/// The commands with their options and arguments, which `docs/commands.md` shows.
enum CommandOptions {
  static func items() throws -> Set<String> {
    try items(of: FormrecCommand.self, "formrec").union([
      "formrec --version", "formrec --version --verbose", "formrec --help",
    ])
  }

  private static func items(
    of command: any ParsableCommand.Type, _ path: String
  ) throws -> Set<String> {
    var items: Set<String> = []
    for subcommand in command.configuration.subcommands {
      let name = "\(path) \(subcommand._commandName)"
      items.insert(name)
      let help = CommandRun(
        name.split(separator: " ").dropFirst().map(String.init) + ["--help"]
      ).out
      for line in help.split(separator: "\n") {
        // Such as `  -o, --output <output>  Description`; text continues with more blanks.
        guard let match = line.prefixMatch(of: #/  ((?:-|<)\S.*?)(?:  |$)/#) else { continue }
        let words = match.1.split { $0 == " " || $0 == "," || $0 == "/" }
        for word in words where word.hasPrefix("-") { items.insert("\(name) \(word)") }
        if !match.1.hasPrefix("-") { items.insert("\(name) \(match.1)") }
      }
      items.formUnion(try self.items(of: subcommand, name))
    }
    return items
  }
}

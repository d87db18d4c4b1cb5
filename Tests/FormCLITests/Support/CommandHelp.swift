import ArgumentParser

@testable import FormCLI

/// The help of all commands, which several suites read.
enum CommandHelp {
  /// The names, such as `webhook` and `webhook add`, and the texts.
  static let all = help(of: FormrecCommand.self, [])

  private static func help(
    of command: any ParsableCommand.Type, _ path: [String]
  ) -> [(name: String, text: String)] {
    command.configuration.subcommands.flatMap { subcommand in
      let path = path + [subcommand._commandName]
      let text = CommandRun(path + ["--help"]).out
      return [(path.joined(separator: " "), text)] + help(of: subcommand, path)
    }
  }
}

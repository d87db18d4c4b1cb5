import ArgumentParser
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// What commands print, down to the byte.
@Suite(.serialized) struct GoldenTests {
  @Test(arguments: GoldenCase.all)
  func commandsPrintWhatIsExpected(_ golden: GoldenCase) throws {
    let difference = try Golden.difference(of: try golden.run(), from: golden.file)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// What is no case would never be run.
  @Test func everythingIsACaseOrItsInput() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: GoldenCase.folder.path)
    #expect(names.filter { !$0.hasSuffix(".txt") } == ["files"])
    #expect(GoldenCase.all.count == names.count - 1)
  }

  /// A command that was written but has no example of what it prints is not finished.
  @Test(arguments: FormrecCommand.configuration.subcommands.map { $0._commandName })
  func everyCommandHasACase(_ name: String) {
    #expect(GoldenCase.all.contains { $0.testDescription.hasPrefix("\(name)-") })
  }

  @Test func everyCommandSaysWhatItIsFor() {
    let commands = FormrecCommand.configuration.subcommands
    for command in commands {
      #expect(command.configuration.abstract.hasSuffix("."), "\(command)")
      #expect(command.configuration.discussion.contains("formrec "), "\(command): no example")
    }
    #expect(commands.map { $0._commandName } == commands.map { $0._commandName }.sorted())
  }

  /// `docs/commands.md` is the help of every command.
  @Test func documentedCommands() throws {
    let help = FormrecCommand.configuration.subcommands.map { command in
      let text = CommandRun([command._commandName, "--help"]).out
      return "## \(command._commandName)\n\n```\n\(text)```\n"
    }
    let page = """
      # Commands

      The help of every command; `formrec COMMAND --help` prints the same.

      ```
      \(CommandRun(["--help"]).out)```

      \(help.joined(separator: "\n"))
      """
    try expect(page, inDocument: "commands.md")
  }

  /// `docs/rules.md` is the catalogue of rules.
  @Test func documentedRules() throws {
    try expect(CommandRun(["rules", "--format", "markdown"]).out, inDocument: "rules.md")
  }

  private func expect(_ page: String, inDocument name: String) throws {
    let file = Repository.root.appendingPathComponent("docs/\(name)")
    let difference = try Golden.difference(of: page, from: file)
    #expect(difference == nil, "\(difference ?? "")")
  }
}

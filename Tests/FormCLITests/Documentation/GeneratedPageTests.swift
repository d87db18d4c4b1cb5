import ArgumentParser
import FormRules
import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// The pages that are generated from the commands and rules are up to date.
@Suite struct GeneratedPageTests {
  /// `docs/commands.md` is the help of every command.
  @Test func commandsPageIsUpToDate() throws {
    let help = CommandHelp.all.map { "## \($0.name)\n\n```\n\($0.text)```\n" }
    let page = """
      # Commands

      The help of every command; `formrec COMMAND --help` prints the same.

      ```
      \(CommandRun(["--help"]).out)```

      \(help.joined(separator: "\n"))
      """
    try expect(page, inDocument: "commands.md")
  }

  /// `docs/man/formrec.1` is the same as a manual page.
  @Test func manualPageIsUpToDate() throws {
    func verbatim(_ text: String) -> String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let escaped = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        // A line that begins with a dot or a quote would be a macro.
        return escaped.first == "." || escaped.first == "'" ? "\\&\(escaped)" : String(escaped)
      }
      return ".nf\n\(lines.joined(separator: "\n"))\n.fi"
    }
    let commands = CommandHelp.all.map { name, text in
      ".SS formrec \(name)\n\(verbatim(text.hasSuffix("\n") ? String(text.dropLast()) : text))"
    }
    let status = ExitCode.meanings.map {
      ".TP\n.B \($0.codes.map { "\($0.rawValue)" }.joined(separator: ", "))\n\($0.text)."
    }
    let page = try Repository.text("docs/man/formrec.1.in")
      .replacing("@VERSION@", with: ProgramVersion.number)
      .replacing("@COMMANDS@", with: commands.joined(separator: "\n"))
      .replacing("@EXIT_STATUS@", with: status.joined(separator: "\n"))
    try expect(page, inDocument: "man/formrec.1")
  }

  /// The table of exit codes states the exceptions of a failure in the same words.
  @Test func readmeStatesTheMeaningOfAFailure() throws {
    let page = try Repository.text("README.md")
    let failure = try #require(ExitCode.meanings.first { $0.codes == [.failed] })
    #expect(page.contains("| `2` | \(failure.text) |"))
  }

  /// `docs/rules.md` is the catalogue of rules with the Swift functions that create them.
  @Test func rulesPageIsUpToDate() throws {
    let page = try RuleFactories.added(to: CommandRun(["rules", "--format", "markdown"]).out)
    try expect(page, inDocument: "rules.md")
    let rules = page.components(separatedBy: "\n## ").dropFirst().filter {
      !$0.hasPrefix("Presets\n")
    }
    #expect(rules.filter { !$0.contains("```swift\n.") }.map { $0.prefix(20) } == [])
  }

  @Test func readMeListsTheExitCodes() throws {
    let readMe = try Repository.text("README.md")
    for meaning in ExitCode.meanings {
      let codes = meaning.codes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      #expect(readMe.contains("| \(codes) |"))
    }
  }

  private func expect(_ page: String, inDocument name: String) throws {
    let file = Repository.root.appendingPathComponent("docs/\(name)")
    let difference = try Golden.difference(of: page, from: file)
    #expect(difference == nil, "\(difference ?? "")")
  }
}

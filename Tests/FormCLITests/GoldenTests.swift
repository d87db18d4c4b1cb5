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

  /// `docs/man/formrec.1` is the same as a manual page.
  @Test func documentedManual() throws {
    func verbatim(_ text: String) -> String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let escaped = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        // A dot or quote in front would be a request.
        return escaped.first == "." || escaped.first == "'" ? "\\&\(escaped)" : String(escaped)
      }
      return ".nf\n\(lines.joined(separator: "\n"))\n.fi"
    }
    let commands = FormrecCommand.configuration.subcommands.map { command in
      let name = command._commandName
      let text = CommandRun([name, "--help"]).out
      return
        ".SS formrec \(name)\n\(verbatim(text.hasSuffix("\n") ? String(text.dropLast()) : text))"
    }
    let page = """
      .TH FORMREC 1 "" "formrec \(ProgramVersion.number)" "User Commands"
      .SH NAME
      formrec \\- recorder of form submissions
      .SH SYNOPSIS
      .B formrec
      .I command
      .RI [ arguments ]
      .SH DESCRIPTION
      Records form submissions in one SQLite file: judges every record by versioned rules, keeps all of
      them as they came with their verdicts and errors, says years later why one was refused, and judges
      them again under newer rules.
      .SH COMMANDS
      \(commands.joined(separator: "\n"))
      .SH EXIT STATUS
      .TP
      .B 0
      Done; all accepted, or nothing differs.
      .TP
      .B 1
      Done; something was rejected, differs, or fails verification.
      .TP
      .B 2
      Not done: a file, the database or a definition was in the way. Nothing is half\\-written.
      .TP
      .B 64
      Wrong usage.
      .TP
      .B 130
      Stopped by Ctrl\\-C. The same command resumes an import.
      .SH ENVIRONMENT
      .TP
      .B FORMREC_DB
      The database, unless
      .B \\-\\-db
      names one; else formrec.sqlite in the working directory.
      .TP
      .B FORMREC_LANGUAGE
      The language of messages and headings, such as de.
      .SH FILES
      Beside the database stand, while it is in use, files of its name with
      .BR \\-wal ,
      .B \\-shm
      and
      .BR .lock .
      Copy it with
      .BR "formrec backup" .

      """
    try expect(page, inDocument: "man/formrec.1")
  }

  /// `docs/rules.md` is the catalogue of rules with the Swift functions that create them.
  @Test func documentedRules() throws {
    let page = try RuleFactories.added(to: CommandRun(["rules", "--format", "markdown"]).out)
    try expect(page, inDocument: "rules.md")
    let rules = page.components(separatedBy: "\n## ").dropFirst().filter {
      !$0.hasPrefix("Presets\n")
    }
    #expect(rules.filter { !$0.contains("```swift\n.") }.map { $0.prefix(20) } == [])
  }

  private func expect(_ page: String, inDocument name: String) throws {
    let file = Repository.root.appendingPathComponent("docs/\(name)")
    let difference = try Golden.difference(of: page, from: file)
    #expect(difference == nil, "\(difference ?? "")")
  }
}

import ArgumentParser
import FormTestSupport
import Foundation
import Testing

@testable import FormCLI

/// The output of commands, byte by byte.
@Suite struct GoldenTests {
  @Test(arguments: GoldenCase.all.filter { !$0.readsInput })
  func commandsPrintTheExpectedOutput(_ golden: GoldenCase) throws {
    try expectOutput(golden)
  }

  /// Standard input belongs to the whole process, so these cases do not run at the same time.
  @Test(.serialized, arguments: GoldenCase.all.filter(\.readsInput))
  func commandsReadStandardInput(_ golden: GoldenCase) throws { try expectOutput(golden) }

  private func expectOutput(_ golden: GoldenCase) throws {
    let difference = try Golden.difference(of: try golden.run(), from: golden.file)
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Files with other names would not be run.
  @Test func everyFixtureIsACaseOrItsInput() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: GoldenCase.folder.path)
    #expect(names.filter { !$0.hasSuffix(".txt") } == ["files"])
    #expect(GoldenCase.all.count == names.count - 1)
  }

  /// Each command has an example of its output.
  @Test(arguments: FormrecCommand.configuration.subcommands.map { $0._commandName })
  func everyCommandHasACase(_ name: String) {
    #expect(GoldenCase.all.contains { $0.testDescription.hasPrefix("\(name)-") })
  }

  @Test func everyCommandHasAnAbstractAndAnExample() {
    let commands = FormrecCommand.configuration.subcommands
    for command in commands {
      #expect(command.configuration.abstract.hasSuffix("."), "\(command)")
      #expect(command.configuration.discussion.contains("formrec "), "\(command): no example")
    }
    #expect(commands.map { $0._commandName } == commands.map { $0._commandName }.sorted())
  }
}

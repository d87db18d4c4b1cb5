import ArgumentParser
import Testing

@testable import FormCLI

/// A record of a file by its line.
@Suite struct LineOptionTests {
  @Test(arguments: [
    ("a.csv:1", true), ("C:a:2", true), ("a.csv:0", false), ("a.csv:-1", false), (":1", false),
    ("a.csv", false), ("a.csv:", false),
  ])
  func linesBeginAtOne(text: String, isValid: Bool) {
    #expect(((try? HistoryCommand.parse(["--line", text])) != nil) == isValid)
  }
}

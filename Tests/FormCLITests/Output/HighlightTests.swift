import Testing

@testable import FormCLI

/// The conditions for colours; `terminal-colours.txt` contains their escape sequences.
@Suite struct HighlightTests {
  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
    (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false), ([:], false),
  ])
  func coloursFollowTheEnvironment(_ environment: [String: String], _ expected: Bool) {
    #expect(Highlight.areWanted { environment[$0] } == expected)
  }

  @Test func textFromDataHasNoControlSequences() {
    #expect(!Highlight.bad("a\u{1B}[2Jb").text.unicodeScalars.contains("\u{1B}"))
    #expect(Highlight.good("ok").applied(to: "not here") == "not here")
  }
}

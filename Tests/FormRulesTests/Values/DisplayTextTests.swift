import FormRules
import Testing

@Suite struct DisplayTextTests {
  @Test(arguments: [
    "\u{1B}]0;owned\u{07}", "\u{1B}[2J\u{1B}[1;1H", "\u{1B}]52;c;cm0gLXJm\u{07}",
    "\u{1B}]8;;http://x\u{07}y", "\u{9B}2J", "\rAccepted", "\u{08}\u{08}", "\u{07}", "a\u{202E}b",
    "\u{2066}a\u{2069}", "a\u{200B}b", "\u{FEFF}a", "\u{E0001}", "line1\nlevel=error", "\u{7F}",
    "\u{2028}", "\u{E000}", "a\u{34F}b", "a\u{3164}b", "\u{115F}", "\u{17B4}", "\u{180B}",
    "\u{E0100}", "\u{85}", "\u{90}x\u{9C}", "\u{61C}", "\u{AD}",
  ])
  func controlCharactersAreEscaped(_ text: String) {
    let shown = text.escapedForTerminal
    #expect(
      shown.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
      })
    #expect(shown.contains("\\u{"))
  }

  @Test func ordinaryTextIsUnchanged() {
    for text in ["", "Ana", "Éva", "日本", "a\"b\\c", "👍", "❤️", "%s%n%@"] {
      #expect(text.escapedForTerminal == text)
    }
  }

  @Test func shownTextIsTruncated() {
    #expect(
      String(repeating: "a", count: 81).displayText == String(repeating: "a", count: 80) + "…")
    #expect(String(repeating: "a", count: 80).displayText == String(repeating: "a", count: 80))
  }
}

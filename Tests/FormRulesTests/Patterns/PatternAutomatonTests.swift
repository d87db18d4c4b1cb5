import FormTestSupport
import Testing

@testable import FormRules

/// Compares the automaton with PCRE2, which it replaces.
@Suite(.requiresPCRE2) struct PatternAutomatonTests {
  /// A plain pattern with the results of both engines.
  private struct Pair {
    let mode: Pattern.Mode
    let automaton: ByteAutomaton
    let pattern: Pattern

    init?(_ source: String, _ mode: Pattern.Mode) throws {
      guard let automaton = ByteAutomaton(source, isSearch: mode == .search) else { return nil }
      self.mode = mode
      self.automaton = automaton
      // An empty lookahead changes nothing except that the automaton does not support the pattern.
      pattern = try Pattern("(?=)(?:\(source))", mode: mode)
      try #require(ByteAutomaton(pattern.source, isSearch: false) == nil)
    }

    func expectAgreement(on text: String, _ scratch: PatternScratch) {
      let bytes = Array(text.utf8)
      let answer = pattern.answer(bytes.span, using: scratch)
      #expect(
        answer == .tooComplex || automaton.matches(bytes.span) == (answer == .matches),
        "\(pattern.source) on \(text.debugDescription), \(mode)")
    }
  }

  @Test(arguments: [
    #"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}"#, #"\+[0-9]{7,15}"#, "^[a-z]+$", "a|b|", "(ab|a)(bc|c)?",
    "é+", "[]a]+", "[^]a]", "[a-]", "[-a]", "x{0}", "x{2,3}y*?", ".", #"\D\W\S"#, #"\$\^\."#,
    #"\d{4}-\d\d"#, "", "()", "(ab)*b", "(a|b*)?c", "(?:a|ab)(?:c|bcd)", #"[\w.]+"#, "[$^]",
    #"a\\"#,
  ])
  func saysWhatPCRE2Says(_ pattern: String) throws {
    let texts = [
      "", "a", "b", "ab", "abc", "abcd", "x", "xx", "xxy", "xxxyy", "ana@example.com", "a@b",
      "é", "éé", "e\u{301}", "\n", "a\n", "]", "^", "$", "-", "+4915112345678", "2026-01", "aaab",
      "€ ß\u{1F600}", "$^.", #"a\"#, "\u{85}", "\u{A0}", "\u{2028}", "_", " ", "\u{0B}", "a.b_1",
    ]
    let scratch = PatternScratch()
    for mode in [Pattern.Mode.whole, .search] {
      let pair = try #require(try Pair(pattern, mode), "\(pattern) is plain")
      for text in texts { pair.expectAgreement(on: text, scratch) }
    }
  }

  @Test(arguments: [
    #"(a)\1"#, "a++", "(?i)a", "^a|b$", "a$b", "(?=a)a", "[[:alpha:]]", "[é]", #"\bx"#, #"\x41"#,
    #"\p{L}"#, "a{,3}", "a{2}{3}", "x{201}", "(a|b){150}{2}", "(a+)+$", "(a|aa)+", "(.*)*x",
    "(?:a?){9}", "[a", "(a", "a)", "*a", "a{3,2}",
    "(*UTF)a", #"\Qa\E"#, "[z-a]", #"[a-\d]"#, "(?<n>a)", ".*a.{9}",
  ])
  func leavesTheRestToPCRE2(_ pattern: String) {
    #expect(ByteAutomaton(pattern, isSearch: false) == nil)
  }

  @Test func saysWhatPCRE2SaysOfRandomPatterns() throws {
    var plain = 0
    let scratch = PatternScratch()
    let letters = ["a", "b", "c", "1", "-", "@", ".", "é", "\n", " ", "€"]
    _ = try RandomRounds.run("PatternAutomaton", 400) { random, show in
      let pattern = Self.pattern(depth: 3, &random)
      show(pattern)
      let mode = Bool.random(using: &random) ? Pattern.Mode.whole : .search
      guard let pair = try Pair(pattern, mode) else { return nil }
      plain += 1
      for _ in 0..<20 {
        let text = (0..<Int.random(in: 0...8, using: &random))
          .map { _ in letters.randomElement(using: &random)! }.joined()
        pair.expectAgreement(on: text, scratch)
      }
      return nil
    }
    #expect(plain > 200)
  }

  private static func pattern(depth: Int, _ random: inout SeededGenerator) -> String {
    let atoms = [
      "a", "b", "[ab]", "[^a]", ".", #"\d"#, #"\S"#, "é", "@", #"\."#, "[a-c1]", "-", #"[^\s@]"#,
    ]
    let counts = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "??"]
    return (0..<Int.random(in: 0...3, using: &random)).map { _ in
      var atom = atoms.randomElement(using: &random)!
      if depth > 0, Int.random(in: 0..<4, using: &random) == 0 {
        let inner = pattern(depth: depth - 1, &random)
        let other = pattern(depth: depth - 1, &random)
        atom = ["(\(inner))", "(?:\(inner)|\(other))", "(\(inner)|)"].randomElement(using: &random)!
      }
      return atom + counts.randomElement(using: &random)!
    }.joined()
  }
}

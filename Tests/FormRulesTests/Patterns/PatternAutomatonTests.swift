import FormTestSupport
import Testing

@testable import FormRules

/// Compares the automaton with PCRE2, which it replaces.
@Suite(.requiresPCRE2) struct PatternAutomatonTests {
  /// A plain pattern with the results of both engines.
  private struct Pair {
    let mode: Pattern.Mode
    let automaton: ScalarAutomaton
    let pattern: Pattern

    init?(
      _ source: String, _ mode: Pattern.Mode, ignoresCase: Bool = false, isUnicode: Bool = false
    ) throws {
      let options = PatternSyntaxReader.Options(
        ignoresCase: ignoresCase, isUnicode: isUnicode, usesUnicodeTables: true)
      guard
        let automaton = ScalarAutomaton(source, isSearch: mode == .search, options: options)
      else { return nil }
      self.mode = mode
      self.automaton = automaton
      // An empty lookahead changes nothing except that the automaton does not support the pattern.
      pattern = try Pattern(
        "(?=)(?:\(source))", mode: mode, ignoresCase: ignoresCase, isUnicode: isUnicode)
      try #require(ScalarAutomaton(pattern.source, isSearch: false) == nil)
    }

    func expectAgreement(on text: String, _ scratch: PatternScratch) {
      let bytes = Array(text.utf8)
      let answer = pattern.match(bytes.span, using: scratch)
      #expect(
        answer == .tooComplex || automaton.matches(bytes.span) == (answer == .matches),
        "\(pattern.source) on \(text.debugDescription), \(mode)")
    }
  }

  @Test(arguments: [
    #"[^@\s]+@[^@\s]+\.[A-Za-z]{2,}"#, #"\+[0-9]{7,15}"#, "^[a-z]+$", "a|b|", "(ab|a)(bc|c)?",
    "é+", "[]a]+", "[^]a]", "[a-]", "[-a]", "x{0}", "x{2,3}y*?", ".", #"\D\W\S"#, #"\$\^\."#,
    #"\d{4}-\d\d"#, "", "()", "(ab)*b", "(a|b*)?c", "(?:a|ab)(?:c|bcd)", #"[\w.]+"#, "[$^]",
    #"a\\"#, "[é]+", "[^é]", "[à-ÿa]x?", #"\x41|\x{e9}"#, #"[\x{10000}-\x{10FFFF}]"#, #"\h+\v*"#,
    #"[\H\v]"#, #"\V*"#, "(?i:a)b", "(?s:a.)b?", "(?is:A.)", #"[\f\t]"#, #"(?i:[^k])s"#,
    "[[:alpha:]]x?", "[^[:punct:]a]", "[[:^space:]]", "(?i:[[:upper:]])", #"\N|\a\e"#, #"[\b-\t]"#,
    "(?i:[[:^lower:]])", "[a-b--z]", #"[\d-]"#, #"[[:alpha:]\-z]"#, #"\é"#,
  ])
  func automatonAgreesWithPCRE2(_ pattern: String) throws {
    let texts = [
      "", "a", "b", "ab", "abc", "abcd", "x", "xx", "xxy", "xxxyy", "ana@example.com", "a@b",
      "é", "éé", "e\u{301}", "\n", "a\n", "]", "^", "$", "-", "+4915112345678", "2026-01", "aaab",
      "€ ß\u{1F600}", "$^.", #"a\"#, "A", "Ab", "a\nb", "ab\n", "\u{1F600}", "ÿ", "÷x", " \t\n",
      "ks",
      "\u{212A}s", "\u{10FFFF}", "\u{FFFF}", "\u{180E}\u{2029}", "\u{85}", "\u{A0}", "\u{2028}",
      "_", " ", "\u{0B}", "a.b_1",
    ]
    let scratch = PatternScratch()
    for mode in [Pattern.Mode.whole, .search] {
      let pair = try #require(try Pair(pattern, mode), "\(pattern) is plain")
      for text in texts { pair.expectAgreement(on: text, scratch) }
    }
  }

  @Test(arguments: [
    #"(a)\1"#, "a++", "(?i)a", "^a|b$", "a$b", "(?=a)a", "[[:upper:", #"\bx"#, #"\x4"#, #"\x{4"#,
    #"\x{110000}"#, "(?i:é)", "(?x:a)", #"\R"#, #"[\d-a]"#, #"\p{L}"#, "a{,3}", "a{2}{3}", "x{201}",
    "(a|b){150}{2}", "(a+)+$", "(a|aa)+", "(.*)*x",
    "(?:a?){9}", "[a", "(a", "a)", "*a", "a{3,2}",
    "(*UTF)a", #"\Qa\E"#, "[z-a]", #"[a-\d]"#, "(?<n>a)", ".*a.{9}",
    "[[:alpha:]-z]", "[a-[:digit:]]", #"[\N]"#, #"\x{}"#,
  ])
  func unsupportedPatternsUsePCRE2(_ pattern: String) {
    #expect(ScalarAutomaton(pattern, isSearch: false) == nil)
  }

  @Test(arguments: [
    "a", "[a-c]+", "[^a-c]+", "k|s", "[^k]", "[^s]+", #"\x4b"#, #"[+.\-'\p{L}]"#, #"\p{Nd}a"#,
    "[@-Z]",
    "[^\u{212A}]",
  ])
  func ignoresCaseAsPCRE2(_ pattern: String) throws {
    let texts = [
      "a", "A", "b", "bC", "k", "K", "\u{212A}", "s", "S", "ſ", "é", "É", "1a", "[", "`", "@",
    ]
    let scratch = PatternScratch()
    for mode in [Pattern.Mode.whole, .search] {
      guard let pair = try Pair(pattern, mode, ignoresCase: true) else {
        #expect(pattern.utf8.count > 3, "\(pattern) is plain")
        continue
      }
      for text in texts { pair.expectAgreement(on: text, scratch) }
    }
  }

  /// The tables for builds without PCRE2. The two differ in characters that only one of them knows.
  @Test(arguments: [
    #"\p{L}"#, #"\p{L&}"#, #"\p{Lu}"#, #"\p{Ll}"#, #"\p{Lt}"#, #"\p{Lm}"#, #"\p{Lo}"#, #"\p{M}"#,
    #"\p{Mn}"#, #"\p{Mc}"#, #"\p{Me}"#, #"\p{N}"#, #"\p{Nd}"#, #"\p{Nl}"#, #"\p{No}"#, #"\p{P}"#,
    #"\p{Pc}"#, #"\p{Pd}"#, #"\p{Ps}"#, #"\p{Pe}"#, #"\p{Pi}"#, #"\p{Pf}"#, #"\p{Po}"#, #"\p{S}"#,
    #"\p{Sm}"#, #"\p{Sc}"#, #"\p{Sk}"#, #"\p{So}"#, #"\p{Z}"#, #"\p{Zs}"#, #"\p{Zl}"#, #"\p{Zp}"#,
    #"\p{C}"#, #"\p{Cc}"#, #"\p{Cf}"#, #"\p{Cn}"#, #"\p{Co}"#, #"\p{Any}"#, #"\p{Alphabetic}"#,
    #"\d"#,
    #"\w"#, #"\s"#, #"\pL"#, #"\PL"#, #"\P{Nd}"#, #"\P{^Nd}"#, #"[^\p{L}\d_]"#, #"\h"#, #"\v"#,
  ])
  func tablesAgreeWithPCRE2(_ pattern: String) throws {
    let pair = try #require(try Pair(pattern, .whole, isUnicode: true))
    let unassigned = try Pattern(#"\p{Cn}"#, isUnicode: true)
    let scratch = PatternScratch()
    let set = ScalarSet(["L", "Nd"].flatMap { ScalarSet.property($0)?.ranges ?? [] })
    var scalars = Set<UInt32>(0...0x2FF)
    for range in set.ranges {
      scalars.formUnion([range.lowerBound, range.upperBound, range.upperBound + 1])
    }
    for scalar in stride(from: UInt32(0x300), to: ScalarSet.last, by: 97) { scalars.insert(scalar) }
    for scalar in scalars.compactMap(Unicode.Scalar.init) {
      let bytes = Array(String(scalar).utf8)
      // U+0295 is a letter of another kind since Unicode 16.
      if unassigned.match(bytes.span, using: scratch) == .matches || scalar == "\u{295}"
        || scalar.properties.generalCategory == .unassigned
      {
        continue
      }
      pair.expectAgreement(on: String(scalar), scratch)
    }
  }

  @Test func automatonAgreesWithPCRE2OnRandomPatterns() throws {
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
      "[é€]",
      "[^é]", "(?i:A)", #"\p{L}"#, #"\x{20ac}"#,
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

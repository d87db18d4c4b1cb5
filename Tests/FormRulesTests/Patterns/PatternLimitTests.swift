import Testing

@testable import FormRules

/// Catastrophic patterns are aborted, and ordinary ones are not. If matching does not stop, the
/// test exceeds its time limit.
@Suite(.requiresPCRE2) struct PatternLimitTests {
  private func answer(
    _ pattern: String, _ text: String, _ mode: Pattern.Mode
  ) throws -> Pattern.Outcome {
    let bytes = Array(text.utf8)
    // Only PCRE2 supports look-ahead.
    return try Pattern("(?=)(?:\(pattern))", mode: mode).match(bytes.span, using: PatternScratch())
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "(a+)+$", "(a*)*[bc]", "(a|aa)+$", "(.*)*[xy]", "(a|a)*[bc]", "(\\w+\\s?)*$", ".*.*.*[xy]",
      #"(.+)\1+[xy]"#, #"(.+)(.+)\1\2[xy]"#, #"(?=(a+))\1*[bc]"#, "(a(?1)?[bc])+[xy]",
      "(a|(?R)a)+[xy]", "([a-z]+\\d?)+[@#]", "(?<=a{3})a*[bc]", "(?:a{1,100}){1,100}[bc]",
      "[a-z]*[a-z]*[a-z]*[a-z]*[0-9]", "(a?){200}a{200}[bc]", "(?:(?:a|b)*c?)*[de]", "a+[bc]",
    ])
  func catastrophicPatternsAreAborted(_ pattern: String) throws {
    for mode in [Pattern.Mode.search, .whole] {
      for length in [4_000, 65_535] {
        let text = String(repeating: "a", count: length) + "!"
        let answer = try answer(pattern, text, mode)
        #expect(answer != .matches)
        if mode == .search { #expect(answer == .tooComplex, "\(length)") }
      }
    }
    #expect(try answer("(a+)+$", String(repeating: "a", count: 40) + "!", .whole) == .tooComplex)
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      (#"[\w ,.]+"#, "word ", ""), (#"(?:\w+[ ,.]?)+"#, "word ", ""), (".*foo.*", "a", "foo"),
      (#"(?s).*\bend\b.*"#, "ab ", "end"), (#"(\w+ )*\w+"#, "word ", "word"),
      (#"^\s*(.*?)\s*$"#, " a", ""), ("(\"[^\"]*\"|[^\"])*", "a\"b\"", ""),
      ("(?:(?!END).)*END", "ab", "END"), ("^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$", "aB", "1"),
      ("(?s).*(error|warning|fatal)", "a b ", "fatal"),
    ])
  func ordinaryPatternsMatchLongTexts(_ pattern: String, _ piece: String, _ end: String) throws {
    let count = (65_536 - end.utf8.count) / piece.utf8.count
    let text = String(repeating: piece, count: count) + end
    #expect(try answer(pattern, text, .whole) == .matches)
  }

  @Test func backreferencesMatchShortTexts() throws {
    let words = String(repeating: "some words and more ", count: 20)
    #expect(try answer(#"\b(\w+) \1\b"#, words + "twice twice", .search) == .matches)
    #expect(try answer(#"\b(\w+) \1\b"#, words, .search) == .differs)
    #expect(try answer(#"(['"]).*\1"#, "'" + words + "'", .whole) == .matches)
  }
}

/// Requires text that consists only of letters.
struct AlphaRule: AlphabetRule {
  static let name = "alpha"
  static let acceptsDigits = false
  static let documentation = RuleDocumentation(
    "The text consists of letters of ASCII, of every script, or of a language.",
    discussion: """
      The letters of a language are the main and auxiliary exemplar characters of Unicode CLDR \
      (release 47): the letters of its own words, and those of common loan words and names, so \
      `sv` accepts Linn\u{E9}. A letter followed by a combining accent counts as the accented \
      letter. For a language that has its own script, all letters and marks of the script are \
      accepted. Names of people contain letters of other languages, spaces, hyphens and \
      apostrophes: use `unicode` and `ignore` for them, or no such rule. The rule `characters` \
      counts characters and supports other sets.
      """,
    mainParameter: "alphabet",
    types: ["text"],
    parameters: Alphabet.parameters,
    codes: [.init("alpha.other", "{label} must consist of letters.")],
    examples: [
      .init(accepts: ["abc", "Z"], rejects: ["a1", "a b", "Zo\u{EB}", "_", "abc\n", "\u{FF21}"]),
      .init(
        "unicode", accepts: ["Zo\u{EB}", "\u{4E2D}\u{6587}", "e\u{301}"], rejects: ["a\u{661}"]),
      .init(
        "de-AT", accepts: ["Gr\u{F6}\u{DF}e", "\u{C4}rger"], rejects: ["\u{141}\u{F3}d\u{17A}"]),
      .init("sv", accepts: ["Linn\u{E9}", "Linne\u{301}"], rejects: ["\u{159}eka"]),
      .init("lt", accepts: ["\u{117}", "e\u{307}"], rejects: ["\u{1E61}", "s\u{307}"]),
      .init(
        "uk", accepts: ["\u{41A}\u{438}\u{457}\u{432}"], rejects: ["I", "\u{41A}i\u{457}\u{432}"]),
      .init("ku", accepts: ["Kurd\u{EE}"], rejects: ["\u{6A9}\u{648}\u{631}\u{62F}\u{6CC}"]),
      .init(["ignore": ["space", "-"]], accepts: ["a-b c"], rejects: ["a.b", " - "]),
    ])

  let alphabet: Alphabet
}

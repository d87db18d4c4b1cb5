/// Requires letters and nothing else.
struct AlphaRule: Rule {
  static let name = "alpha"
  static let documentation = RuleDocumentation(
    "The text consists of letters, of every script or of a language.",
    discussion: """
      The letters of a language are the main and auxiliary exemplar characters of Unicode CLDR \
      (release 47): those that its words are written with, and those of common loan words and names, \
      so `sv` takes Linn\u{E9}. A letter and an accent count as the letter with that accent. A language \
      with a script to itself has all letters and marks of the script. People's names are written \
      with letters of other languages, blanks, hyphens and apostrophes: they need `unicode` and \
      `ignore`, or no such rule. The rule `characters` counts, and knows other sets.
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
      .init(
        "uk", accepts: ["\u{41A}\u{438}\u{457}\u{432}"], rejects: ["I", "\u{41A}i\u{457}\u{432}"]),
      .init("ku", accepts: ["Kurd\u{EE}"], rejects: ["\u{6A9}\u{648}\u{631}\u{62F}\u{6CC}"]),
      .init(["ignore": ["space", "-"]], accepts: ["a-b c"], rejects: ["a.b", " - "]),
    ])

  private let alphabet: Alphabet

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    alphabet = try Alphabet(parameters, hasDigits: false)
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    alphabet.spells(text) ? .passes : .fails("alpha.other")
  }
}

extension RuleEntry {
  /// The text consists of letters: ASCII, `unicode`, or those of a language such as `de`.
  public static func alpha(alphabet: String? = nil, ignore: [Characters]? = nil) -> RuleEntry {
    RuleEntry(
      AlphaRule.self, Alphabet.alphabet(alphabet), Alphabet.ignore(ignore))
  }
}

/// Requires letters and nothing else.
struct AlphaRule: Rule {
  static let name = "alpha"
  static let documentation = RuleDocumentation(
    "The text consists of letters, of every script or of a language.",
    discussion: """
      The letters of a language are those of Unicode CLDR. People's names are written with letters \
      of other languages, blanks, hyphens and apostrophes: they need `unicode` and `ignore`, or no \
      such rule. The rule `characters` counts, and knows other sets.
      """,
    mainParameter: "alphabet",
    types: ["text"],
    parameters: Alphabet.parameters,
    codes: [.init("alpha.other", "{label} must consist of letters.")],
    examples: [
      .init(accepts: ["abc", "Z"], rejects: ["a1", "a b", "Zo\u{EB}", "_", "abc\n", "\u{FF21}"]),
      .init(
        "unicode", accepts: ["Zo\u{EB}", "\u{4E2D}\u{6587}", "e\u{301}"], rejects: ["a\u{661}"]),
      .init("de-AT", accepts: ["Gr\u{F6}\u{DF}e", "\u{C4}rger"], rejects: ["\u{E9}t\u{E9}"]),
      .init("tr", accepts: ["\u{131}\u{130}"], rejects: ["wax"]),
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

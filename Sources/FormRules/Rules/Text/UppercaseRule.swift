/// Requires text without lowercase letters.
struct UppercaseRule: CaseRule {
  static let name = "uppercase"
  static let refused = CharacterClass.NamedSet.lower
  static let documentation = RuleDocumentation(
    "The text contains no lowercase letters.",
    discussion: """
      Lowercase letters are those of the Unicode category Ll, of every script. Digits, punctuation \
      and letters without case are accepted.
      """,
    types: ["text"],
    codes: [.init("uppercase", "{label} must not contain small letters.")],
    examples: [
      .init(
        accepts: ["ABC", "A1 !", "\u{C9}", "\u{4E2D}", "42"],
        rejects: ["aBC", "ABc", "\u{E9}", "\u{DF}", "\u{3C3}"])
    ])
}

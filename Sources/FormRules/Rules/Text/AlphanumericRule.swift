/// Requires text that consists only of letters and digits.
struct AlphanumericRule: AlphabetRule {
  static let name = "alphanumeric"
  static let acceptsDigits = true
  static let documentation = RuleDocumentation(
    "The text consists of letters and digits of ASCII, of every script, or of a language.",
    discussion: """
      The letters of a language are those of `alpha`; the digits are those of ASCII and, if the \
      language has its own, those too. With `unicode`, all numbers are accepted, including ½ and \
      Ⅷ. The rule `characters` counts characters and supports other sets.
      """,
    mainParameter: "alphabet",
    types: ["text"],
    parameters: Alphabet.parameters,
    codes: [.init("alphanumeric.other", "{label} must consist of letters and digits.")],
    examples: [
      .init(accepts: ["abc1", "42"], rejects: ["a_1", "a b", "Zo\u{EB}", "1.5", "\u{661}"]),
      .init("unicode", accepts: ["Zo\u{EB}1", "\u{661}"], rejects: ["a-1"]),
      .init(
        "ar", accepts: ["\u{623}\u{628}\u{62A}\u{661}", "\u{628}1"], rejects: ["abc", "\u{6F1}"]),
    ])

  let alphabet: Alphabet
}

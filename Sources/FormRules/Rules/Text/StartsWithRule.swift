/// Requires a text that begins with one of several texts.
struct StartsWithRule: AffixRule {
  static let name = "startsWith"
  static let isSuffix = false
  static let documentation = Affixes.documentation(
    name, "The text begins with one of several texts.",
    message: "{label} must begin with one of: {values}.",
    examples: [
      .init("foo", accepts: ["foo", "foobar"], rejects: ["barfoo", "FOObar", "fo", "f"]),
      .init(
        ["values": ["http://", "\u{C4}"], "ignoreCase": "true"],
        accepts: ["HTTP://a", "\u{C4}b"], rejects: ["\u{E4}b", "https://a"]),
    ])

  let affixes: Affixes
}

extension DeclaredRule {
  /// The text begins with one of the given texts.
  public static func startsWith(_ values: String..., ignoreCase: Bool? = nil) -> Self {
    Self(StartsWithRule.self, Affixes.values(values), Affixes.ignoreCase(ignoreCase))
  }
}

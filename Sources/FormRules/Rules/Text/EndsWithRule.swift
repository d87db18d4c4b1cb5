/// Requires a text that ends with one of several texts.
struct EndsWithRule: AffixRule {
  static let name = "endsWith"
  static let isSuffix = true
  static let documentation = Affixes.documentation(
    name, "The text ends with one of several texts.",
    message: "{label} must end with one of: {values}.",
    examples: [
      .init("foo", accepts: ["foo", "barfoo"], rejects: ["foobar", "barFOO", "oo", "o"]),
      .init(
        ["values": [".jpg", ".png"], "ignoreCase": "true"], accepts: ["a.JPG", ".png"],
        rejects: ["a.jpeg", "png"]),
    ])

  let affixes: Affixes
}

extension DeclaredRule {
  /// The text ends with one of the given texts.
  public static func endsWith(_ values: String..., ignoreCase: Bool? = nil) -> Self {
    Self(EndsWithRule.self, Affixes.values(values), Affixes.ignoreCase(ignoreCase))
  }
}

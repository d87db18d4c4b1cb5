/// Requires a text that begins with one of several texts.
struct StartsWithRule: Rule {
  static let name = "startsWith"
  static let documentation = RuleDocumentation(
    "The text begins with one of several texts.",
    discussion: "Texts are compared byte by byte; `ignoreCase` ignores the case of ASCII letters.",
    mainParameter: "values",
    types: ["text"],
    parameters: [Affixes.values, Affixes.ignoreCase],
    codes: [.init("startsWith", "{label} must begin with one of: {values}.")],
    examples: [
      .init("foo", accepts: ["foo", "foobar"], rejects: ["barfoo", "FOObar", "fo", "f"]),
      .init(
        ["values": ["http://", "\u{C4}"], "ignoreCase": "true"],
        accepts: ["HTTP://a", "\u{C4}b"], rejects: ["\u{E4}b", "https://a"]),
    ])

  private let affixes: Affixes
  var arguments: [MessageArgument] { [affixes.summary] }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    affixes = try Affixes(parameters)
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    affixes.begin(text) ? .passes : .fails("startsWith")
  }
}

extension RuleProtocol {
  /// The text begins with one of the given texts.
  public static func startsWith(_ values: String..., ignoreCase: Bool? = nil) -> Self {
    Self(
      StartsWithRule.self, Affixes.values(values), Affixes.ignoreCase(ignoreCase))
  }
}

/// Requires a text that ends with one of several texts.
struct EndsWithRule: Rule {
  static let name = "endsWith"
  static let documentation = RuleDocumentation(
    "The text ends with one of several texts.",
    discussion: "Texts are compared byte by byte; `ignoreCase` ignores the case of ASCII letters.",
    mainParameter: "values",
    types: ["text"],
    parameters: [Affixes.values, Affixes.ignoreCase],
    codes: [.init("endsWith", "{label} must end with one of: {values}.")],
    examples: [
      .init("foo", accepts: ["foo", "barfoo"], rejects: ["foobar", "barFOO", "oo", "o"]),
      .init(
        ["values": [".jpg", ".png"], "ignoreCase": "true"], accepts: ["a.JPG", ".png"],
        rejects: ["a.jpeg", "png"]),
    ])

  private let affixes: Affixes
  var arguments: [MessageArgument] { [affixes.summary] }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    affixes = try Affixes(parameters)
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    affixes.end(text) ? .passes : .fails("endsWith")
  }
}

extension RuleProtocol {
  /// The text ends with one of the given texts.
  public static func endsWith(_ values: String..., ignoreCase: Bool? = nil) -> Self {
    Self(
      EndsWithRule.self, Affixes.values(values), Affixes.ignoreCase(ignoreCase))
  }
}

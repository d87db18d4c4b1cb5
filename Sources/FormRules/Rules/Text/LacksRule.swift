/// Forbids substrings of a text, or items of a list.
struct LacksRule: Rule {
  static let name = "lacks"
  static let documentation = RuleDocumentation(
    "The text contains none of several substrings; the list contains none of several items.",
    discussion: """
      An empty list always passes. Comparison is byte by byte: é as one code point differs from e \
      followed by a combining accent.
      """,
    mainParameter: "values",
    types: ["text", "list"],
    parameters: [ContentSearch.values, ContentSearch.ignoreCase.reversed],
    codes: [.init("lacks.found", "{label} must not contain {values}.")],
    examples: [
      .init(["http:", "www."], accepts: ["a text"], rejects: ["see http://x", "www.x"]),
      .init(
        ["values": "SPAM", "ignoreCase": "true"], accepts: ["spa m"], rejects: ["no Spam here"]),
      .init(["a", "b"], type: .list(), accepts: ["c,ab", "c"], rejects: ["c,b", "a"]),
    ])

  private let search: ContentSearch

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    search = try ContentSearch(parameters)
  }

  var arguments: [MessageArgument] { [search.summary] }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    search.findsAny(text, record) ? .fails("lacks.found") : .passes
  }
}

extension DeclaredRule {
  /// The text contains none of the given substrings; a list contains none of the given items.
  public static func lacks(_ values: String..., ignoreCase: Bool? = nil) -> Self {
    Self(LacksRule.self, ContentSearch.values(values), ContentSearch.ignoreCase(ignoreCase))
  }
}

/// Requires substrings of a text, or items of a list.
struct ContainsRule: Rule {
  static let name = "contains"
  static let times = Parameter<Int>(
    "times", effect: .stricterIfGreater,
    "The minimum number of non-overlapping occurrences of each value.", in: 1...Int.max,
    default: 1)

  static let documentation = RuleDocumentation(
    "The text contains substrings; the list contains items.",
    discussion: """
      All values must occur. Comparison is byte by byte: é as one code point differs from e \
      followed by a combining accent.
      """,
    mainParameter: "values",
    types: ["text", "list"],
    parameters: ContentSearch.parameters + [times],
    codes: [.init("contains.missing", "{label} must contain {values}.")],
    examples: [
      .init("foo", accepts: ["foo", "a foo b"], rejects: ["fo", "FOO", "f oo"]),
      .init(
        ["values": ["A", "b"], "ignoreCase": "true"], accepts: ["ab", "Ba"], rejects: ["a", "x"]),
      .init(["values": "aa", "times": 2], accepts: ["aaaa", "aa aa"], rejects: ["aaa"]),
      .init(["a", "b"], type: .list(), accepts: ["b,c,a"], rejects: ["a,c", "ab"]),
      .init(["values": "x", "times": 2], type: .list(), accepts: ["x,x"], rejects: ["x,y"]),
    ])

  private let search: ContentSearch
  private let times: Int

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    search = try ContentSearch(parameters)
    times = try parameters[Self.times]
  }

  var arguments: [MessageArgument] { [search.summary] }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    search.findsAll(text, record, times: times) ? .passes : .fails("contains.missing")
  }
}

extension DeclaredRule {
  /// The text contains all given substrings; a list contains all given items.
  ///
  /// - Parameters:
  ///   - values: The substrings or items; none may be empty for a text.
  ///   - ignoreCase: Whether to ignore the case of ASCII letters.
  ///   - times: The minimum number of non-overlapping occurrences of each value; the default is 1.
  public static func contains(
    _ values: String..., ignoreCase: Bool? = nil, times: Int? = nil
  ) -> Self {
    Self(
      ContainsRule.self, ContentSearch.values(values), ContentSearch.ignoreCase(ignoreCase),
      ContainsRule.times(times))
  }
}

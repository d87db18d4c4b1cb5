/// Requires text without white space at its ends.
struct TrimmedRule: TextRule {
  static let name = "trimmed"
  static let at = Parameter<RuleEntry.TrimmedEnd>(
    "at", effect: .words([["both"], ["start", "end"]]),
    "The end to check: `both`, `start` or `end`.", default: .both)

  static let documentation = RuleDocumentation(
    "The text neither begins nor ends with white space.",
    discussion: """
      White space is what `trim: true` removes: Unicode's White_Space, and the zero-width \
      characters U+180E, U+200B, U+2060 and U+FEFF. On a field that is trimmed, this rule always \
      passes.
      """,
    types: ["text"],
    parameters: [at],
    codes: [.init("trimmed", "{label} must not begin or end with a blank.")],
    examples: [
      .init(
        accepts: ["a", "a b", "a\tb", "\u{E9}"],
        rejects: [
          " a", "a ", "\ta", "a\n", "\u{A0}a", "a\u{3000}", "\u{200B}a", "a\u{2060}", " ",
          "\u{FEFF}a",
        ]),
      .init(["at": "start"], accepts: ["a "], rejects: [" a"]),
      .init(["at": "end"], accepts: [" a"], rejects: ["a "]),
    ])

  private let end: RuleEntry.TrimmedEnd

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    end = try parameters[Self.at]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let range = text.trimmedRange
    if end != .end, range.lowerBound > 0 { return .fails("trimmed") }
    if end != .start, range.upperBound < text.count {
      return .fails("trimmed")
    }
    return .passes
  }
}

extension RuleEntry {
  /// The end of the text that must not be white space.
  public enum TrimmedEnd: String, ParameterValue, CaseIterable, Sendable {
    /// Both ends.
    case both
    /// The start.
    case start
    /// The end.
    case end
  }
}

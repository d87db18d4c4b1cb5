/// Requires the code of a currency (ISO 4217).
struct CurrencyCodeRule: TextRule {
  static let name = "currencyCode"
  static let form = Parameter<RuleEntry.CurrencyForm>(
    "form", effect: .unknown, "`alpha` (EUR) or `numeric` (978).", default: .alpha)

  static let documentation = RuleDocumentation(
    "The text is the code of a currency (ISO 4217).",
    discussion: """
      The current codes, including those of metals, funds and tests (XTS). Symbols such as € and \
      withdrawn codes are not accepted; list them in `also`.
      """,
    mainParameter: "form",
    types: ["text"],
    parameters: [form] + CodeSpelling.parameters,
    codes: [.init("currencyCode.unknown", "{label} must be a currency's code such as {example}.")],
    examples: [
      .init(
        accepts: ["EUR", "USD", "XAU"], rejects: ["eur", "\u{20AC}", "BTC", "DEM", "EU", "978"]),
      .init("numeric", accepts: ["978", "008"], rejects: ["EUR", "8", "000"]),
      .init(
        ["ignoreCase": "true", "also": "BTC"], accepts: ["eur", "btc"], rejects: ["eth"]),
    ])

  private let form: RuleEntry.CurrencyForm
  private let spelling: CodeSpelling

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    form = try parameters[Self.form]
    spelling = try CodeSpelling(parameters)
  }

  var arguments: [MessageArgument] {
    [MessageArgument("example", form == .alpha ? "EUR" : "978")]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let isKnown =
      form == .alpha
      ? ISOCodes.currencies.contains(text, ignoresCase: spelling.ignoresCase)
      : ISOCodes.currencyNumbers.contains(text)
    return isKnown || spelling.also.contains(text) ? .passes : .fails("currencyCode.unknown")
  }
}

extension RuleEntry {
  /// Forms of a currency code (ISO 4217).
  public enum CurrencyForm: String, ParameterValue, CaseIterable, Sendable {
    /// Three letters (EUR), or three digits (978).
    case alpha, numeric
  }
}

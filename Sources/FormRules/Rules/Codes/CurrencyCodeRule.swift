/// Requires the code of a currency (ISO 4217).
struct CurrencyCodeRule: Rule {
  static let name = "currencyCode"
  static let form = Parameter<RuleEntry.CurrencyForm>(
    "form", "`alpha` (EUR) or `numeric` (978).", default: .alpha)
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", "Whether lowercase letters are accepted too.")
  static let also = Parameter<[String]?>("also", "Additional codes that are accepted.")

  static let documentation = RuleDocumentation(
    "The text is the code of a currency (ISO 4217).",
    discussion: """
      The current codes, including those of metals, funds and tests (XTS). Symbols such as € and \
      withdrawn codes are not accepted; list them in `also`.
      """,
    mainParameter: "form",
    types: ["text"],
    parameters: [form, ignoreCase, also],
    codes: [.init("currencyCode.unknown", "{label} must be a currency's code such as {example}.")],
    examples: [
      .init(
        accepts: ["EUR", "USD", "XAU"], rejects: ["eur", "\u{20AC}", "BTC", "DEM", "EU", "978"]),
      .init("numeric", accepts: ["978", "008"], rejects: ["EUR", "8", "000"]),
      .init(
        ["ignoreCase": "true", "also": "BTC"], accepts: ["eur", "btc"], rejects: ["eth"]),
    ])

  private typealias Form = RuleEntry.CurrencyForm

  private let form: Form
  private let ignoresCase: Bool
  private let also: ByteStringSet

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    form = try parameters[Self.form]
    ignoresCase = try parameters[Self.ignoreCase]
    also = ByteStringSet(
      try parameters[Self.also]?.map { Array($0.utf8) } ?? [], ignoresCase: ignoresCase)
  }

  var arguments: [MessageArgument] {
    [MessageArgument("example", form == .alpha ? "EUR" : "978")]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    let isKnown =
      form == .alpha
      ? ISOCodes.currencies.contains(text, ignoresCase: ignoresCase)
      : ISOCodes.currencyNumbers.contains(text)
    return isKnown || also.contains(text) ? .passes : .fails("currencyCode.unknown")
  }
}

extension RuleProtocol {
  /// The text is the code of a currency (ISO 4217).
  ///
  /// - Parameters:
  ///   - form: The form of the code; the default is `.alpha`.
  ///   - ignoreCase: Whether lowercase letters are accepted too.
  ///   - also: Additional codes that are accepted.
  public static func currencyCode(
    form: RuleEntry.CurrencyForm? = nil, ignoreCase: Bool? = nil, also: [String]? = nil
  ) -> Self {
    Self(
      CurrencyCodeRule.self, CurrencyCodeRule.form(form), CurrencyCodeRule.ignoreCase(ignoreCase),
      CurrencyCodeRule.also(also))
  }
}

extension RuleEntry {
  /// Forms of a currency code (ISO 4217).
  public enum CurrencyForm: String, ParameterValue, CaseIterable, Sendable {
    /// Three letters (EUR), or three digits (978).
    case alpha, numeric
  }
}

/// Requires a currency's code.
struct CurrencyCodeRule: Rule {
  static let name = "currencyCode"
  static let documentation = RuleDocumentation(
    "The text is the code of a currency (ISO 4217).",
    discussion: """
      The codes in use, those of metals, funds and for testing (XTS) among them. Signs such as € and \
      codes that have been withdrawn are not taken; put them into `also`.
      """,
    mainParameter: "form",
    types: ["text"],
    parameters: [
      .choice("form", "`alpha` (EUR) or `numeric` (978).", usual: RuleEntry.CurrencyForm.alpha),
      .flag("ignoreCase", "Whether lower case is taken too."),
      .texts("also", "More codes that are taken."),
    ],
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
    form = try parameters.choice("form")
    ignoresCase = try parameters.flag("ignoreCase")
    also = ByteStringSet(
      try parameters.texts("also")?.map { Array($0.utf8) } ?? [], ignoresCase: ignoresCase)
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

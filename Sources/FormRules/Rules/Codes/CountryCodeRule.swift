/// Requires the code of a country (ISO 3166-1).
struct CountryCodeRule: TextRule {
  static let name = "countryCode"
  static let form = Parameter<RuleEntry.CountryForm>(
    "form", effect: .words([["alpha2", "alpha3", "numeric"], ["any"]]),
    "`alpha2` (DE), `alpha3` (DEU), `numeric` (276) or `any`.", default: .alpha2)

  static let documentation = RuleDocumentation(
    "The text is the code of a country (ISO 3166-1).",
    discussion: """
      The officially assigned codes: \(ISOCodes.countries2.count) countries and territories. List \
      user-assigned codes such as XK in `also`.
      """,
    mainParameter: "form",
    types: ["text"],
    parameters: [form] + CodeSpelling.parameters,
    codes: [.init("countryCode.unknown", "{label} must be a country's code such as {example}.")],
    examples: [
      .init(accepts: ["DE", "GB", "US"], rejects: ["UK", "XK", "de", "DEU", "276", "D", "AA"]),
      .init("alpha3", accepts: ["DEU"], rejects: ["DE", "GER"]),
      .init("numeric", accepts: ["276", "004"], rejects: ["4", "000", "DE"]),
      .init(
        ["form": "any", "ignoreCase": "true", "also": "XK"], accepts: ["de", "Deu", "276", "xk"],
        rejects: ["XX"]),
    ])

  private let form: RuleEntry.CountryForm
  private let spelling: CodeSpelling

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    form = try parameters[Self.form]
    spelling = try CodeSpelling(parameters)
  }

  var arguments: [MessageArgument] {
    [MessageArgument("example", form == .alpha3 ? "DEU" : form == .numeric ? "276" : "DE")]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    isKnown(text) || spelling.also.contains(text) ? .passes : .fails("countryCode.unknown")
  }

  private func isKnown(_ text: Span<UInt8>) -> Bool {
    switch form {
    case .alpha2: return ISOCodes.countries2.contains(text, ignoresCase: spelling.ignoresCase)
    case .alpha3: return ISOCodes.countries3.contains(text, ignoresCase: spelling.ignoresCase)
    case .numeric: return ISOCodes.countryNumbers.contains(text)
    case .any:
      return ISOCodes.countries2.contains(text, ignoresCase: spelling.ignoresCase)
        || ISOCodes.countries3.contains(text, ignoresCase: spelling.ignoresCase)
        || ISOCodes.countryNumbers.contains(text)
    }
  }
}

extension RuleEntry {
  /// Forms of a country code (ISO 3166-1).
  public enum CountryForm: String, ParameterValue, CaseIterable, Sendable {
    /// Two letters (DE), three letters (DEU), three digits (276), or any of these.
    case alpha2, alpha3, numeric, any
  }
}

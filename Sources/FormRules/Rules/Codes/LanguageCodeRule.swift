/// Requires a language's code.
struct LanguageCodeRule: Rule {
  static let name = "languageCode"
  static let form = Parameter<RuleEntry.LanguageForm>(
    "form", "`alpha2` (de), `alpha3` (deu) or `any`.", default: .alpha2)
  static let ignoreCase = Parameter<Bool>("ignoreCase", "Whether upper case is taken too.")

  static let documentation = RuleDocumentation(
    "The text is the code of a language (ISO 639).",
    discussion: """
      Two letters are a code of ISO 639-1. Three letters are one of ISO 639-2, in its terms (deu) or \
      bibliographic (ger) form, of ISO 639-3, which has one for every language, or of ISO 639-5, \
      which has some for families.
      """,
    mainParameter: "form",
    types: ["text"],
    parameters: [form, ignoreCase],
    codes: [.init("languageCode.unknown", "{label} must be a language's code such as {example}.")],
    examples: [
      .init(accepts: ["de", "en", "zh"], rejects: ["DE", "xx", "deu", "d", "english"]),
      .init("alpha3", accepts: ["deu", "ger", "cmn"], rejects: ["de", "xyz"]),
      .init(["form": "any", "ignoreCase": "true"], accepts: ["DE", "Deu"], rejects: ["xx"]),
    ])

  private typealias Form = RuleEntry.LanguageForm

  private let form: Form
  private let ignoresCase: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    form = try parameters[Self.form]
    ignoresCase = try parameters[Self.ignoreCase]
  }

  var arguments: [MessageArgument] {
    [MessageArgument("example", form == .alpha3 ? "deu" : "de")]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    if form != .alpha3, ISOCodes.languages2.contains(text, ignoresCase: ignoresCase) {
      return .passes
    }
    if form != .alpha2, ISOCodes.languages3.contains(text, ignoresCase: ignoresCase) {
      return .passes
    }
    return .fails("languageCode.unknown")
  }
}

extension RuleEntry {
  /// The text is the code of a language (ISO 639).
  public static func languageCode(
    form: LanguageForm? = nil, ignoreCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      LanguageCodeRule.self, LanguageCodeRule.form(form), LanguageCodeRule.ignoreCase(ignoreCase))
  }

  /// Forms of a language's code: de, deu, or either.
  public enum LanguageForm: String, ParameterValue, CaseIterable, Sendable {
    /// See above, in this order.
    case alpha2, alpha3, any
  }
}

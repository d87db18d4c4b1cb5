/// Requires a language's code.
struct LanguageCodeRule: Rule {
  static let name = "languageCode"
  static let documentation = RuleDocumentation(
    "The text is the code of a language (ISO 639).",
    discussion: """
      Two letters are a code of ISO 639-1. Three letters are one of ISO 639-2, in its terms (deu) or \
      bibliographic (ger) form, of ISO 639-3, which has one for every language, or of ISO 639-5, \
      which has some for families.
      """,
    mainParameter: "form",
    types: ["text"],
    parameters: [
      .choice(
        "form", "`alpha2` (de), `alpha3` (deu) or `any`.", usual: RuleEntry.LanguageForm.alpha2),
      .flag("ignoreCase", "Whether upper case is taken too."),
    ],
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
    form = try parameters.choice("form")
    ignoresCase = try parameters.flag("ignoreCase")
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

/// Requires the code of a language (ISO 639).
struct LanguageCodeRule: TextRule {
  static let name = "languageCode"
  static let form = Parameter<RuleEntry.LanguageForm>(
    "form", effect: .words([["alpha2", "alpha3"], ["any"]]),
    "`alpha2` (de), `alpha3` (deu) or `any`.", default: .alpha2)
  static let ignoreCase = Parameter<Bool>(
    "ignoreCase", effect: .looserIfTrue, "Whether uppercase letters are accepted too.")

  static let documentation = RuleDocumentation(
    "The text is the code of a language (ISO 639).",
    discussion: """
      Two-letter codes are those of ISO 639-1. Three-letter codes are those of ISO 639-2, in \
      terminological (deu) or bibliographic (ger) form, of ISO 639-3, which covers all languages, \
      and of ISO 639-5, which covers language families.
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

  private let form: RuleEntry.LanguageForm
  private let ignoresCase: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    form = try parameters[Self.form]
    ignoresCase = try parameters[Self.ignoreCase]
  }

  var arguments: [MessageArgument] {
    [MessageArgument("example", form == .alpha3 ? "deu" : "de")]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
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
  /// Forms of a language code (ISO 639).
  public enum LanguageForm: String, ParameterValue, CaseIterable, Sendable {
    /// Two letters (de), three letters (deu), or either.
    case alpha2, alpha3, any
  }
}

/// Requires a BIC (SWIFT code), the code of a bank (ISO 9362).
struct BICRule: TextRule {
  static let name = "bic"
  static let countries = Parameter<[String]?>(
    "countries", effect: .onlyListed(), "The accepted countries, as ISO 3166 codes.",
    whenAbsent: "all")
  static let branch = Parameter<RuleEntry.Presence>(
    "branch", effect: .presence, "Whether the branch code is `optional`, `required` or `none`.",
    default: .optional)
  static let lowerCase = Parameter<Bool>(
    "lowerCase", effect: .looserIfTrue, "Whether lowercase letters are accepted.")
  static let digits = Parameter<Bool>(
    "digits", effect: .looserIfTrue, "Whether digits are accepted in the first four characters.")

  static let documentation = RuleDocumentation(
    "The text is a BIC (SWIFT code), the code of a bank.",
    discussion: """
      Four letters, two letters for the country, two letters or digits, and optionally three for a \
      branch (ISO 9362). The standard of 2014 permits digits among the first four characters, but \
      none have been assigned, so they are accepted only with `digits: true`. The country must be \
      one of ISO 3166, or XK.
      """,
    mainParameter: "countries",
    types: ["text"],
    parameters: [countries, branch, lowerCase, digits],
    codes: [
      .init(
        "bic.invalid",
        "{label} must be a BIC{example, select, absent {} other {, such as {example}}}."),
      .init("bic.country", "{label} is a BIC of a country that is not accepted."),
    ],
    examples: [
      .init(
        accepts: ["DEUTDEFF", "DEUTDEFF500", "NEDSZAJJXXX", "UNCRIT2B912", "AAAAXKAA"],
        rejects: [
          "DEUTDEF", "DEUTDEFF5", "DEUTDEFF50", "DEUTDEFF5000", "DEUTXXFF", "DEUT1EFF", "deutdeff",
          "D3UTDEFF", "DEUT DEFF", "DEUTDEFF\n",
        ]),
      .init(["DE", "FR"], accepts: ["DEUTDEFF"], rejects: ["UNCRIT2B912"], code: "bic.country"),
      .init(["branch": "required"], accepts: ["DEUTDEFF500"], rejects: ["DEUTDEFF"]),
      .init(["branch": "none"], accepts: ["DEUTDEFF"], rejects: ["DEUTDEFF500"]),
      .init(
        ["lowerCase": "true", "digits": "true"], accepts: ["deutdeff", "D3UTDEFF"],
        rejects: ["deutxxff"]),
    ])

  private let countries: ISOCodes?
  private let branch: RuleEntry.Presence
  private let acceptsLowerCase, acceptsDigits: Bool

  let samples: [[String]]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let texts = try parameters[Self.countries]
    if texts?.isEmpty == true {
      throw parameters.error("requires a country", .missing(nil), at: Self.countries)
    }
    if let wrong = texts?.first(where: { !Self.isCountry(Array($0.utf8).span) }) {
      throw parameters.error("'\(wrong)' is not a country of ISO 3166", at: Self.countries)
    }
    countries = texts.map { ISOCodes($0.joined(), width: 2) }
    let banks = ["DEUTDEFF", "BARCGB22"] + (texts ?? []).map { "BANK\($0)22" }
    samples = [banks, banks.map { $0 + "500" }]
    branch = try parameters[Self.branch]
    acceptsLowerCase = try parameters[Self.lowerCase]
    acceptsDigits = try parameters[Self.digits]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let code = CompactText(text, acceptsLowerCase: acceptsLowerCase),
      code.count == 8 && branch != .required || code.count == 11 && branch != .forbidden,
      acceptsDigits || code.isLetters(0..<4),
      Self.isCountry(text.extracting(4..<6), ignoresCase: acceptsLowerCase)
    else { return .fails("bic.invalid") }
    guard let countries else { return .passes }
    return countries.contains(text.extracting(4..<6), ignoresCase: acceptsLowerCase)
      ? .passes : .fails("bic.country")
  }

  private static func isCountry(_ text: Span<UInt8>, ignoresCase: Bool = false) -> Bool {
    ISOCodes.countries2.contains(text, ignoresCase: ignoresCase)
      || kosovo.contains(text, ignoresCase: ignoresCase)
  }

  /// Banks use this code for Kosovo; ISO 3166 leaves it to users.
  private static let kosovo = ISOCodes("XK", width: 2)
}

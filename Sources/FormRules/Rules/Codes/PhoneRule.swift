/// Requires a phone number.
struct PhoneRule: TextRule {
  static let name = "phone"
  static let country = Parameter<[String]?>(
    "country", effect: .given(.looserIfMore),
    "The country, or a list of countries, as ISO 3166-1 codes of two or three letters, or `any`.",
    whenAbsent: "any")
  static let format = Parameter<RuleEntry.PhoneFormat?>(
    "format", effect: .given(.words([["e164", "international", "national"], ["any"]])),
    "`e164` (+ and digits only), `international` (with + or 00), "
      + "`national` (as dialled within the country), or `any` of these.",
    whenAbsent: "international; any if countries are given")
  static let type = Parameter<RuleEntry.PhoneType>(
    "type", effect: .words([["mobile", "fixed"], ["any"]]), "The kind of number.", default: .any)
  static let separators = Parameter<Bool?>(
    "separators", effect: .given(.looserIfTrue),
    "Whether spaces, hyphens, dots, slashes and parentheses are accepted between digits.",
    whenAbsent: "true; false for e164")
  static let extensionParameter = Parameter<Bool>(
    "extension", effect: .looserIfTrue,
    "Whether an extension may follow, as in +1 650-253-0000 ext. 12, x12, #12 or ;ext=12.")
  static let profile = Parameter<RuleEntry.PhoneProfile>(
    "profile", effect: .unknown, "How strict the check is.", default: .valid)

  static let documentation = RuleDocumentation(
    "The text is a phone number.",
    discussion: """
      The profile `valid` checks the numbers of 245 countries and of international services \
      against the metadata of Google's libphonenumber: calling codes (ITU-T E.164), lengths, area \
      codes, ranges of each kind, and prefixes dialled within a country. `shape` ignores \
      countries: it accepts 6 to 15 digits after `+` or `00`. Neither profile checks whether the \
      number is in service. Numbers written with letters are not accepted.
      """,
    mainParameter: "country",
    types: ["text"],
    parameters: [country, format, type, separators, extensionParameter, profile],
    codes: [
      .init(
        "phone.invalid",
        "{label} must be a phone number{country, plural, =0 {} other { of {country}}}."),
      .init(
        "phone.type",
        "{label} must be a {type, select, mobile {mobile} other {fixed-line}} phone number."),
    ],
    examples: [
      .init(
        accepts: [
          "+49 30 123456", "+1 650-253-0000", "+44 (20) 7946 0018",
          "+31 (0)10 408 1775", "+33.1.23.45.67.89",
          "0041 44 668 18 00", "+80012345678", "+393123456789",
        ],
        rejects: [
          "030 123456", "+49", "+1 650 253 000", "+1 555 555 5555", "+44 20 7946 0018 x7", "49301",
          "+999123456789", "++49 30 123456", "+49 30 123456 ", "+ 49 30 123456", "+49 (30 123456",
          "+49 30) 123456", "+49    30 123456", "\u{FF0B}49 30 123456", "+1-800-FLOWERS", "0", "+",
          String(repeating: "1", count: 1000),
        ]),
      .init(
        "DE", accepts: ["030 123456", "0151/23456789", "+49 30 123456", "0049 30 123456"],
        rejects: ["+43 1 5811650", "0000", "+49 0 30 123456", "(0)49 30"]),
      .init(
        ["country": ["GBR", "US"], "type": "mobile"], accepts: ["07400 123456", "+44 7400 123456"],
        rejects: ["+44 20 7946 0018", "0121 234 5678"], code: "phone.type"),
      .init(
        ["format": "e164"], accepts: ["+4930123456"],
        rejects: ["+49 30 123456", "004930123456", "4930123456"]),
      .init(
        ["country": "AR", "format": "national"],
        accepts: ["011 15-2345-6789", "11 2345-6789"], rejects: ["+54 9 11 2345 6789", "15"]),
      .init(
        ["country": "any", "format": "national"], accepts: ["030 123456"],
        rejects: ["1", "+49 30 123456"]),
      .init(
        ["country": "US", "extension": "true"],
        accepts: [
          "650-253-0000", "650-253-0000 ext. 12", "+1 650 253 0000 x1234567", "6502530000#1",
          "+1-650-253-0000;ext=12", "650-253-0000, Ext 12", "(650) 253-0000 extension 12",
        ],
        rejects: [
          "650-253-0000 ext.", "ext. 12", "650-253-0000 ext. 12345678", "650-253-0000 e 12",
          "650-253-0000 x12 x13", "650-253-0000 x 1 2",
        ]),
      .init(
        ["profile": "shape", "separators": "false"],
        accepts: ["+123456", "00123456789012345"],
        rejects: ["+12345", "+1234567890123456", "123456", "+12 3456"]),
    ])

  private let countries: [PhoneNumbers.Country]
  private let format: RuleEntry.PhoneFormat
  private let kind: RuleEntry.PhoneType
  private let acceptsSeparators, acceptsExtension: Bool
  private let profile: RuleEntry.PhoneProfile

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    countries = try parameters.countries(Self.country) { code in
      PhoneNumbers.shared.countries.first { $0.code == code }
    }
    format = try parameters[Self.format] ?? (countries.isEmpty ? .international : .any)
    kind = try parameters[Self.type]
    profile = try parameters[Self.profile]
    acceptsExtension = try parameters[Self.extensionParameter]
    acceptsSeparators = try parameters[Self.separators] ?? (format != .e164)
    if format == .e164, acceptsSeparators {
      throw parameters.error("e164 has no separators; say international", at: Self.separators)
    }
    guard profile == .shape else { return }
    if !countries.isEmpty || kind != .any {
      throw parameters.error("shape knows no countries and types", at: Self.profile)
    }
    if format != .e164, format != .international {
      throw parameters.error("shape goes with e164 and international", at: Self.format)
    }
  }

  var arguments: [MessageArgument] {
    [
      MessageArgument("type", kind.rawValue),
      MessageArgument("country", alternatives: countries.map(\.code)),
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let end = acceptsExtension ? PhoneText.end(beforeExtensionOf: text) : text.count
    guard let number = PhoneText(text.extracting(0..<end), acceptsSeparators: acceptsSeparators)
    else {
      return .fails("phone.invalid")
    }
    if profile == .shape {
      return isShaped(number) ? .passes : .fails("phone.invalid")
    }
    let kinds = kinds(number)
    if kinds.isEmpty { return .fails("phone.invalid") }
    return kinds.isDisjoint(with: kind.kinds) ? .fails("phone.type") : .passes
  }

  /// Whether the number has 6 to 15 digits after the international prefix.
  private func isShaped(_ number: PhoneText) -> Bool {
    let start = number.hasPlus ? 0 : 2
    guard number.hasPlus || format != .e164 && hasExitCode(number) else { return false }
    return (6...15).contains(number.digits.count - start) && number.digits[start] != 0
  }

  /// Whether the number begins with 00, which most countries use for +.
  private func hasExitCode(_ number: PhoneText) -> Bool {
    number.digits.count > 2 && number.digits[0] == 0 && number.digits[1] == 0
  }

  private func kinds(_ number: PhoneText) -> PhoneNumbers.Kinds {
    let digits = number.digits
    if number.hasPlus { return format == .national ? [] : international(number, from: 0) }
    if format == .e164 { return [] }
    if format != .national, hasExitCode(number) {
      let kinds = international(number, from: 2)
      if !kinds.isEmpty { return kinds }
    }
    if format == .international { return [] }
    let numbers = PhoneNumbers.shared
    var kinds: PhoneNumbers.Kinds = []
    for country in countries.isEmpty ? numbers.countries : countries {
      kinds.formUnion(numbers.kinds(national: digits, in: country))
      // The result can no longer change.
      if !kinds.isDisjoint(with: kind.kinds) { return kinds }
    }
    // Spreadsheets treat the + as the sign of a number and remove it.
    return format == .any ? kinds.union(international(number, from: 0)) : kinds
  }

  private func international(_ number: PhoneText, from start: Int) -> PhoneNumbers.Kinds {
    let kinds = international(number.digits, from: start)
    guard kinds.isEmpty, let digits = number.withoutTrunkZero else { return kinds }
    return international(digits, from: start)
  }

  private func international(_ digits: PackedDigits, from start: Int) -> PhoneNumbers.Kinds {
    let numbers = PhoneNumbers.shared
    if countries.isEmpty { return numbers.kinds(international: digits, from: start) }
    var kinds: PhoneNumbers.Kinds = []
    for country in countries {
      kinds.formUnion(numbers.kinds(international: digits, from: start, in: country))
    }
    return kinds
  }
}

extension RuleEntry.PhoneType {
  fileprivate var kinds: PhoneNumbers.Kinds {
    switch self {
    case .mobile: .mobile
    case .fixed: .fixed
    case .any: .any
    }
  }
}

extension DeclaredRule {
  /// The text is a phone number.
  ///
  /// - Parameters:
  ///   - countries: ISO 3166-1 codes of two or three letters; the default is any country.
  ///   - format: The notation; the default is `.international`, or `.any` if countries are given.
  ///   - type: The kind of number; the default is any.
  ///   - separators: Whether spaces, hyphens, dots, slashes and parentheses are accepted between
  ///     digits; the default is true, except for `.e164`.
  ///   - acceptsExtension: Whether an extension may follow.
  ///   - profile: How strict the check is; the default is `.valid`.
  public static func phone(
    countries: [String]? = nil, format: RuleEntry.PhoneFormat? = nil,
    type: RuleEntry.PhoneType? = nil, separators: Bool? = nil,
    extension acceptsExtension: Bool? = nil, profile: RuleEntry.PhoneProfile? = nil
  ) -> Self {
    Self(
      PhoneRule.self, PhoneRule.country(countries), PhoneRule.format(format), PhoneRule.type(type),
      PhoneRule.separators(separators), PhoneRule.extensionParameter(acceptsExtension),
      PhoneRule.profile(profile))
  }
}

extension RuleEntry {
  /// Notations of a phone number.
  public enum PhoneFormat: String, ParameterValue, CaseIterable, Sendable {
    /// + and digits only.
    case e164
    /// With + or 00 before the calling code.
    case international
    /// As dialled within the country.
    case national
    /// Any of these.
    case any
  }

  /// Kinds of phone numbers.
  public enum PhoneType: String, ParameterValue, CaseIterable, Sendable {
    /// A mobile phone, a fixed line, or either.
    case mobile, fixed, any
  }

  /// How strictly a phone number is checked.
  public enum PhoneProfile: String, ParameterValue, CaseIterable, Sendable {
    /// By the numbering plans of the countries.
    case valid
    /// By the number of digits only.
    case shape
  }
}

// Numbers and codes that somebody gives out.
extension RuleEntry {
  /// The text is the number of a payment card.
  public static func paymentCard(
    types: [PaymentCardType]? = nil, luhn: Bool? = nil, strip: CardStrip? = nil,
    ranges: [CardRange]? = nil
  ) -> RuleEntry {
    RuleEntry(
      PaymentCardRule.self,
      [
        "types": ParameterList(types), "luhn": luhn, "strip": strip,
        "ranges": ParameterList(ranges),
      ])
  }

  /// The text is the month until which a card is valid, and that month is not over.
  public static func cardExpiry(format: String? = nil, years: Int? = nil) -> RuleEntry {
    RuleEntry(CardExpiryRule.self, ["format": format, "years": years])
  }

  /// The text is a phone number.
  public static func phone(
    countries: [String]? = nil, format: PhoneFormat? = nil, type: PhoneType? = nil,
    separators: Bool? = nil, extension takesExtension: Bool? = nil, profile: PhoneProfile? = nil
  ) -> RuleEntry {
    RuleEntry(
      PhoneRule.self,
      [
        "country": ParameterList(countries), "format": format, "type": type,
        "separators": separators, "extension": takesExtension, "profile": profile,
      ])
  }

  /// The text is a postcode of one of the countries; `any` means every country known.
  public static func postcode(_ countries: String...) -> RuleEntry {
    RuleEntry(PostcodeRule.self, ["country": ParameterList(countries)])
  }

  /// The text is an IBAN.
  public static func iban(
    countries: [String]? = nil, notCountries: [String]? = nil, registered: Bool? = nil,
    spaces: Bool? = nil, lowerCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      IbanRule.self,
      [
        "countries": ParameterList(countries), "notCountries": ParameterList(notCountries),
        "registered": registered, "spaces": spaces, "lowerCase": lowerCase,
      ])
  }

  /// The text is a BIC (SWIFT code).
  public static func bic(
    countries: [String]? = nil, branch: Presence? = nil, lowerCase: Bool? = nil,
    digits: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      BicRule.self,
      [
        "countries": ParameterList(countries), "branch": branch, "lowerCase": lowerCase,
        "digits": digits,
      ])
  }

  /// The text is a VAT number.
  public static func vat(
    countries: [String]? = nil, prefix: Presence? = nil, checksum: Bool? = nil,
    separators: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      VatRule.self,
      [
        "countries": ParameterList(countries), "prefix": prefix, "checksum": checksum,
        "separators": separators,
      ])
  }

  /// The text is an ISBN.
  public static func isbn(
    version: ISBNVersion? = nil, checksum: Bool? = nil, label: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(IsbnRule.self, ["version": version, "checksum": checksum, "label": label])
  }

  /// The text is an ISSN.
  public static func issn(hyphen: Presence? = nil, lowerCase: Bool? = nil) -> RuleEntry {
    RuleEntry(IssnRule.self, ["hyphen": hyphen, "lowerCase": lowerCase])
  }

  /// The text is an EAN, UPC or other number of a trade item.
  public static func ean(lengths: [Int]? = nil, checksum: Bool? = nil) -> RuleEntry {
    RuleEntry(EanRule.self, ["lengths": ParameterList(lengths), "checksum": checksum])
  }

  /// The text is an ISIN, the number of a security.
  public static var isin: RuleEntry { RuleEntry("isin") }

  /// The text is an IMEI, the number of a mobile device.
  public static func imei(separators: Bool? = nil) -> RuleEntry {
    RuleEntry(ImeiRule.self, ["separators": separators])
  }

  /// The text is a number whose last digit is Luhn's check digit.
  public static func luhn(
    separators: Bool? = nil, ignore: [Characters]? = nil, from: LuhnEnd? = nil
  ) -> RuleEntry {
    RuleEntry(
      LuhnRule.self, ["separators": separators, "ignore": ParameterList(ignore), "from": from])
  }

  /// The text is the code of a country (ISO 3166-1).
  public static func countryCode(
    form: CountryForm? = nil, ignoreCase: Bool? = nil, also: [String]? = nil
  ) -> RuleEntry {
    RuleEntry(
      CountryCodeRule.self, ["form": form, "ignoreCase": ignoreCase, "also": ParameterList(also)])
  }

  /// The text is the code of a currency (ISO 4217).
  public static func currencyCode(
    form: CurrencyForm? = nil, ignoreCase: Bool? = nil, also: [String]? = nil
  ) -> RuleEntry {
    RuleEntry(
      CurrencyCodeRule.self, ["form": form, "ignoreCase": ignoreCase, "also": ParameterList(also)])
  }

  /// The text is the code of a language (ISO 639).
  public static func languageCode(
    form: LanguageForm? = nil, ignoreCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(LanguageCodeRule.self, ["form": form, "ignoreCase": ignoreCase])
  }

  /// The text is a language tag, such as de-AT (BCP 47).
  public static func locale(underscore: Bool? = nil) -> RuleEntry {
    RuleEntry(LocaleRule.self, ["underscore": underscore])
  }
}

extension PaymentCardType: ParameterValue {}

extension RuleEntry {
  /// What may stand beside a card's digits.
  public enum CardStrip: String, ParameterValue, CaseIterable, Sendable {
    /// Single spaces and hyphens between them.
    case separators
    /// Anything.
    case nonDigits
    /// Nothing.
    case nothing = "none"
  }

  /// Cards of one type, in a table in place of the program's.
  public struct CardRange: ParameterValue, Sendable {
    let parameterNode: DefinitionNode

    func fits(_ type: ParameterType) -> Bool { type == .mapping }

    /// Numbers of a type: prefixes and numbers of digits, single ones or ranges such as `51-55`.
    public init(_ type: PaymentCardType, prefixes: [String], lengths: [String]) {
      parameterNode = [
        "type": .text(type.rawValue),
        "prefixes": DefinitionNode(.sequence(prefixes.map { .text($0) })),
        "lengths": DefinitionNode(.sequence(lengths.map { .text($0) })),
      ]
    }
  }

  /// The end from which every second digit counts twice.
  public enum LuhnEnd: String, ParameterValue, CaseIterable, Sendable {
    /// The left end, as some programs have it.
    case left
    /// The right end (ISO/IEC 7812-1).
    case right
  }

  /// How a phone number is written.
  public enum PhoneFormat: String, ParameterValue, CaseIterable, Sendable {
    /// + and digits only.
    case e164
    /// Behind + or 00.
    case international
    /// As it is dialled within the country.
    case national
    /// Any of these.
    case any
  }

  /// What a phone number reaches.
  public enum PhoneType: String, ParameterValue, CaseIterable, Sendable {
    /// A mobile phone, a fixed line, or either.
    case mobile, fixed, any
  }

  /// How far a phone number is looked at.
  public enum PhoneProfile: String, ParameterValue, CaseIterable, Sendable {
    /// By the country's numbering plan.
    case valid
    /// By the number of its digits.
    case shape
  }

  /// Versions of an ISBN.
  public enum ISBNVersion: String, ParameterValue, CaseIterable, Sendable {
    /// Ten digits.
    case ten = "10"
    /// Thirteen digits.
    case thirteen = "13"
    /// Either.
    case any
  }

  /// Forms of a country's code: DE, DEU, 276, or any of them.
  public enum CountryForm: String, ParameterValue, CaseIterable, Sendable {
    /// See above, in this order.
    case alpha2, alpha3, numeric, any
  }

  /// Forms of a currency's code: EUR or 978.
  public enum CurrencyForm: String, ParameterValue, CaseIterable, Sendable {
    /// See above, in this order.
    case alpha, numeric
  }

  /// Forms of a language's code: de, deu, or either.
  public enum LanguageForm: String, ParameterValue, CaseIterable, Sendable {
    /// See above, in this order.
    case alpha2, alpha3, any
  }
}

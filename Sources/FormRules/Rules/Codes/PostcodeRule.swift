/// Requires a postcode of one of several countries.
struct PostcodeRule: TextRule {
  static let name = "postcode"
  static let country = Parameter<[String]?>(
    "country", effect: .onlyListed(orAll: "any"),
    "The country, or a list of countries, as ISO 3166-1 codes of two or three letters, or `any`.")

  static let documentation = RuleDocumentation(
    "The text has the format of a postcode of a country.",
    discussion: """
      The table has \(Postcodes.shared.countries.count) countries, each with the formats and \
      ranges of its postcodes, based on the addressing guides of the Universal Postal Union and \
      Google's libaddressinput. Letters may be of either case; a space between the parts is \
      optional. The rule does not check whether a postcode is assigned. `any` accepts a postcode \
      of any country, which is hardly more than a check for four or five digits: name countries \
      where possible.
      """,
    mainParameter: "country",
    types: ["text"],
    parameters: [country],
    codes: [
      .init(
        "postcode.invalid",
        "{label} must be a postcode{country, plural, =0 {} other { of {country}}}.")
    ],
    examples: [
      .init(
        "GB",
        accepts: [
          "SW1A 1AA", "sw1a1aa", "M1 1AE", "B33 8TH", "CR2 6XH", "GIR 0AA", "BFPO 1234",
          "W1A 0AX", "EC1A 1BB", "CM0 7AA", "DN55 1PT", "N1C 4AG", "SE1P 5LX", "ZE1 0AA",
        ],
        rejects: [
          "SW1A  1AA", "SW1A 1A", "SW1A-1AA", "1A1 1AA", "SW1A 1AC", " M1 1AE", "\n", "XX1 1AA",
          "A1I 1AA", "A1 1AA", "M0 1AA", "M01 1AA", "AB0 1AA", "M1A 1AA", "W1I 0AX", "EC1C 1BB",
          "EC5A 1BB", "B3A 8TH", "QQ1 1AA", "SW2A 1AA", "YO001 1AA",
        ]),
      .init(
        "DEU", accepts: ["01067", "99998"],
        rejects: ["00999", "1067", "010670", "D-01067", "\u{FF10}1067"]),
      .init(
        ["US", "CAN"], accepts: ["90210", "90210-1234", "K1A 0B1", "k1a-0b1"],
        rejects: ["9021", "90210-123", "90210-", "K1A 0D1", "D1A 0B1"]),
      .init("NL", accepts: ["1012 AB", "1012ab"], rejects: ["0012 AB", "1012 SS", "1012 S"]),
      .init(
        "IE", accepts: ["D02 AF30", "D6W XY00"], rejects: ["D02 AF3", "B02 AF30", "D4W 1234"]),
      .init("CO", accepts: ["190001", "050010"], rejects: ["120001"]),
      .init("FR", accepts: ["75001", "00200", "98000"], rejects: ["96000", "99000", "7500"]),
      .init("PW", accepts: ["96939", "96940 1234"], rejects: ["96941"]),
      .init("SE", accepts: ["114 55", "SE-11455"], rejects: ["014 55", "1145"]),
      .init("any", accepts: ["1234", "K1A 0B1"], rejects: ["1", "no postcode"]),
    ])

  private let formats: [PostcodeFormat]
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    guard parameters.node(Self.country) != nil else {
      throw parameters.error("requires a country, a list of countries, or any", .missing(nil))
    }
    let postcodes = Postcodes.shared
    let countries = try parameters.countries(Self.country) { code in
      postcodes.countries.first { $0.code == code }
    }
    formats = (countries.isEmpty ? postcodes.countries : countries).flatMap(\.formats)
    arguments = [MessageArgument("country", alternatives: countries.map(\.code))]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    for index in formats.indices where formats[index].matches(text) { return .passes }
    return .fails("postcode.invalid")
  }
}

/// The formats of all countries, compiled on first use.
struct Postcodes: Sendable {
  static let shared = Postcodes()

  /// The two-letter ISO 3166-1 codes and the formats of the postcodes.
  let countries: [(code: String, formats: [PostcodeFormat])]

  private init() {
    countries = TableTexts.postcodes.split(separator: "\n").map { line in
      (String(line.prefix(2)), PostcodeFormat.all(line.dropFirst(3)))
    }
  }
}

extension DeclaredRule {
  /// The text has the format of a postcode of one of the countries; `any` means every country in
  /// the table.
  public static func postcode(_ countries: String...) -> Self {
    Self(PostcodeRule.self, PostcodeRule.country(countries))
  }
}

/// Requires an IBAN, an international bank account number (ISO 13616-1).
struct IBANRule: TextRule {
  static let name = "iban"
  static let countries = Parameter<[String]?>(
    "countries", effect: .onlyListed(), "The accepted countries, as ISO 3166 codes.",
    whenAbsent: "all")
  static let notCountries = Parameter<[String]?>(
    "notCountries", effect: .stricterIfMore, "Countries that are not accepted.")
  static let registered = Parameter<Bool>(
    "registered", effect: .stricterIfTrue, "Whether the country must be in the SWIFT IBAN registry."
  )
  static let spaces = Parameter<Bool>(
    "spaces", effect: .looserIfTrue, "Whether single spaces between characters are accepted.",
    default: true)
  static let lowerCase = Parameter<Bool>(
    "lowerCase", effect: .looserIfTrue, "Whether lowercase letters are accepted.", default: true)

  static let documentation = RuleDocumentation(
    "The text is an IBAN, an international bank account number.",
    discussion: """
      A country code, two check digits, and an account number with the length and structure that \
      the SWIFT registry defines for the country (ISO 13616-1); the check digits are modulo 97-10 \
      (ISO 7064). Some countries use IBANs but are not in the registry; they are accepted unless \
      `registered: true`. National check digits inside the account number are not verified.
      """,
    mainParameter: "countries",
    types: ["text"],
    parameters: [countries, notCountries, registered, spaces, lowerCase],
    codes: [
      .init(
        "iban.invalid",
        "{label} must be an IBAN{example, select, absent {} other {, such as {example}}}."),
      .init("iban.country", "{label} is an IBAN of a country that is not accepted."),
      .init("iban.checksum", "{label} is not an IBAN: its check digits are wrong."),
    ],
    examples: [
      .init(
        accepts: [
          "GB29NWBK60161331926819", "GB29 NWBK 6016 1331 9268 19", "gb29nwbk60161331926819",
          "DE89370400440532013000", "NO9386011117947", "MT84MALT011000012345MTLCAST001S",
        ],
        rejects: [
          "GB29NWBK6016133192681", "GB29NWBK601613319268199", "GB29NWBK6016133192681X",
          "XX29NWBK60161331926819", "GB", "GB29 NWBK  6016 1331 9268 19",
          "GB29NWBK60161331926819 ", "GB29-NWBK-6016-1331-9268-19", "IBAN GB29NWBK60161331926819",
          "GB29NWBK60161331926819\n", "29GBNWBK60161331926819", "DE8937040044053201300A",
        ]),
      .init(
        accepts: ["DE89370400440532013000"],
        rejects: [
          "GB28NWBK60161331926819", "DE89370400440532013001", "DE88370400440532013000",
          "DE00370400440532013050", "DE01370400440532013032", "DE99370400440532013014",
        ],
        code: "iban.checksum"),
      .init(
        ["DE", "GB"], accepts: ["DE89370400440532013000"], rejects: ["NO9386011117947"],
        code: "iban.country"),
      .init(
        ["notCountries": ["NO"]], accepts: ["DE89370400440532013000"],
        rejects: ["NO9386011117947"], code: "iban.country"),
      .init(
        ["registered": "true"], accepts: ["DE89370400440532013000"],
        rejects: ["DZ580002100001113000000570"], code: "iban.country"),
      .init(
        ["spaces": "false", "lowerCase": "false"], accepts: ["GB29NWBK60161331926819"],
        rejects: ["GB29 NWBK 6016 1331 9268 19", "gb29nwbk60161331926819"]),
    ])

  private let countries: [Bool]
  private let acceptsLowerCase: Bool
  private let separators: ASCIISet

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let known = Set(IBANStructure.all.map(\.country))
    for parameter in [Self.countries, Self.notCountries] {
      if let other = try parameters[parameter]?.first(where: { !known.contains($0) }) {
        throw .unknown(
          "country of IBANs", other, known: known.sorted(),
          at: parameters.location(of: parameter))
      }
    }
    let taken = try parameters[Self.countries]
    let refused = try parameters[Self.notCountries] ?? []
    if taken?.isEmpty == true {
      throw parameters.error("requires a country", .missing(nil), at: Self.countries)
    }
    let registered = try parameters[Self.registered]
    countries = IBANStructure.all.map {
      (taken?.contains($0.country) ?? true) && !refused.contains($0.country)
        && (!registered || $0.isRegistered)
    }
    acceptsLowerCase = try parameters[Self.lowerCase]
    separators = try parameters[Self.spaces] ? .space : .none
  }

  var samples: [[String]] {
    let known = ["GB29 NWBK 6016 1331 9268 19", "DE89 3704 0044 0532 0130 00"]
    let others = zip(IBANStructure.all, countries).first { $0.1 }.map { [$0.0.sample] } ?? []
    return [(known + others).flatMap { [$0, $0.replacing(" ", with: "")] }]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard
      let code = CompactText(text, separators: separators, acceptsLowerCase: acceptsLowerCase),
      code.count > 4, code.isLetters(0..<2), code.isDigits(2..<4)
    else { return .fails("iban.invalid") }
    let structures = IBANStructure.all
    var index = Self.first[Self.bucket(code[0], code[1])]
    var isOfCountry = false
    // A few countries have a second structure, which is linked to the first.
    while index >= 0 {
      if Self.fits(code, structures[index]) {
        // Valid check digits are 98 minus the remainder of the rest, so 2 to 98. 00, 01 and 99 are
        // congruent to 97, 98 and 02 and must be rejected.
        guard (2...98).contains(code.number(2..<4)), code.remainder97(rotated: 4) == 1 else {
          return .fails("iban.checksum")
        }
        isOfCountry = true
        if countries[index] { return .passes }
      }
      index = Self.next[index]
    }
    return .fails(isOfCountry ? "iban.country" : "iban.invalid")
  }

  private static func fits(_ code: CompactText, _ structure: IBANStructure) -> Bool {
    var index = 4
    for run in structure.runs {
      let end = index + run.count
      guard end <= code.count else { return false }
      if run.kind == UInt8(ascii: "n"), !code.isDigits(index..<end) { return false }
      if run.kind == UInt8(ascii: "a"), !code.isLetters(index..<end) { return false }
      index = end
    }
    return index == code.count
  }

  /// The index of the first structure of a country, by the two letters of its code; -1 if there is
  /// none.
  private static let first: [Int] = {
    var first = Array(repeating: -1, count: 26 * 26)
    for (index, structure) in IBANStructure.all.enumerated().reversed() {
      first[bucket(structure)] = index
    }
    return first
  }()

  /// The index of the next structure of the same country; -1 if there is none.
  private static let next: [Int] = {
    let all = IBANStructure.all
    return all.indices.map { index in
      all.indices.first { $0 > index && all[$0].country == all[index].country } ?? -1
    }
  }()

  private static func bucket(_ structure: IBANStructure) -> Int {
    let letters = Array(structure.country.utf8)
    return bucket(letters[0], letters[1])
  }

  private static func bucket(_ a: UInt8, _ b: UInt8) -> Int {
    Int(a - UInt8(ascii: "A")) * 26 + Int(b - UInt8(ascii: "A"))
  }
}

/// Requires a VAT identification number.
struct VATRule: TextRule {
  static let name = "vat"
  static let countries = Parameter<[String]?>(
    "countries", effect: .given(.looserIfMore),
    "The accepted countries, as ISO 3166 codes (EL is accepted for GR).",
    whenAbsent: "the European countries"
  )
  static let prefix = Parameter<RuleEntry.Presence?>(
    "prefix", effect: .unknown, "Whether the number begins with the country's prefix.",
    whenAbsent: "required; optional if countries are given")
  static let checksum = Parameter<Bool>(
    "checksum", effect: .stricterIfTrue, "Whether to verify check digits.", default: true)
  static let separatorsParameter = Parameter<Bool>(
    "separators", effect: .looserIfTrue, "Whether spaces, dots and hyphens are accepted.",
    default: true)

  static let documentation = RuleDocumentation(
    "The text is a VAT identification number.",
    discussion: """
      By default the rule accepts numbers of the member states of the European Union, Northern \
      Ireland (XI), Great Britain, Switzerland and Norway. It checks the formats that VIES and the \
      national registers publish, and the check digits. Norwegian numbers end in MVA. Numbers of a \
      similar tax of these countries are accepted if the country is listed, by their format alone \
      (for Australia, also by their check digits): \
      \(VATFormat.others.map(\.country).joined(separator: ", ")). Single spaces, dots or hyphens \
      between characters are accepted. The rule does not check whether a number is assigned; only \
      the tax office can.
      """,
    mainParameter: "countries",
    types: ["text"],
    parameters: [countries, prefix, checksum, separatorsParameter],
    codes: [
      .init("vat.invalid", "{label} must be a VAT number of: {countries}."),
      .init("vat.checksum", "{label} is not a VAT number: its check digits are wrong."),
    ],
    examples: [
      .init(
        accepts: [
          "ATU13585627", "BE0428759497", "DE136695976", "EL094259216", "ESB58378431",
          "FR40303265045", "IE6433435F", "NL004495445B01", "SE556188840401", "GB980780684",
          "CHE-107.787.577 IVA", "NO 974 760 673 MVA",
          "IE8D79739I", "IE8+79739I", "IE8*79739I", "DE 136 695 976", "LU15027442",
        ],
        rejects: [
          "136695976", "DE13669597", "DE1366959766", "de136695976", "US136695976", "DE",
          "DE 136  695 976", "DE136695976 ", "ATX13585627", "IE6*33435F1", "ES*0000000T",
          "IE+379739I", "NL004495445C01", "DE136695976\n",
        ]),
      .init(
        accepts: ["DE136695976"],
        rejects: ["DE136695977", "ATU13585626", "FR41303265045", "GB980780683", "SE556188840301"],
        code: "vat.checksum"),
      .init(
        ["DE", "EL"], accepts: ["DE136695976", "136695976", "EL094259216", "094259216"],
        rejects: ["ATU13585627", "GR094259216"]),
      .init(
        ["countries": "DE", "prefix": "none"], accepts: ["136695976"], rejects: ["DE136695976"]),
      .init(
        ["checksum": "false"], accepts: ["DE136695977", "GBGD499"],
        rejects: ["DE1366959", "GBGD500", "GBHA499"]),
      .init(
        ["AU", "BR", "MX"],
        accepts: ["AU 51 824 753 556", "BR12.345.678-9012-30", "ABC010203AB9"],
        rejects: ["1234567890", "MXABC01020AB9"]),
      .init(
        ["countries": ["MX", "ES", "FR", "SM"], "prefix": "none", "checksum": "false"],
        accepts: ["MXA010203AB9", "MXAB010203AB9", "FR303265045", "123", "1234", "12345"],
        rejects: ["MXABC010203AB9", "ESB58378431", "SM1234", "12", "123456"]),
      .init(
        "MX", accepts: ["MXA010203AB9", "MXMXA010203AB9", "ABC010203AB9"],
        rejects: ["MXA010203AB"]),
      .init("AU", accepts: ["51824753556"], rejects: ["51824753557"], code: "vat.checksum"),
      .init(accepts: ["DE136695976"], rejects: ["AU51824753556"]),
      .init(["separators": "false"], accepts: ["DE136695976"], rejects: ["DE 136695976"]),
    ])

  private let formats: [VATFormat]
  /// The first two letters of the prefix of each format, to skip most formats quickly.
  private let letters: [UInt16]
  private let prefix: RuleEntry.Presence
  private let checksDigits: Bool
  private let separators: ASCIISet
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let countries = try parameters[Self.countries]
    var formats: [VATFormat] = []
    for country in countries ?? VATFormat.european.map(\.country) {
      guard
        let format = VATFormat.all.first(where: { $0.country == (country == "EL" ? "GR" : country) }
        )
      else {
        throw .unknown(
          "country of VAT numbers", country, known: VATFormat.all.map(\.country),
          at: parameters.location(of: Self.countries))
      }
      formats.append(format)
    }
    if formats.isEmpty {
      throw parameters.error("requires a country", .missing(nil), at: Self.countries)
    }
    self.formats = formats
    letters = formats.map { UInt16($0.prefix[0]) << 8 | UInt16($0.prefix[1]) }
    prefix = try parameters[Self.prefix] ?? (countries == nil ? .required : .optional)
    checksDigits = try parameters[Self.checksum]
    separators = try parameters[Self.separatorsParameter] ? Self.separators : .none
    arguments = [MessageArgument("countries", list: formats.map(\.country))]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let code = CompactText(text, separators: separators, more: Self.irishSigns) else {
      return .fails("vat.invalid")
    }
    let first = code.count < 2 ? 0 : UInt16(code[0]) << 8 | UInt16(code[1])
    var hasForm = false
    for index in formats.indices where prefix != .required || letters[index] == first {
      let format = formats[index]
      let begins = Self.begins(code, format.prefix)
      for hasPrefix in [true, false] where prefix.permits(isPresent: hasPrefix) {
        if hasPrefix, !begins { continue }
        let number = VATNumber(code, from: hasPrefix ? format.prefix.count : 0)
        guard format.patterns.contains(where: number.matches),
          number.isInRange(of: format.country)
        else { continue }
        // The letters of the prefix may also be the first ones of a number without it.
        let mayBePrefix = begins && !hasPrefix && prefix == .optional
        if mayBePrefix, !number.hasRightCheckDigits(of: format.country) { continue }
        hasForm = true
        if !checksDigits || number.hasRightCheckDigits(of: format.country) { return .passes }
      }
    }
    return .fails(hasForm ? "vat.checksum" : "vat.invalid")
  }

  private static func begins(_ code: CompactText, _ prefix: [UInt8]) -> Bool {
    guard code.count > prefix.count else { return false }
    for index in prefix.indices where code[index] != prefix[index] { return false }
    return true
  }

  /// The second character of Irish numbers in the old format.
  private static let irishSigns = ASCIISet("+*")
  private static let separators = ASCIISet(" .-")
}

/// The formats of the VAT numbers of a country, or of numbers for a similar tax; from
/// `Tables/vat.txt`.
struct VATFormat: Sendable {
  /// The ISO 3166 code of the country, or XI for Northern Ireland.
  let country: String
  /// The prefix of the numbers: the code of the country, except for Greece (EL) and Switzerland
  /// (CHE).
  let prefix: [UInt8]
  /// The formats after the prefix: `#` is a digit, `@` a letter, `*` either, `?` a letter, plus
  /// sign or asterisk; other characters are literal.
  let patterns: [[UInt8]]

  /// The countries of the European Union and four of their neighbours.
  static let european = read(TableTexts.vat)

  /// Other countries.
  static let others = read(TableTexts.vatOthers)

  static let all = european + others

  private static func read(_ table: String) -> [VATFormat] {
    table.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return VATFormat(
        country: String(words[0]), prefix: Array(words[1].utf8),
        patterns: words[2...].map { Array($0.utf8) })
    }
  }
}

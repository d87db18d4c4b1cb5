/// Requires an IMEI, the number of a mobile device (3GPP TS 23.003).
struct IMEIRule: TextRule {
  static let name = "imei"
  static let separators = Parameter<Bool>(
    "separators", effect: .looserIfTrue,
    "Whether hyphens or spaces in the grouping 2-6-6-1 are accepted.", default: true)

  static let documentation = RuleDocumentation(
    "The text is an IMEI, the number of a mobile device.",
    discussion: """
      Fifteen digits, the last of which is a Luhn check digit (3GPP TS 23.003, 6.2). With \
      `separators`, the printed form 49-015420-323751-8 is accepted too.
      """,
    mainParameter: "separators",
    types: ["text", "integer"],
    parameters: [separators],
    codes: [
      .init("imei.invalid", "{label} must be an IMEI, fifteen digits."),
      .init("imei.checksum", "{label} is not an IMEI: its check digit is wrong."),
    ],
    examples: [
      .init(
        accepts: ["490154203237518", "49-015420-323751-8", "49 015420 323751 8"],
        rejects: [
          "49015420323751", "4901542032375189", "49015420323751x", "490-154203237518",
          "49-015420 323751-8", "49-0154203237518", "490154203237518\n", " 490154203237518",
        ]),
      .init(accepts: ["490154203237518"], rejects: ["490154203237517"], code: "imei.checksum"),
      .init("false", accepts: ["490154203237518"], rejects: ["49-015420-323751-8"]),
    ])

  private let acceptsSeparators: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    acceptsSeparators = try parameters[Self.separators]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    if text.count == 18 {
      guard acceptsSeparators, text[2] == text[9], text[2] == text[16],
        ASCIISet.spaceAndHyphen.contains(text[2])
      else { return .fails("imei.invalid") }
    } else if text.count != 15 {
      return .fails("imei.invalid")
    }
    let separators = text.count == 18 ? ASCIISet.spaceAndHyphen : .none
    guard let code = CompactText(text, separators: separators), code.count == 15, code.isDigits()
    else { return .fails("imei.invalid") }
    return code.satisfiesLuhn() ? .passes : .fails("imei.checksum")
  }
}

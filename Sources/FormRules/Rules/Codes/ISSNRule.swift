/// Requires an ISSN, the number of a periodical (ISO 3297).
struct ISSNRule: TextRule {
  static let name = "issn"
  static let hyphen = Parameter<RuleEntry.Presence>(
    "hyphen", effect: .presence, "Whether a hyphen is written in the middle.", default: .optional)
  static let lowerCase = Parameter<Bool>(
    "lowerCase", effect: .looserIfTrue, "Whether x is accepted for X.", default: true)

  static let documentation = RuleDocumentation(
    "The text is an ISSN, the number of a periodical.",
    discussion: """
      Four digits, a hyphen, three digits and a check digit modulo 11, which may be X (ISO 3297).
      """,
    mainParameter: "hyphen",
    types: ["text"],
    parameters: [hyphen, lowerCase],
    codes: [
      .init(
        "issn.invalid",
        "{label} must be an ISSN{example, select, absent {} other {, such as {example}}}."),
      .init("issn.checksum", "{label} is not an ISSN: its check digit is wrong."),
    ],
    examples: [
      .init(
        accepts: ["0378-5955", "03785955", "2434-561X", "2434-561x"],
        rejects: [
          "0378-595", "0378-59555", "037-85955", "0378 5955", "0378--5955", "X378-5955",
          "0378-5955\n", "ISSN 0378-5955",
        ]),
      .init(accepts: ["0378-5955"], rejects: ["0378-5954", "0378595X"], code: "issn.checksum"),
      .init("required", accepts: ["0378-5955"], rejects: ["03785955"]),
      .init("none", accepts: ["03785955"], rejects: ["0378-5955"]),
      .init(["lowerCase": "false"], accepts: ["2434-561X"], rejects: ["2434-561x"]),
    ])

  private let hyphen: RuleEntry.Presence
  private let acceptsLowerCase: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    hyphen = try parameters[Self.hyphen]
    acceptsLowerCase = try parameters[Self.lowerCase]
  }

  var samples: [[String]] { [["0378-5955", "03785955"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let hasHyphen = text.count == 9 && text[4] == UInt8(ascii: "-")
    guard hasHyphen || text.count == 8, hyphen.permits(isPresent: hasHyphen),
      let code = CompactText(
        text, separators: hasHyphen ? .hyphen : .none, acceptsLowerCase: acceptsLowerCase),
      code.count == 8, code.isDigits(0..<7), code.digit(7) < 10 || code[7] == UInt8(ascii: "X")
    else { return .fails("issn.invalid") }
    let last = code[7] == UInt8(ascii: "X") ? 10 : code.digit(7)
    let sum = code.weightedSum([8, 7, 6, 5, 4, 3, 2]) + last
    return sum.isMultiple(of: 11) ? .passes : .fails("issn.checksum")
  }
}

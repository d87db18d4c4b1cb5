/// Requires an ISIN, the number of a security (ISO 6166).
struct ISINRule: TextRule {
  static let name = "isin"
  static let documentation = RuleDocumentation(
    "The text is an ISIN, the number of a security.",
    discussion: """
      Two uppercase letters, nine uppercase letters or digits, and a Luhn check digit over the \
      digits that result from replacing letters with 10 to 35 (ISO 6166). The prefix is not \
      checked: besides countries there are prefixes such as XS and EU.
      """,
    types: ["text"],
    codes: [
      .init(
        "isin.invalid",
        "{label} must be an ISIN{example, select, absent {} other {, such as {example}}}."),
      .init("isin.checksum", "{label} is not an ISIN: its check digit is wrong."),
    ],
    examples: [
      .init(
        accepts: ["US0378331005", "GB0002634946", "DE000BAY0017", "XS2125535901"],
        rejects: [
          "US037833100", "US03783310055", "us0378331005", "0S0378331005", "US037833100X",
          "US-0378331005", "US0378331005\n", "US 0378331005",
        ]),
      .init(
        accepts: ["US0378331005"], rejects: ["US0378331004", "US0378313005"],
        code: "isin.checksum"),
    ])

  init(_ parameters: borrowing RuleParameters) {}

  var samples: [[String]] { [["US0378331005"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let code = CompactText(text), code.count == 12, code.isLetters(0..<2),
      code.digit(11) < 10
    else { return .fails("isin.invalid") }
    var sum = LuhnSum()
    for index in (0..<12).reversed() {
      let value = code.value(index)
      sum.add(value % 10)
      if value > 9 { sum.add(value / 10) }
    }
    return sum.isSatisfied ? .passes : .fails("isin.checksum")
  }
}

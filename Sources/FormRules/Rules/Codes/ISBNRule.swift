/// Requires an ISBN (ISO 2108).
struct ISBNRule: TextRule {
  static let name = "isbn"
  static let version = Parameter<RuleEntry.ISBNVersion>(
    "version", effect: .words([["10", "13"], ["any"]]), "The number of digits.", default: .any)
  static let checksum = Parameter<Bool>(
    "checksum", effect: .stricterIfTrue, "Whether to verify the check digit.", default: true)
  static let label = Parameter<Bool>(
    "label", effect: .looserIfTrue,
    "Whether the label ISBN, ISBN-10 or ISBN-13 is accepted before the number.")

  static let documentation = RuleDocumentation(
    "The text is an ISBN.",
    discussion: """
      Ten digits with a check digit modulo 11, which may be X, or thirteen digits that begin with \
      978 or 979, with a check digit modulo 10 (ISO 2108). Single hyphens or spaces are accepted \
      anywhere between digits, because the division of a number depends on a register that \
      changes.
      """,
    mainParameter: "version",
    types: ["text"],
    parameters: [version, checksum, label],
    codes: [
      .init(
        "isbn.invalid",
        "{label} must be an ISBN{example, select, absent {} other {, such as {example}}}."),
      .init("isbn.checksum", "{label} is not an ISBN: its check digit is wrong."),
    ],
    examples: [
      .init(
        accepts: [
          "9780306406157", "978-0-306-40615-7", "978 0 306 40615 7", "979-10-90636-07-1",
          "0306406152", "0-306-40615-2", "080442957X", "080442957x",
        ],
        rejects: [
          "978030640615", "97803064061577", "030640615", "9770306406157", "X306406152",
          "978-0-306--40615-7", "-0306406152", "0306406152-", "0306406152\n", "0_306_40615_2",
          "ISBN 0306406152", "978030640615X", "\u{660}306406152",
        ]),
      .init(
        accepts: ["9780306406157"],
        rejects: ["9780306406158", "0306406153", "0804429570", "9790306406157"],
        code: "isbn.checksum"),
      .init("13", accepts: ["9780306406157"], rejects: ["0306406152"]),
      .init("10", accepts: ["0306406152"], rejects: ["9780306406157"]),
      .init(["checksum": "false"], accepts: ["9780306406158", "0306406153"], rejects: ["123"]),
      .init(
        ["label": "true"],
        accepts: ["ISBN 0306406152", "isbn-13: 9780306406157", "ISBN:0306406152", "0306406152"],
        rejects: ["ISBN-12 0306406152", "ISBN", "ISBN 13 0306406152", "ISBN0306406152"]),
    ])

  private let version: RuleEntry.ISBNVersion
  private let checksDigit, acceptsLabel: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    version = try parameters[Self.version]
    checksDigit = try parameters[Self.checksum]
    acceptsLabel = try parameters[Self.label]
  }

  var samples: [[String]] { [["978-0-306-40615-7", "0-306-40615-2"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let number = acceptsLabel ? text.extracting(Self.labelEnd(text)..<text.count) : text
    guard let code = CompactText(number, separators: .spaceAndHyphen, acceptsLowerCase: true) else {
      return .fails("isbn.invalid")
    }
    switch code.count {
    case 10 where version != .thirteen:
      let last = code[9] == UInt8(ascii: "X") ? 10 : code.digit(9)
      guard code.isDigits(0..<9), last <= 10 else { return .fails("isbn.invalid") }
      let sum = code.weightedSum([10, 9, 8, 7, 6, 5, 4, 3, 2]) + last
      return !checksDigit || sum % 11 == 0 ? .passes : .fails("isbn.checksum")
    case 13 where version != .ten:
      guard code.isDigits(), [978, 979].contains(code.number(0..<3)) else {
        return .fails("isbn.invalid")
      }
      return !checksDigit || code.hasEANCheckDigit ? .passes : .fails("isbn.checksum")
    default:
      return .fails("isbn.invalid")
    }
  }

  /// The offset of the number after `ISBN`, an optional `-10` or `-13`, and a colon or space; 0 if
  /// there is no label.
  private static func labelEnd(_ text: Span<UInt8>) -> Int {
    guard text.count > 4, text.extracting(0..<4).isEqualIgnoringCase(to: word) else { return 0 }
    var index = 4
    if text.count >= 7, text[4] == UInt8(ascii: "-"), text[5] == UInt8(ascii: "1"),
      text[6] == UInt8(ascii: "0") || text[6] == UInt8(ascii: "3")
    {
      index = 7
    }
    let start = index
    if index < text.count, text[index] == UInt8(ascii: ":") { index += 1 }
    if index < text.count, text[index] == UInt8(ascii: " ") { index += 1 }
    return index > start ? index : 0
  }

  private static let word = Array("ISBN".utf8)
}

extension RuleEntry {
  /// Versions of an ISBN.
  public enum ISBNVersion: String, ParameterValue, CaseIterable, Sendable {
    /// Ten digits.
    case ten = "10"
    /// Thirteen digits.
    case thirteen = "13"
    /// Either.
    case any
  }
}

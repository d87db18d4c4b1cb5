/// Requires text that consists of ASCII characters.
struct ASCIIRule: TextRule {
  static let name = "ascii"
  static let printableParameter = Parameter<Bool>(
    "printable", effect: .stricterIfTrue,
    "Whether only the printable characters, space to ~, are accepted.")

  static let documentation = RuleDocumentation(
    "The text consists of ASCII characters.",
    discussion:
      "ASCII is the first 128 characters of Unicode, including control characters (RFC 20).",
    mainParameter: "printable",
    types: ["text"],
    parameters: [printableParameter],
    codes: [
      .init("ascii.other", "{label} must not contain characters beyond ASCII."),
      .init("ascii.control", "{label} must not contain control characters."),
    ],
    examples: [
      .init(accepts: ["abc ~!", "a\tb\n", "\u{7F}"], rejects: ["\u{E9}", "a\u{FF42}", "\u{80}"]),
      .init("true", accepts: ["a b"], rejects: ["a\tb", "a\n", "\u{7F}"], code: "ascii.control"),
    ])

  private let isPrintable: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    isPrintable = try parameters[Self.printableParameter]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard text.isASCII else { return .fails("ascii.other") }
    return !isPrintable || text.consists(of: Self.printable) ? .passes : .fails("ascii.control")
  }

  private static let printable = ASCIISet { (0x20...0x7E).contains($0) }
}

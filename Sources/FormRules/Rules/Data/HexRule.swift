/// Requires text that consists of hexadecimal digits.
struct HexRule: TextRule {
  static let name = "hex"
  static let prefix = Parameter<RuleEntry.Presence>(
    "prefix", effect: .presence, "Whether the digits follow 0x: `none`, `optional` or `required`.",
    default: .forbidden
  )
  static let bytes = Parameter<Int?>(
    "bytes", effect: .onlyListed(), "The exact number of bytes, of two digits each.",
    in: 1...1_000_000,
    whenAbsent: "any number of digits")
  static let even = Parameter<Bool>(
    "even", effect: .stricterIfTrue, "Whether the number of digits must be even.")

  static let documentation = RuleDocumentation(
    "The text consists of hexadecimal digits.",
    discussion: "The digits are 0 to 9 and a to f of either case (RFC 4648, 8).",
    mainParameter: "prefix",
    types: ["text"],
    parameters: [prefix, bytes, even],
    codes: [
      .init("hex.invalid", "{label} must be made of hexadecimal digits."),
      .init("hex.length", "{label} does not have the right number of hexadecimal digits."),
    ],
    examples: [
      .init(
        accepts: ["0", "deadBEEF", "abc"], rejects: ["0x1f", "xyz", "a b", "\u{FF41}", "a\n"]),
      .init("optional", accepts: ["0x1f", "0X1F", "1f"], rejects: ["0x", "x1f", "00x1"]),
      .init("required", accepts: ["0x1f"], rejects: ["1f"]),
      .init(["bytes": 2], accepts: ["beef"], rejects: ["bee", "beefbe"], code: "hex.length"),
      .init(["even": "true"], accepts: ["beef"], rejects: ["bee"], code: "hex.length"),
    ])

  private let prefix: RuleEntry.Presence
  private let bytes: Int?
  private let isEven: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    prefix = try parameters[Self.prefix]
    bytes = try parameters[Self.bytes]
    isEven = try parameters[Self.even]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let hasPrefix =
      text.count >= 2 && text[0] == UInt8(ascii: "0") && text[1] | 0x20 == UInt8(ascii: "x")
    let digits = text.extracting((hasPrefix && prefix != .forbidden ? 2 : 0)..<text.count)
    guard !digits.isEmpty, digits.consists(of: .hexDigits), prefix != .required || hasPrefix else {
      return .fails("hex.invalid")
    }
    if let bytes, digits.count != 2 * bytes { return .fails("hex.length") }
    return isEven && !digits.count.isMultiple(of: 2) ? .fails("hex.length") : .passes
  }
}

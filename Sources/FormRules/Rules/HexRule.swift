/// Requires hexadecimal digits.
struct HexRule: Rule {
  static let name = "hex"
  static let documentation = RuleDocumentation(
    "The text is made of hexadecimal digits.",
    discussion: "0 to 9 and a to f in either case (RFC 4648, 8).",
    mainParameter: "prefix",
    types: ["text"],
    parameters: [
      .init("prefix", "Whether 0x stands before it: `none` (unless said), `optional`, `required`."),
      .init(
        "bytes", "Exactly so many bytes, of two digits each; any number of digits unless said."),
      .init("even", "Whether the digits must make whole bytes; false unless said."),
    ],
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

  private enum Prefix: String, CaseIterable {
    case none, optional, required
  }

  private let prefix: Prefix
  private let bytes: Int?
  private let isEven: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    prefix = try parameters.choice("prefix", default: .none)
    bytes = try parameters.integer("bytes", in: 1...1_000_000)
    isEven = try parameters.flag("even")
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    let hasPrefix =
      text.count >= 2 && text[0] == UInt8(ascii: "0") && text[1] | 0x20 == UInt8(ascii: "x")
    let digits = text.extracting((hasPrefix && prefix != .none ? 2 : 0)..<text.count)
    guard !digits.isEmpty, digits.isMade(of: .hexDigits), prefix != .required || hasPrefix else {
      return .fails("hex.invalid")
    }
    if let bytes, digits.count != 2 * bytes { return .fails("hex.length") }
    return isEven && !digits.count.isMultiple(of: 2) ? .fails("hex.length") : .passes
  }
}

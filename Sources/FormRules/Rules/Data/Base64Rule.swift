import FormBytes

/// Requires data in Base64 (RFC 4648).
struct Base64Rule: TextRule {
  static let name = "base64"
  static let urlSafe = Parameter<Bool>(
    "urlSafe", effect: .unknown, "Whether - and _ replace + and /.")
  static let padding = Parameter<RuleEntry.Presence?>(
    "padding", effect: .given(.presence), "Whether the last group is padded with =.",
    whenAbsent: "required; none if urlSafe")
  static let lineBreaks = Parameter<Bool>(
    "lineBreaks", effect: .looserIfTrue,
    "Whether line breaks are accepted between characters, as in mail (RFC 2045, 6.8).")

  static let documentation = RuleDocumentation(
    "The text is data in Base64.",
    discussion: """
      Groups of four characters, the last group padded with = (RFC 4648, 4), or the alphabet with \
      - and _ (RFC 4648, 5), by default without padding. Unused bits of the last character need \
      not be 0. `lineBreaks` allocates a copy without them.
      """,
    types: ["text"],
    parameters: [urlSafe, padding, lineBreaks],
    codes: [.init("base64.invalid", "{label} must be data in Base64.")],
    examples: [
      .init(
        accepts: ["Zm9v", "Zm8=", "Zg==", "+/+/"],
        rejects: [
          "Zm8", "Z", "Z===", "====", "=", "Zm=8", "Zm9v=", "Zm9vZ===", "Zm9v Zm9v", "Zm9v\n",
          "-_-_", "Zm9\u{E9}",
        ]),
      .init(
        ["urlSafe": "true"], accepts: ["Zm8", "-_-_", "Zg"], rejects: ["Zm8=", "+/+/", "Z"]),
      .init(
        ["urlSafe": "true", "padding": "required"], accepts: ["Zm8=", "-_-_"], rejects: ["Zm8"]),
      .init(
        ["lineBreaks": "true"], accepts: ["Zm9v\r\nZm8=\r\n", "Zm9\nv"],
        rejects: ["Zm9v Zm8=", "Zm9v\nZm8", "\n="]),
      .init(["padding": "optional"], accepts: ["Zm8", "Zm8="], rejects: ["Z", "Zg="]),
    ])

  private let isURLSafe: Bool
  private let padding: RuleEntry.Presence
  private let acceptsLineBreaks: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    isURLSafe = try parameters[Self.urlSafe]
    padding = try parameters[Self.padding] ?? (isURLSafe ? .forbidden : .required)
    acceptsLineBreaks = try parameters[Self.lineBreaks]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard acceptsLineBreaks else { return isData(text) ? .passes : .fails("base64.invalid") }
    var line: [UInt8] = []
    line.reserveCapacity(text.count)
    for index in 0..<text.count where text[index] != 0x0A && text[index] != 0x0D {
      line.append(text[index])
    }
    return isData(line.span) ? .passes : .fails("base64.invalid")
  }

  private func isData(_ text: Span<UInt8>) -> Bool {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    let signs = text.count - end
    let isPadded = signs > 0 ? end % 4 > 1 && text.count.isMultiple(of: 4) : end.isMultiple(of: 4)
    let isFilled =
      switch padding {
      case .required: isPadded
      case .optional: isPadded || signs == 0 && end % 4 != 1
      case .forbidden: signs == 0 && end % 4 != 1
      }
    let alphabet = isURLSafe ? ASCIISet.base64URL : ASCIISet.base64
    return isFilled && text.extracting(0..<end).consists(of: alphabet)
  }
}

/// Requires text that is an integer.
struct IntegerRule: TextRule {
  static let name = "integer"
  static let zeroFraction = Parameter<Bool>(
    "zeroFraction", effect: .looserIfTrue,
    "Whether a decimal point followed by zeros only is accepted, as spreadsheets write 12.0.")

  static let documentation = RuleDocumentation(
    "The text is an integer.",
    discussion: """
      A field of type `integer` also parses the number, so that it can be compared: prefer that \
      type where possible. Use this rule for digit strings of any length, such as serial numbers. \
      Digits are those of ASCII.
      """,
    types: ["text"],
    parameters: [
      NumberNotation.signParameter, NumberNotation.zerosParameter, NumberNotation.groupParameter,
      zeroFraction,
    ],
    codes: [.init("integer.invalid", "{label} must be a whole number.")],
    examples: [
      .init(
        accepts: ["0", "-0", "+1", "007", "-42", String(repeating: "9", count: 100)],
        rejects: ["1.0", "1e3", "1,000", "+", "--1", " 1", "1 ", "0x10", "\u{FF15}", "1-"]),
      .init(
        ["leadingZeros": "false", "sign": "none"], accepts: ["0", "10"],
        rejects: ["00", "01", "-1", "+1"]),
      .init(["sign": "minus"], accepts: ["-1"], rejects: ["+1"]),
      .init(
        ["group": ","], accepts: ["1,000", "12,345,678", "1000"],
        rejects: ["1,00", ",100", "1000,000", "1,", "1,,000", "0,100", "-01,000"]),
      .init(
        ["zeroFraction": "true"], accepts: ["12", "12.0", "-12.", "1.000"],
        rejects: ["12.01", ".0", "12.0.0", "1.0e0", "."]),
    ])

  private let form: NumberNotation
  private let acceptsZeroFraction: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    form = try NumberNotation(parameters, hasPoint: false)
    acceptsZeroFraction = try parameters[Self.zeroFraction]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    let whole = acceptsZeroFraction ? text.extracting(0..<Self.wholeEnd(text)) : text
    return form.read(whole) == nil ? .fails("integer.invalid") : .passes
  }

  /// The offset of a fraction of zeros; the end of the text if there is none.
  private static func wholeEnd(_ text: Span<UInt8>) -> Int {
    var end = text.count
    while end > 0, text[end - 1] == UInt8(ascii: "0") { end -= 1 }
    return end > 0 && text[end - 1] == UInt8(ascii: ".") ? end - 1 : text.count
  }
}

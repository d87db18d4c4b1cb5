/// Requires text that is a number, optionally with an exponent.
struct NumberRule: TextRule {
  static let name = "number"
  static let documentation = RuleDocumentation(
    "The text is a number, optionally with decimals and an exponent.",
    discussion: """
      A field of type `number` also parses the number, so that it can be compared: prefer that \
      type where possible. The rule accepts the valid floating-point numbers of HTML, and also a \
      leading +. A number that exceeds the range of a binary double, such as 2e308, is rejected.
      """,
    types: ["text"],
    parameters: [
      NumberNotation.pointParameter, NumberNotation.groupParameter, NumberNotation.signParameter,
      NumberNotation.zerosParameter,
    ],
    codes: [
      .init("number.invalid", "{label} must be a number."),
      .init("number.outOfRange", "{label} is too large for a number."),
    ],
    examples: [
      .init(
        accepts: ["0", "-1.5", "1e+2", "1E-3", ".5", "+3", "1e308"],
        rejects: ["1.", "e5", "1e", "1e+", "0x10", "NaN", "Infinity", "1 000", "1trailing"]),
      .init(rejects: ["2e308", "-1e999999999999999999999"], code: "number.outOfRange"),
      .init(["point": ","], accepts: ["1,5e3"], rejects: ["1.5"]),
    ])

  private let form: NumberNotation

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    var form = try NumberNotation(parameters, hasPoint: true)
    form.acceptsExponent = true
    self.form = form
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let number = form.read(text) else { return .fails("number.invalid") }
    // The number is less than ten to that power, and the range of a double extends a little beyond
    // 1e308.
    if number.whole + number.exponent <= 308 { return .passes }
    return isFinite(text) ? .passes : .fails("number.outOfRange")
  }

  /// Whether the number is finite as a double. Rarely called, so it may allocate.
  private func isFinite(_ text: Span<UInt8>) -> Bool {
    let point = String(decoding: form.point, as: UTF8.self)
    let group = String(decoding: form.group, as: UTF8.self)
    var plain = String(copying: text)
    if !group.isEmpty { plain = plain.split(separator: group).joined() }
    if point != "." { plain = plain.split(separator: point).joined(separator: ".") }
    return Double(plain)?.isFinite ?? false
  }
}

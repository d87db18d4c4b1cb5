/// Requires text that is a decimal number.
struct DecimalRule: TextRule {
  static let name = "decimal"
  static let scale = Parameter<Int?>(
    "scale", effect: .looserIfGreater, "The maximum number of decimal places.",
    whenAbsent: "no limit")
  static let minScale = Parameter<Int>(
    "minScale", effect: .stricterIfGreater, "The minimum number of decimal places.", default: 0)
  static let whole = Parameter<Int?>(
    "whole", effect: .looserIfGreater,
    "The maximum number of digits before the decimal sign, not counting leading zeros.")
  static let digits = Parameter<Int?>(
    "digits", effect: .looserIfGreater,
    "The maximum total number of digits, not counting leading zeros.", in: 1...Int.max)

  static let documentation = RuleDocumentation(
    "The text is a decimal number.",
    discussion: """
      A field of type `decimal` also parses the number, so that it can be compared: prefer that \
      type where possible. A digit must follow the decimal sign; none is needed before it. For \
      exponents, use the rule `number`.
      """,
    types: ["text"],
    parameters: [
      scale, minScale, whole, digits, NumberNotation.pointParameter, NumberNotation.groupParameter,
      NumberNotation.signParameter, NumberNotation.zerosParameter,
    ],
    codes: [
      .init("decimal.invalid", "{label} must be a decimal number."),
      FieldType.tooManyDecimals,
      .init(
        "decimal.tooFewDecimals",
        "{label} must have at least {minScale, plural, one {# decimal} other {# decimals}}."),
      .init("decimal.tooManyDigits", "{label} has too many digits."),
    ],
    examples: [
      .init(
        accepts: ["0", "-12.50", "+.5", "007.10", "123"],
        rejects: ["1.", ".", "-", "1,5", "1.2.3", "1e3", "NaN", "Infinity", " 1.5", "\u{663}"]),
      .init(
        ["scale": 2], accepts: ["1.25", "1"], rejects: ["1.255"], code: "decimal.tooManyDecimals"),
      .init(["minScale": 1], accepts: ["1.0"], rejects: ["1"], code: "decimal.tooFewDecimals"),
      .init(
        ["digits": 4, "whole": 2], accepts: ["12.34", "-00.12", "0012.3"],
        rejects: ["123.4", "1.23456", "123"], code: "decimal.tooManyDigits"),
      .init(
        ["point": ",", "group": "."], accepts: ["1.234,5", "1234,5"],
        rejects: ["1.23,5", "1234.5", "1,234.5", "0.123", "001.234"]),
      .init(["point": "\u{66B}"], accepts: ["1\u{66B}5"], rejects: ["1.5"]),
    ])

  private let form: NumberNotation
  private let scale, minScale, whole, digits: Int

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    form = try NumberNotation(parameters, hasPoint: true)
    scale = try parameters[Self.scale] ?? Int.max
    minScale = try parameters[Self.minScale]
    whole = try parameters[Self.whole] ?? Int.max
    digits = try parameters[Self.digits] ?? Int.max
    if minScale > scale {
      throw parameters.error(
        "minScale \(minScale) is above scale \(scale)", .conflict, at: Self.minScale)
    }
  }

  var arguments: [MessageArgument] {
    (scale < .max ? [MessageArgument("scale", scale)] : [])
      + (minScale > 0 ? [MessageArgument("minScale", minScale)] : [])
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let number = form.read(text) else { return .fails("decimal.invalid") }
    if number.decimals > scale { return .fails("decimal.tooManyDecimals") }
    if number.decimals < minScale { return .fails("decimal.tooFewDecimals") }
    if number.whole > whole || number.whole + number.decimals > digits {
      return .fails("decimal.tooManyDigits")
    }
    return .passes
  }
}

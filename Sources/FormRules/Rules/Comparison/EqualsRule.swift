/// Requires one value: a constant's, another field's or a given parameter's.
struct EqualsRule: Rule {
  static let name = "equals"
  static let documentation = RuleDocumentation(
    "The value equals a constant, another field or a given parameter.",
    discussion: """
      Text is compared byte by byte unless `normalize: nfc`, everything else by value: 1.50 equals 1.5. A constant is read \
      by the field's own type. When what it is compared with is missing, empty or not of its type, \
      it cannot be told, and the rule counts as skipped.
      """,
    mainParameter: "to",
    parameters: [
      .other("to", "The constant.", .value), .field, .given, TextNormalization.parameter,
    ],
    codes: [.init("equals.different", "{label} must be equal to {to}.")],
    examples: [
      .init("yes", accepts: ["yes"], rejects: ["Yes", "yes ", "ye", "yess"]),
      .init(["to": "1.5"], type: .decimal(), accepts: ["1.5", "1.50"], rejects: ["1.51", "-1.5"]),
      // The letter é in one scalar is not e with an accent behind it.
      .init("caf\u{E9}", accepts: ["caf\u{E9}"], rejects: ["cafe\u{301}", "cafe"]),
      .init(
        ["to": "\u{212A}", "normalize": "nfc"], accepts: ["K", "\u{212A}"], rejects: ["k"]),
      .init(
        ["to": "caf\u{E9}", "normalize": "nfc"], accepts: ["caf\u{E9}", "cafe\u{301}"],
        rejects: ["cafe"]),
      .init("true", type: .boolean(), accepts: ["true", "YES", "1"], rejects: ["no"]),
    ])

  private let operand: Operand
  private let normalizes: Bool
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    operand = try parameters.comparand("to")
    normalizes = try parameters.normalizes()
    arguments = [parameters.argument("to", operand)]
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    switch record.isEqual(value, text, to: operand, normalizes: normalizes) {
    case true?: .passes
    case false?: .fails("equals.different")
    case nil: .undecided(.unknown)
    }
  }
}

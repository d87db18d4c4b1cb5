/// Forbids one value: a constant's, another field's or a given parameter's.
struct NotEqualsRule: Rule {
  static let name = "notEquals"
  static let documentation = RuleDocumentation(
    "The value differs from a constant, another field or a given parameter.",
    discussion: """
      Text is compared byte by byte unless `normalize: nfc`, everything else by value: 1.50 equals 1.5. A constant is read \
      by the field's own type. When what it is compared with is missing, empty or not of its type, \
      it cannot be told, and the rule counts as skipped.
      """,
    mainParameter: "to",
    parameters: [
      .other("to", "The constant.", .value), .field, .given, TextNormalization.parameter,
    ],
    codes: [.init("notEquals.same", "{label} must not be equal to {to}.")],
    examples: [
      .init("test", accepts: ["Test", "test ", "tes"], rejects: ["test"]),
      .init(
        ["to": "\u{E9}", "normalize": "nfc"], accepts: ["e"], rejects: ["\u{E9}", "e\u{301}"]),
      .init("0", type: .integer, accepts: ["1", "-1"], rejects: ["0", "-0", "00"]),
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
    case false?: .passes
    case true?: .fails("notEquals.same")
    case nil: .undecided(.unknown)
    }
  }
}

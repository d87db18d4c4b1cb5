/// Requires a value different from a constant, another field or a run parameter.
struct NotEqualsRule: Rule {
  static let name = "notEquals"
  static let documentation = RuleDocumentation(
    "The value differs from a constant, another field or a run parameter.",
    discussion: Equality.discussion,
    mainParameter: "to",
    parameters: Equality.parameters,
    codes: [.init("notEquals.same", "{label} must not be equal to {to}.")],
    examples: [
      .init("test", accepts: ["Test", "test ", "tes"], rejects: ["test"]),
      .init(
        ["to": "\u{E9}", "normalize": "nfc"], accepts: ["e"], rejects: ["\u{E9}", "e\u{301}"]),
      .init("0", type: .integer, accepts: ["1", "-1"], rejects: ["0", "-0", "00"]),
    ])

  private let equality: Equality
  var arguments: [MessageArgument] { equality.arguments }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    equality = try Equality(parameters)
  }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    equality.answer(value, text, record, passing: false, code: "notEquals.same")
  }
}

extension RuleProtocol {
  /// The value differs from a constant, another field or a run parameter.
  public static func notEquals(
    _ operand: some RuleOperand, normalize: RuleEntry.Normalization? = nil
  ) -> Self {
    Self(
      NotEqualsRule.self, Equality.to.comparand(operand), TextNormalization.parameter(normalize))
  }
}

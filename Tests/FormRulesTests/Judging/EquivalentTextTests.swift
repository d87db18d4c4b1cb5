import Testing

@testable import FormRules

/// Texts that are canonically equivalent, such as é as one or two code points. Swift strings are
/// equal then, but definitions and names are compared by their bytes.
@Suite struct EquivalentTextTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  @Test func definitionsWithOtherBytesDiffer() {
    let (one, other) = (Self.composed, Self.decomposed)
    #expect(one == other)
    #expect(RunParameter(name: one, type: .text) == RunParameter(name: one, type: .text))
    #expect(RunParameter(name: one, type: .text) != RunParameter(name: other, type: .text))
    #expect(FieldRules(field: one, rules: []) != FieldRules(field: other, rules: []))
    #expect(Example([(one, nil)], isAccepted: true) != Example([(other, nil)], isAccepted: true))
    #expect(Example([("x", one)], isAccepted: true) != Example([("x", other)], isAccepted: true))
    let examples = [one, other].map { Example([], isAccepted: false, because: [$0]) }
    #expect(examples[0] != examples[1])
  }

  @Test func scenariosWithOtherBytesAreUnknown() throws {
    let rule = RuleEntry.length(max: 1).scenarios(Self.composed)
    let plan = try Plan(
      form: Form(name: "f", fields: [Field(name: "x", type: .text)]),
      ruleSet: RuleSet(name: "r", form: "f", fields: [FieldRules(field: "x", rules: [rule])]))
    try plan.checkScenario(Self.composed)
    #expect(
      throws: RunParameterError.unknownScenario(name: Self.decomposed, known: [Self.composed])
    ) { try plan.checkScenario(Self.decomposed) }
    let bound = try #require(plan.rules.last)
    #expect(!bound.isExcluded(from: Self.composed))
    #expect(bound.isExcluded(from: Self.decomposed))
  }

  /// The Kelvin sign is canonically equivalent to the letter K.
  @Test func parametersWithOtherBytesAreUnknown() {
    let parameters = [RunParameter(name: "K", type: .integer)]
    #expect(throws: RunParameterError.unknownParameter(name: "\u{212A}", known: ["K"])) {
      try parameters.literals(["\u{212A}": "1"])
    }
  }
}

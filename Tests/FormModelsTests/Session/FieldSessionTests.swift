import FormModels
import Testing

@Suite struct FieldSessionTests {
  private func field(_ policy: FieldValidationPolicy) throws -> FieldSession<String> {
    FieldSession("", policy: policy, try Validator(.required, .length(min: 3), .lacks("x")))
  }

  @Test(arguments: [
    (FieldValidationPolicy.input, [true, true, false, true]),
    (.focusLoss, [false, false, true, false]), (.focusLossThenInput, [false, false, true, true]),
    (.manual, [false, false, false, false]),
  ])
  func policyDeterminesWhenTheFieldIsValidated(
    policy: FieldValidationPolicy, validated: [Bool]
  ) throws {
    var field = try field(policy)
    #expect(field.state == .untouched)
    let changes = [
      field.edit(to: "a"), field.edit(to: "ab"), field.blur(), field.edit(to: "abc"),
    ]
    #expect(changes.map { $0 != nil } == validated)
    #expect(field.value == "abc")
    #expect(field.validate().after == .valid)
  }

  @Test func changesListAppearedAndDisappearedErrors() throws {
    var field = try field(.input)
    let firstChange = field.edit(to: "x")
    let first = try #require(firstChange)
    #expect(first.before == .untouched)
    #expect(first.after == .invalid)
    #expect(first.hasChanged)
    #expect(first.appeared.map(\.code) == ["length.tooShort", "lacks.found"])
    let secondChange = field.edit(to: "xxx")
    let second = try #require(secondChange)
    #expect(second.before == second.after)
    #expect(second.appeared.isEmpty)
    #expect(second.disappeared.map(\.code) == ["length.tooShort"])
    let thirdChange = field.edit(to: "abc")
    let third = try #require(thirdChange)
    #expect(third.before != third.after)
    #expect(third.disappeared.map(\.code) == ["lacks.found"])
    #expect(third.errors.isEmpty)
  }
}

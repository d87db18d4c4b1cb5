import FormRules
import Testing

@Suite struct LiveFieldTests {
  private func field(_ policy: LiveField<String>.Policy) throws -> LiveField<String> {
    LiveField("", policy: policy, try Validator(.required, .length(min: 3), .lacks("x")))
  }

  @Test(arguments: [
    (LiveField<String>.Policy.input, [true, true, false, true]),
    (.focusLoss, [false, false, true, false]), (.focusLossThenInput, [false, false, true, true]),
    (.manual, [false, false, false, false]),
  ])
  func policyDeterminesWhenTheFieldIsJudged(policy: LiveField<String>.Policy, judged: [Bool]) throws
  {
    var field = try field(policy)
    #expect(field.validity == .unknown)
    let changes = [
      field.edit(to: "a"), field.edit(to: "ab"), field.loseFocus(), field.edit(to: "abc"),
    ]
    #expect(changes.map { $0 != nil } == judged)
    #expect(field.value == "abc")
    #expect(field.check().after == .valid)
  }

  @Test func changesListAppearedAndDisappearedErrors() throws {
    var field = try field(.input)
    let firstChange = field.edit(to: "x")
    let first = try #require(firstChange)
    #expect(first.before == .unknown)
    #expect(first.after == .invalid)
    #expect(first.changesValidity)
    #expect(first.appeared.map(\.code) == ["length.tooShort", "lacks.found"])
    let secondChange = field.edit(to: "xxx")
    let second = try #require(secondChange)
    #expect(!second.changesValidity)
    #expect(second.appeared.isEmpty)
    #expect(second.disappeared.map(\.code) == ["length.tooShort"])
    let thirdChange = field.edit(to: "abc")
    let third = try #require(thirdChange)
    #expect(third.changesValidity)
    #expect(third.disappeared.map(\.code) == ["lacks.found"])
    #expect(third.result.isValid)
  }
}

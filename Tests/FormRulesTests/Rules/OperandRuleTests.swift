import Testing

@testable import FormRules

/// Rules that compare with other fields, the clock and run parameters.
@Suite struct OperandRuleTests {
  private let form = Form(
    name: "f",
    fields: [
      Field(name: "a", type: .date()), Field(name: "b", label: "B day", type: .date()),
      Field(name: "at", type: .datetime()), Field(name: "n", type: .integer),
      Field(name: "d", type: .decimal()), Field(name: "x", type: .number),
      Field(name: "s", type: .text), Field(name: "t", type: .text, trim: true),
    ])

  @Test func rangeIsBoundedByAnotherField() throws {
    let rule = try bind(RangeRule.self, ["min": ["field": "n"], "max": 10], on: "d", of: form)
    #expect(code(rule, on: "d", of: form, ["d": "5.0", "n": "5"]) == nil)
    #expect(code(rule, on: "d", of: form, ["d": "4.99", "n": "5"]) == "range.tooSmall")
    for nothing in [nil, "", "five"] {
      #expect(
        code(rule, on: "d", of: form, ["d": "4", "n": nothing].compactMapValues { $0 }) == nil)
    }
    // The other bound still applies.
    #expect(code(rule, on: "d", of: form, ["d": "10.1"]) == "range.tooLarge")
    #expect(rule.arguments.map(\.value) == ["n", "field", "10", "value", "number"])
  }

  @Test func exactAndBinaryNumbersAreCompared() throws {
    let rule = try bind(RangeRule.self, ["minExclusive": ["field": "d"]], on: "x", of: form)
    #expect(code(rule, on: "x", of: form, ["x": "0.75", "d": "0.5"]) == nil)
    #expect(code(rule, on: "x", of: form, ["x": "0.5", "d": "0.50"]) == "range.notAbove")
  }

  @Test(
    arguments: [
      ("2026-06-14", nil), ("2026-06-15", "before.notBefore"), ("2026-06-16", "before.notBefore"),
    ] as [(String, String?)])
  func datesAreComparedWithToday(_ text: String, _ expected: String?) throws {
    let rule = try bind(BeforeRule.self, "today", on: "a", of: form)
    #expect(code(rule, on: "a", of: form, ["a": text]) == expected)
  }

  @Test func datesCompareWithNowAsTheirFirstInstant() throws {
    let rule = try bind(AfterRule.self, ["date": "now", "orEqual": "true"], on: "a", of: form)
    #expect(code(rule, on: "a", of: form, ["a": "2026-06-15"]) == "after.before")
    #expect(code(rule, on: "a", of: form, ["a": "2026-06-16"]) == nil)
    let moment = try bind(AfterRule.self, ["date": "now", "orEqual": "true"], on: "at", of: form)
    #expect(code(moment, on: "at", of: form, ["at": "2026-06-15T12:00:00Z"]) == nil)
    #expect(code(moment, on: "at", of: form, ["at": "2026-06-15T13:59+02:00"]) == "after.before")
  }

  @Test func betweenComparesWithTwoFields() throws {
    let rule = try bind(
      BetweenRule.self, ["from": ["field": "b"], "to": "2026-12-31", "inclusive": "false"], on: "a",
      of: form)
    #expect(code(rule, on: "a", of: form, ["a": "2026-02-02", "b": "2026-02-01"]) == nil)
    #expect(
      code(rule, on: "a", of: form, ["a": "2026-02-01", "b": "2026-02-01"]) == "between.outside")
    #expect(code(rule, on: "a", of: form, ["a": "2026-02-01"]) == nil)
    #expect(code(rule, on: "a", of: form, ["a": "2026-12-31"]) == "between.outside")
    #expect(rule.arguments[0].value == "B day")
  }

  @Test func textIsComparedByTheBytesOfTheTrimmedField() throws {
    let same = try bind(EqualsRule.self, ["field": "t"], on: "s", of: form)
    let other = try bind(NotEqualsRule.self, ["to": ["field": "t"]], on: "s", of: form)
    #expect(code(same, on: "s", of: form, ["s": "x", "t": " x "]) == nil)
    #expect(code(other, on: "s", of: form, ["s": "x", "t": " x "]) == "notEquals.same")
    #expect(code(same, on: "s", of: form, ["s": " x ", "t": "x"]) == "equals.different")
    #expect(code(same, on: "s", of: form, ["s": "e\u{301}", "t": "\u{E9}"]) == "equals.different")
    for nothing in [[:], ["t": ""], ["t": "  "]] {
      let texts = nothing.merging(["s": "x"]) { $1 }
      #expect(code(same, on: "s", of: form, texts) == nil)
      #expect(code(other, on: "s", of: form, texts) == nil)
    }
  }

  @Test func numbersAreComparedByValue() throws {
    let rule = try bind(EqualsRule.self, ["field": "n"], on: "d", of: form)
    #expect(code(rule, on: "d", of: form, ["d": "5.00", "n": "05"]) == nil)
    #expect(code(rule, on: "d", of: form, ["d": "5.01", "n": "5"]) == "equals.different")
  }

  @Test func aRunParameterIsRead() throws {
    let parameters = [RunParameter(name: "start", type: .date()), .init(name: "who", type: .text)]
    let run = testRun(parameters: [
      Literal(.date(CalendarDate(year: 2026, month: 1, day: 1)!), bytes: []), Literal(text: "ana"),
    ])
    let after = try bind(
      AfterRule.self, ["param": "start"], on: "a", of: form, runParameters: parameters)
    #expect(code(after, on: "a", of: form, ["a": "2026-01-02"], in: run) == nil)
    #expect(code(after, on: "a", of: form, ["a": "2026-01-01"], in: run) == "after.notAfter")
    let equals = try bind(
      EqualsRule.self, ["param": "who"], on: "s", of: form, runParameters: parameters)
    #expect(code(equals, on: "s", of: form, ["s": "ana"], in: run) == nil)
    #expect(code(equals, on: "s", of: form, ["s": "Ana"], in: run) == "equals.different")
  }

  @Test func mustFailsOnlyWhenFalse() throws {
    let rule = try bind(MustRule.self, "b is blank or b >= a", of: form)
    #expect(code(rule, of: form, ["a": "2026-01-02", "b": "2026-01-01"]) == "must.isFalse")
    #expect(code(rule, of: form, ["a": "2026-01-02", "b": "2026-01-02"]) == nil)
    #expect(code(rule, of: form, ["a": "2026-01-02"]) == nil)
    #expect(code(rule, of: form, ["a": "soon", "b": "2026-01-01"]) == nil)
    #expect(rule.arguments == [MessageArgument("condition", "b is blank or b >= a")])
  }
}

import Testing

@testable import FormRules

/// Codes whose validity depends on a year.
@Suite struct CodeRuleTests {
  private let text = Form(name: "f", fields: [Field(name: "value", type: .text)])

  /// Two digits mean a year from 50 years before now to 49 years after.
  @Test(arguments: [
    ("2026-06-15", "06/75", "cardExpiry.tooFar"), ("2026-06-15", "06/76", "cardExpiry.expired"),
    ("2080-06-15", "06/29", "cardExpiry.tooFar"), ("2080-06-15", "06/30", "cardExpiry.expired"),
  ])
  func centuriesOfCardsFollowFromTheDay(day: String, text: String, code: String) throws {
    let now = try #require(Instant(text: "\(day)T00:00:00Z"))
    let rule = try bind(CardExpiryRule.self, of: self.text)
    let run = RunState(RunState.Configuration(now: now), parameters: [], stateCount: 0)
    #expect(FormRulesTests.code(rule, of: self.text, ["value": text], in: run) == code)
  }

  /// The check digits of persons born until 1984 may stand for a remainder of 10.
  @Test(arguments: [("CZ8401010080", true), ("CZ8501010090", false)])
  func birthNumbersHaveACheckDigitSince1985(text: String, isValid: Bool) throws {
    let rule = try bind(VATRule.self, "CZ", of: self.text)
    #expect((code(rule, of: self.text, ["value": text]) == nil) == isValid)
  }
}

import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// Nested rules, cards and custom predicates, beyond the documented examples.
@Suite struct NestedRuleTests {
  private let text = Form(name: "f", fields: [Field(name: "value", type: .text)])

  @Test func rulesThatCannotBeNestedAreRefused() {
    #expect(
      bindingError(AnyRule.self, ["unique"], of: text)
        == "'unique' cannot be used inside 'any', which evaluates a single value")
    #expect(bindingError(NotRule.self, ["must"], of: text)?.contains("cannot be used") == true)
    #expect(bindingError(AllRule.self, ["emial"], of: text)?.contains("'email'") == true)
    #expect(
      bindingError(AllRule.self, [["email": "standard", "when": "x"]], of: text)
        == "'when' is not allowed inside 'all'; move it next to 'all'")
    #expect(
      bindingError(AnyRule.self, [["email": "standard", "message": "x"]], of: text)
        == "'message' is not allowed inside 'any'; move it next to 'any'")
    #expect(
      bindingError(AllRule.self, [["email": "standard", "says": "emial.invalid"]], of: text)
        == "unknown code 'emial.invalid'; did you mean 'email.invalid'?")
    #expect(
      bindingError(AllRule.self, [["email": "html", "length": 3]], of: text)?
        .hasPrefix("two rules in one entry") == true)
    #expect(bindingError(AnyRule.self, DefinitionNode(.sequence([])), of: text) != nil)
    #expect(bindingError(AnyRule.self, of: text) != nil)
    #expect(bindingError(AnyRule.self, [["range": ["min": 1]]], of: text)?.contains("type") == true)
  }

  @Test func depthIsLimited() throws {
    func nested(_ depth: Int) -> DefinitionNode {
      (0..<depth).reduce("email" as DefinitionNode) { node, _ in ["not": node] }
    }
    let rule = try bind(NotRule.self, nested(5), of: text)
    #expect(code(rule, of: text, ["value": "ana@example.com"]) == nil)
    #expect(bindingError(NotRule.self, nested(20), of: text)?.contains("deep") == true)
    #expect(bindingError(NotRule.self, nested(5_000), of: text)?.contains("deep") == true)
  }

  /// As the page on rules says, inner rules judge a text of blanks that they trim.
  @Test func trimmedBlanksAreJudgedInside() throws {
    let rule = try bind(AllRule.self, [["email": "standard", "trim": "true"]], of: text)
    #expect(code(rule, of: text, ["value": "  "]) == "email.invalid")
    #expect(code(rule, of: text, ["value": " ana@example.com "]) == nil)
  }

  /// A text that is too long for a pattern fails, also where a mismatch would pass.
  @Test func textsThatCannotBeJudgedFail() throws {
    let long = "<script>" + String(repeating: "z", count: 70_000)
    let pattern: DefinitionNode = ["pattern": "<script>", "mode": "search"]
    let patterns: DefinitionNode = [["pattern": pattern]]
    let cases: [(any Rule, String?)] = [
      (try bind(NotRule.self, patterns, of: text), "not.satisfied"),
      (try bind(NotRule.self, [["not": patterns]], of: text), "not.satisfied"),
      (try bind(NotRule.self, [["any": patterns]], of: text), "not.satisfied"),
      (try bind(AnyRule.self, patterns, of: text), "any.none"),
      (try bind(AllRule.self, patterns, of: text), "pattern.tooComplex"),
      (try bind(AnyRule.self, [["pattern": pattern], "required"], of: text), nil),
      (try bind(NotRule.self, [["pattern": pattern], ["length": ["max": 9]]], of: text), nil),
      (try bind(MustRule.self, "not (value matches '.*<script>.*')", of: text), "must.isFalse"),
      (try bind(MustRule.self, "value is not blank or value matches 'a'", of: text), nil),
    ]
    for (index, (rule, expected)) in cases.enumerated() {
      #expect(code(rule, of: text, ["value": long]) == expected, "\(index)")
    }
    let each = try bind(
      EachRule.self, patterns, of: Form(name: "f", fields: [Field(name: "value", type: .list())]))
    let found = failure(
      each, of: Form(name: "f", fields: [Field(name: "value", type: .list())]),
      ["value": "<script>,\(long)"])
    #expect(found?.code == "pattern.tooComplex")
    #expect(found?.arguments == [MessageArgument("item", "2")])
  }

  /// The condition is unknown because of a missing value, and not because of the text: the part
  /// with the pattern is false.
  @Test func textsWithoutEffectOnAConditionNeedNotBeJudged() throws {
    let form = Form(
      name: "f", fields: [Field(name: "value", type: .text), Field(name: "b", type: .integer)])
    let long = "<script>" + String(repeating: "z", count: 70_000)
    for (condition, expected) in [
      ("(value matches '.*<script>.*' and value is blank) or b > 5", nil),
      ("(value matches '.*<script>.*' or value is not blank) and b > 5", nil),
      ("value matches '.*<script>.*' or b > 5", "must.isFalse"),
    ] as [(String, String?)] {
      let rule = try bind(MustRule.self, .text(condition), of: form)
      #expect(code(rule, of: form, ["value": long]) == expected, "\(condition)")
    }
  }

  @Test func firstFailureIsReported() throws {
    let rule = try bind(AllRule.self, ["email", ["length": ["max": 3]]], of: text)
    var long = failure(rule, of: text, ["value": "ana@example.com"])
    #expect(long?.cause == 3)
    long?.cause = nil
    #expect(long == Failure("length.tooLong", [MessageArgument("length", 15)]))
    #expect(rule.arguments == [MessageArgument("rules", rules: ["email", "length"])])
  }

  @Test func predicatesAreRegisteredByName() throws {
    CustomPredicates.register("test.prefix") {
      arguments throws(CustomPredicates.ArgumentError) in
      guard let prefix = arguments["is"].map({ Array($0.utf8) }) else {
        throw CustomPredicates.ArgumentError("test.prefix needs is")
      }
      return { $0.count >= prefix.count && $0.extracting(0..<prefix.count).isEqual(to: prefix) }
    }
    let rule = try bind(
      CustomRule.self, ["name": "test.prefix", "args": ["is": "AB"]], of: text)
    #expect(code(rule, of: text, ["value": "ABC"]) == nil)
    #expect(code(rule, of: text, ["value": "BC"]) == "custom.failed")
    #expect(
      bindingError(CustomRule.self, "test.prefix", of: text) == "'custom': test.prefix needs is")
    #expect(bindingError(CustomRule.self, "luhm", of: text)?.contains("'luhn'") == true)
  }

  @Test(
    arguments: [
      ("34", nil), ("341", nil), ("3411", .amex), ("5105", .mastercard), ("2720", .mastercard),
      ("2721", nil), ("4175", .visa), ("417500", .visaElectron), ("4026", .visaElectron),
      ("4111 11", .visa), ("6221", .unionPay), ("6011", .discover), ("3528", .jcb),
      ("3052", .dinersClub),
      ("22001", .mir), ("4x11", nil), ("", nil), ("0000", nil), ("50 1", nil), ("5018", .maestro),
    ] as [(String, PaymentCardType?)])
  func typesAreSuggestedFromTheFourthDigit(_ typed: String, _ type: PaymentCardType?) {
    #expect(PaymentCardType.suggested(for: typed) == type)
  }

  @Test func noRuleTrapsOnBytesThatAreNotText() throws {
    let rules: [any Rule] = [
      try bind(PhoneRule.self, ["country": "any", "format": "any"], of: text),
      try bind(PhoneRule.self, ["profile": "shape"], of: text),
      try bind(PostcodeRule.self, "any", of: text), try bind(PaymentCardRule.self, of: text),
      try bind(CardExpiryRule.self, of: text), try bind(EmojiRule.self, ["only": "true"], of: text),
      try bind(PasswordStrengthRule.self, of: text),
      try bind(DateRule.self, ["profile": "iso8601"], of: text),
      try bind(DateTimeRule.self, of: text), try bind(DateTimeRule.self, "iso8601", of: text),
      try bind(TimeRule.self, ["clock": "12"], of: text), try bind(TimeRule.self, of: text),
      try bind(DurationRule.self, ["signed": "true"], of: text),
      try bind(ISOWeekRule.self, of: text),
      try bind(NumberRule.self, of: text), try bind(DecimalRule.self, ["group": ","], of: text),
      try bind(IntegerRule.self, of: text), try bind(LocaleRule.self, of: text),
      try bind(CountryCodeRule.self, "any", of: text),
      try bind(LanguageCodeRule.self, "any", of: text),
      try bind(AlphaRule.self, "ar", of: text),
      try bind(AlphanumericRule.self, "unicode", of: text),
      try bind(ContainsRule.self, "ab", of: text),
      try bind(ByteSizeRule.self, ["max": 3, "encoding": "base64"], of: text),
      try bind(EmailRule.self, "rfc5322", of: text), try bind(CustomRule.self, "luhn", of: text),
    ]
    let alphabet: [UInt8] =
      Array("019+-.: /()TZWPHMSex@[]\"\\,=aA\r\n".utf8) + [0x80, 0xC2, 0xE2, 0xF0, 0xFF, 0x00]
    _ = RandomRounds.run("RuleNested", 1_000, long: 3_000) { random, show in
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
      show("\(bytes)")
      withRecord(text, [:]) { record in
        for rule in rules { _ = rule.evaluate(.text, bytes.span, in: record) }
      }
      return nil
    }
  }
}

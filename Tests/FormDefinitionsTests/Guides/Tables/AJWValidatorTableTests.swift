import FormModels
import Foundation
import Testing

/// The tables of docs/guides/from-ajwvalidator.md, row by row.
@Suite struct AJWValidatorTableTests {
  @Test func validators() throws {
    typealias T = Double
    // | `validatorWithType:AJWValidatorStringType`
    #expect(try Validator(.required).isValid("a"))
    // | `AJWValidatorNumericType`
    #expect(try Validator(for: Int.self, .range(min: 1)).isValid(1))
    #expect(try Validator(for: Double.self, .range(min: 1)).isValid(1))
    #expect(try Validator(for: Decimal.self, .range(min: 1)).isValid(1))
    // | generic validators
    func least<Value: FormValue>(_ value: Value) throws -> Validator<Value> {
      try Validator(for: Value.self, .range(min: value))
    }
    #expect(try Validator(for: T.self, .range(min: 1)).isValid(2) && least(3).isValid(3))
    // | a rule that does not fit the type raises an exception
    #expect(throws: DefinitionErrors.self) { try Validator(for: Bool.self, .email()) }
    // | `addValidationToEnsurePresence…`
    try holds(.required, "a", "")
    // | `…MinimumLength:`, `…MaximumLength:`, `…RangeWithMinimum:maximum:` on strings
    try holds(.length(min: 2, max: 3, unit: .utf16), "😀", "😀😀")
    // | `…RangeWithMinimum:maximum:` on numbers
    try holds(.range(min: 1, max: 10), 10, 11)
    // | `…InstanceIsTheSameAs:`
    let x = "a"
    try holds(.equals(x), "a", "b")
    let form = try FormValidator {
      Property("password", .required)
      Property("repeated", .equals(.field("password")))
    }
    #expect(!form.validate(["password": "a", "repeated": "b"]).isValid)
    // | `…RegularExpressionIsMetWithPattern:`
    try holds(.pattern("[0-9]+"), "12", "a12")
    // | `…ValidEmail…`
    try holds(.email(), "user@valid.museum", "user@valid")
    try holds(.use("ajw.email"), "a@b.info", "user@valid.museum")
    // | `…StringContainsNumber…`
    try holds(.characters(.digit), "a1", "a")
    // | `…CustomConditionIsSatisfiedWithBlock:`
    try holds(.custom("code", "message") { (value: Int) in value % 2 == 0 }, 2, 3)
    struct Even: Requirement {
      let code = "even"
      let message = "{label} must be even."
      func check(_ value: Int) -> Bool { value % 2 == 0 }
    }
    try holds(.custom(Even()), 2, 3)
  }

  @Test(.timeLimit(.minutes(10))) func listsResultsAndFields() async throws {
    // | `…RemoteConditionIsSatisfiedAtURL:`
    let remote = try Validator(.remote("https://example.com", extra: ["form": "7"]))
    let client = ServiceClient { request in
      #expect(
        String(decoding: request.body, as: UTF8.self) == #"{"instance":"a","extra":{"form":"7"}}"#)
      return .response(status: 200, body: Array("true".utf8))
    }
    #expect(try await remote.validate("a", using: client).isValid)
    // | `addValidationsFromValidator:`, a validator in a validator
    let (first, second): ([RuleEntry], [RuleEntry]) = ([.required], [.email()])
    let rules = first + second
    #expect(try Validator(rules).isValid("ana@example.com"))
    // | `ruleCount`
    #expect(rules.count == 2)
    // | `errorMessages`
    let result = try Validator(rules).validate("a")
    #expect(result.errors.map(\.message).count == 1)
    // | `isValid`, `state`
    #expect(!result.isValid && result.status == .invalid)
    // | `validatorStateChangedHandler`
    let validator = try Validator(rules)
    let tell: (FieldValidation) -> Bool = \.hasChanged
    // | `ajw_attachValidator:`
    var field = FieldSession("", policy: .input, validator)
    // | invalid before the first validation
    #expect(FieldSession("", validator).state == .untouched)
    #expect(field.edit(to: "a").map(tell) == true)
  }

  @Test func theSwiftSuccessor() throws {
    let x = 3
    // | `ValidationRuleRequired`
    try holds(.required, "a", "")
    // | `ValidationRuleEquality(target:)`, `dynamicTarget`
    try holds(.equals(x), 3, 4)
    let form = try FormValidator {
      Property("a", as: .text)
      Property("b", .equals(.field("a")))
    }
    #expect(!form.validate(["a": "1", "b": "2"]).isValid)
    // | `ValidationRuleComparison(min:max:)`
    try holds(.range(min: 1, max: 3), 3, 4)
    // | `ValidationRuleLength(min:max:lengthType:)`
    for unit in [RuleEntry.LengthUnit.character, .utf8, .utf16, .scalar] {
      try holds(.length(min: 1, max: 4, unit: unit), "a", "abcde")
    }
    // | `ValidationRulePattern(pattern:)`
    try holds(.pattern("[0-9]+"), "12", "a12")
    // | `EmailValidationPattern.standard`
    try holds(.email(), "user@valid.museum", "user@valid")
    try holds(.use("val.email"), "user@valid.museum", "a..b@c.com")
    // | `ContainsNumberValidationPattern`, `CaseValidationPattern.uppercase`
    try holds(.characters(.digit), "a1", "a")
    try holds(.characters(.upper), "aB", "ab")
    // | `ValidationRuleContains(sequence:)`
    try holds(.in(["a", "b"]), "a", "c")
    // | `ValidationRuleURL`
    try holds(.url(schemes: ["any"]), "mailto:ana@example.com", "a b")
    // | `ValidationRulePaymentCard(availableTypes:)`
    try holds(
      .paymentCard(types: [.visa], strip: .nothing), "4111111111111111", "4111 1111 1111 1111")
    // | `ValidationRuleCondition { … }`
    try holds(.custom("code", "message") { (value: Int) in value % 2 == 0 }, 2, 3)
    // | `ValidationRuleSet`
    let rules: [RuleEntry] = [.required, .email().code("mail").message("No address")]
    // | `"x".validate(rules: set)`
    let checked = try rules.validate("x")
    #expect(!checked.isValid)
    // | `ValidationResult.invalid(errors)`
    let result = try rules.validate("x")
    #expect(result.status == .invalid && result.errors.count == 1)
    // | `merge(with:)`
    let other = try rules.validate("ana@example.com")
    #expect(!result.and(other).isValid)
    // | own `ValidationError` with `message`
    #expect(
      try "x".satisfyAll(.email().code("mail").message("No address")).errors[0].code == "mail")
  }
}

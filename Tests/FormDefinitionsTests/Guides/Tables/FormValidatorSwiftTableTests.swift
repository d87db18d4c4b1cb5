import FormModels
import Testing

/// The tables of docs/guides/from-formvalidatorswift.md, row by row.
@Suite struct FormValidatorSwiftTableTests {
  @Test func conditionsAndValidators() throws {
    let rules: [RuleEntry] = [.required, .email()]
    let (validator, text) = (try Validator(rules), "ana@example")
    // | `validator.checkConditions(text)`: violated conditions, nil when valid
    let result = validator.validate(text)
    #expect(result.status == .invalid && result.errors.count == 1 && result.value == text)
    // | `condition.check(text)`
    #expect(!validator.isValid(text))
    // | `condition.localizedViolationString`
    for error in result.errors { #expect(!error.message.isEmpty) }
    let own = RuleEntry.email().message("No address").message("Keine Adresse", language: "de")
    #expect(try text.satisfyAll(own).errors[0].message(in: "de") == "Keine Adresse")
    // | texts in 15 languages, chosen by the system
    let swedish = validator.validate(text, in: "sv").errors.map(\.message)
    for error in result.errors { #expect([error.message(in: "sv")] == swedish) }
    // | your own `Localizable.strings`
    let words = try Localization(
      "sv", catalogues: [MessageCatalogue(language: "sv", codes: ["email.invalid": "Nej"])])
    #expect(validator.validate(text, in: words).errors.map(\.message) == ["Nej"])
    // | `AlphabeticCondition(configuration: .init(allowsUnicode: true, allowsWhitespace: true))`
    try holds(.characters(.letter, mode: .only, whitespace: true), "Zoë B", "Zoë 1")
    // | `allowsUnicode: false`
    try holds(.characters(.letter, mode: .only, ascii: true), "Zoe", "Zoë")
    // | `AlphanumericCondition`
    try holds(.characters(.alphanumeric, mode: .only), "a1", "a-1")
    // | `NumericCondition`
    try holds(.characters(.digit, mode: .only), "12", "1a")
    // | `EmailCondition`
    try holds(.email(), "ana@example.com", "ana@example")
    try holds(.use("fvs.email"), "O'Neil@c.com", "a%b@c.com")
    // | `CreditCardCondition(cardType: [.visa, .mastercard])`
    try holds(.paymentCard(types: [.visa, .mastercard]), "4111111111111111", "378282246310005")
    try holds(
      .paymentCard(types: [.visa, .mastercard], luhn: false, strip: .nonDigits),
      "4111/1111/1111/1112", "378282246310005")
    // | `CreditCardValidator.validCardTypes(for:)`
    #expect(PaymentCardType.suggested(for: text) == nil)
    #expect(PaymentCardType.suggested(for: "4111") == .visa)
    // | `PasswordStrengthCondition(requiredStrength: .strong)`
    try holds(.passwordStrength(min: .strong), "Abcdefgh1", "abc")
    // | `PostcodeCondition(country: .unitedKingdom)`
    try holds(.postcode("GB"), "SW1A 1AA", "12345")
    for (country, code) in [("SE", "114 55"), ("TR", "34000"), ("US", "12345")] {
      try holds(.postcode(country), code, "x")
    }
    // | `PresentCondition`
    try holds(.required, "a", "")
    // | `RangeCondition(range: 3..<13)`
    try holds(.length(min: 3, max: 10), "abc", "ab")
    // | `URLCondition`
    try holds(.url(), "https://example.com", "example.com")
    // | `URLShorthandCondition`
    try holds(.url { $0.schemeRequired = false }, "example.com", "a b")
  }

  @Test func combinations() throws {
    let first: [RuleEntry] = [.required]
    let second: [RuleEntry] = [.email(), .length(max: 20)]
    // | `AndCondition(conditions:)`
    let list = try Validator(first + second)
    #expect(list.validate("a123456789012345678901").errors.count == 2)
    try holds(.all(.email(), .length(max: 20)), "ana@example.com", "a")
    // | `OrCondition(conditions:)`
    try holds(.any(.email(), .uuid()), "ana@example.com", "a")
    #expect(try Validator(anyOf: [.email(), .uuid()]).validate("a").errors.count == 2)
    // | `NotCondition(condition:)`
    try holds(.not(.contains("x")), "a", "x")
    // | `CompositeValidator(validators:)`
    #expect(try Validator(first + second).isValid("ana@example.com"))
    let (a, b, x) = (try Validator(first), try Validator(second), "ana@example")
    #expect(!a.validate(x).and(b.validate(x)).isValid)
    // | `OptionalValidator(conditions:)`
    #expect(try !Validator(.required, .email()).isValid("") && Validator(.email()).isValid(""))
    // | `removeConditionOfClass(EmailCondition.self)`
    let rules = second
    #expect(rules.filter { $0.rule != "email" }.count == 1)
    // | `Configuration`, `ConfigurableCondition`
    try holds(.email(quoted: true), #""a b"@example.com"#, "a b@example.com")
    // | own `Condition`
    struct Even: Requirement {
      let code = "even"
      let message = "{label} must be even."
      func check(_ value: Int) -> Bool { value % 2 == 0 }
    }
    try holds(.custom(Even()), 2, 3)
    // | `shouldAllowViolation`, `validateOnFocusLossOnly`
    #expect(try InputFilter(.length(max: 2)).allows("ab", after: "a"))
    #expect(FieldSession("", policy: .focusLoss, a).state == .untouched)
  }

  @Test func typing() throws {
    let rules: [RuleEntry] = [.length(exact: 2)]
    let validator = try Validator(rules)
    // | `shouldAllowViolation = false` refuses what would violate
    #expect(try !InputFilter(rules).allows("abc", after: "ab"))
    // | `validateOnFocusLossOnly = true`
    var field = FieldSession("", policy: .focusLossThenInput, validator)
    #expect(field.edit(to: "a") == nil)
    // | `validatorControl(_:changedValidState:)`
    let left = field.blur()
    let change = try #require(left)
    #expect(change.before != change.after && change.after == .invalid)
    // | `validatorControl(_:violatedConditions:)`
    #expect(change.appeared.count == 1 && change.disappeared.isEmpty)
    #expect(change.errors.count == 1)
    // | `validatorControlDidChange(_:)`
    #expect(field.edit(to: "ab")?.after == .valid)
    // | `isValid`
    #expect(field.validate().after == .valid)
  }
}

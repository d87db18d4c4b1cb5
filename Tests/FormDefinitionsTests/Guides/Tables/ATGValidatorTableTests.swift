import FormModels
import Foundation
import Testing

/// The tables of docs/guides/from-atgvalidator.md, row by row.
@Suite struct ATGValidatorTableTests {
  @Test func valuesAndResults() throws {
    let (value, rule) = ("ana@example.com", RuleEntry.email())
    // | `value.satisfyAll(rules:)`, `satisfyAny(rules:)`
    #expect(try value.satisfyAll(.required, rule).isValid)
    #expect(try value.satisfyAny(.blank, rule).isValid)
    #expect(try Validator(.required, rule).isValid(value))
    #expect(try Validator(anyOf: [.blank, rule]).isValid(value))
    // | `String`, `Bool`, `Int`, `Double`, `Float`, `Array`, `Date` are `Validatable`
    enum Size: String, FormValue { case small, large }
    let x = 1.5
    let all: [any FormValue] = [
      "a", true, 1, UInt8(1), 1.5, Float(1.5), ["a"], Date(), Decimal(1), Data(), UUID(),
      URL(fileURLWithPath: "/"), Substring("a"), Size.small, Double(x),
      Int?.none as (any FormValue)? ?? 1,
    ]
    #expect(all.count == 16 && Double(CGFloat(x)) == x)
    // | own `Validatable` with `inputValue`
    struct Grade: FormValue {
      let points: Int
      static var fieldType: FieldType { .integer }
      var formText: String? { String(points) }
      init?(formText: String) {
        guard let points = Int(formText) else { return nil }
        self.points = points
      }
    }
    try holds(
      .range(min: 1), try #require(Grade(formText: "1")), try #require(Grade(formText: "0")))
    // | `Result` with `status`, `errors`, `value`
    let result: ValidationResult<String> = try value.satisfyAll(rule)
    #expect(result.status == .valid && result.errors.isEmpty && result.value == value)
    // | `Result.succeed(v)`, `Result.fail(v, withErrors:)`
    let v = value
    let error = ValidationError(rule: "own", code: "own", message: "No.")
    #expect(ValidationResult(v).isValid)
    #expect(!ValidationResult(v, failures: [error]).isValid)
    // | `result.and(other)`, `.or(other)`, merging results
    let other = ValidationResult(v, failures: [error])
    let results = [result, other]
    #expect(!result.and(other).isValid && result.or(other).isValid)
    #expect(!results.merged().isValid)
    #expect(results.satisfyAny()?.isValid == true)
    // | `rule.with(error:)`
    #expect(try "a".satisfyAll(rule.code("mail")).errors.map(\.code) == ["mail"])
    // | `rule.with(errorMessage:)`
    let worded = rule.message("No address").message("Keine Adresse", language: "de")
    #expect(try "a".satisfyAll(worded).errors.map { $0.message(in: "de") } == ["Keine Adresse"])
    // | `ValidationError.lengthOutOfRange` and the like
    for (text, code) in [("a", "length.tooShort"), ("abcdef", "length.tooLong")] {
      for error in try text.satisfyAll(.length(min: 2, max: 5)).errors {
        #expect(error.code == code)
      }
    }
    // | no default texts
    #expect(try !Validator(rule).validate("a", in: "de").errors[0].message.isEmpty)
    #expect(MessageCatalogue.builtInLanguages.count == 15)
    // | a value of the wrong type fails with `invalidType`
    let form = try FormValidator { Property("age", as: .integer) }
    #expect(form.validate(["age": "x"]).errors.map(\.code) == ["integer.invalid"])
  }

  @Test func rules() throws {
    let x = 3
    // | `EqualityRule(value: x)`
    try holds(.equals(x), 3, 4)
    // | `EqualityRule(value: x, mode: .notEqual)`
    try holds(.notEquals(x), 4, 3)
    // | `RangeRule(min: 1, max: 5)`
    try holds(.range(min: 1, max: 5), 5, 6)
    try holds(.range(minExclusive: 1, maxExclusive: 5), 4, 5)
    // | `StringLengthRule(min: 2, max: 5)`
    try holds(.length(min: 2, max: 5).trimmed(), " ab ", " a ")
    // | `trimWhiteSpace: false`
    try holds(.length(min: 2), " a", "a")
    try holds(.length(min: 2).trimmed(), "aa", " a")
    // | `ignoreCharactersIn: .whitespaces`
    try holds(.length(max: 5, ignore: [.space]), "a b c d e", "a b c d e f")
    // | `StringLengthRule.min(2)`, `.max(5)`, `.equal(to: 3)`
    try holds(.length(min: 2), "ab", "a")
    try holds(.length(max: 5), "ab", "abcdef")
    try holds(.length(exact: 3), "abc", "ab")
    // | `StringLengthRule.required()`
    try holds(.required, "a", "")
    let trimming = try ModelValidator<[String]> { Property("a", \.[0], .required).trimmed() }
    #expect(trimming.validate([" a "]).isValid && !trimming.validate([" "]).isValid)
    // | `StringRegexRule(regex: "…")`
    try holds(.pattern("[a-z]+").trimmed(), " ab ", "ab1")
    // | `StringRegexRule.email`
    try holds(.email(), "ana@example.com", "ana@example")
    try holds(.use("atg.email").trimmed(), " a..b@c.com ", "a@b")
    // | `StringRegexRule.containsNumber(min: 1, max: 3)`
    try holds(.characters(.digit, min: 1, max: 3), "1a2b3", "1234")
    // | `.containsUpperCase()`, `.containsLowerCase()`
    try holds(.characters(.upper, ascii: true), "aB", "ab")
    try holds(.characters(.lower, ascii: true), "aB", "AB")
    // | `StringRegexRule.numbersOnly`
    try holds(.characters(.digit, mode: .only, ascii: true), "123", "12a")
    // | `.upperCaseOnly`, `.lowerCaseOnly`
    try holds(.characters(.upper, mode: .only, ascii: true), "AB", "Ab")
    try holds(.characters(.lower, mode: .only, ascii: true), "ab", "Ab")
    // | `CharacterSetRule(set, mode: .contains(2, 4))`
    try holds(.characters(.symbol, min: 2, max: 4), "a+b=c", "$")
    // | `mode: .containsOnly`, `.doesNotContain`
    try holds(.characters(.symbol, mode: .only), "$$", "$a")
    try holds(.characters(.symbol, mode: .lacks), "a", "$a")
    // | `CharacterSetRule.containsSymbols()`
    for symbol in "$+<=>^" { try holds(.characters(.symbol), String(symbol), "a") }
    for symbol in "!#%&*@" { try holds(.characters(.symbol, .punctuation), String(symbol), "a") }
    // | `ignoreCharactersIn:` of a set
    try holds(.characters(.digit, mode: .only, ignore: ["-", .space]), "1-2 3", "1_2")
    // | `StringValueMatchRule(base: field)`
    let form = try FormValidator {
      Property("password", .required)
      Property("repeated", .equals(.field("password")))
    }
    #expect(!form.validate(["password": "a", "repeated": "b"]).isValid)
    // | `PaymentCardRule(acceptedTypes: [.visa])`
    try holds(.paymentCard(types: [.visa]), "4111 1111 1111 1111", "378282246310005")
    try holds(.paymentCard(strip: .nonDigits), "no 4111/1111/1111/1111", "4111/1111/1111/1112")
    // | its two errors
    let card = try Validator(.paymentCard(types: [.visa]))
    #expect(card.validate("4111").errors.map(\.code) == ["paymentCard.invalid"])
    #expect(card.validate("378282246310005").errors.map(\.code) == ["paymentCard.notAccepted"])
    // | `PaymentCardType(cardNumber:)`, `suggestedTypeForCardNumber(_:)`
    let text = "4111"
    #expect(PaymentCardType.suggested(for: text) == .visa)
    // | own `Rule`
    struct Even: Requirement {
      let code = "even"
      let message = "{label} must be even."
      func check(_ value: Int) -> Bool { value % 2 == 0 }
    }
    try holds(.custom(Even()), 2, 3)
  }

  @Test func controls() throws {
    let validator = try Validator(.required, .length(min: 2))
    // | `validateOnInputChange(true)`
    var live = FieldSession("", policy: .input, validator)
    #expect(live.edit(to: "a")?.after == .invalid)
    // | `validateOnFocusLoss(true)`
    var left = FieldSession("", policy: .focusLoss, validator)
    #expect(left.blur()?.after == .invalid)
    // | `AutoValidationPolicy.never`
    var silent = FieldSession("", policy: .manual, validator)
    #expect(silent.edit(to: "a") == nil && silent.blur() == nil)
    // | `validateTextField()`, `validateForm(…)`
    let change = silent.validate()
    let model = try ModelValidator<[String]> { Property("a", \.[0], .required) }
    #expect(!change.errors.isEmpty && model.validate(["a"]).isValid)
    // | `validationHandler = { result in }`
    let handle: (FieldValidation) -> Bool = { change in
      change.hasChanged && change.appeared.count == 1 && change.disappeared.isEmpty
        && change.after == .invalid && change.errors.count == 1
    }
    #expect(handle(change))
    // | `formHandler`
    let results = [silent, live].map { field in validator.validate(field.value) }
    #expect(!results.merged().isValid)
    // | `ValidatorCache`, `cleanUpFromValidatorCache()`
    #expect(validator.isValid("ab"))
  }
}

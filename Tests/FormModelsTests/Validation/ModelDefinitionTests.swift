import FormModels
import Testing

/// A model that is validated by a separate form and rule set, and rule lists wherever rules
/// are accepted.
@Suite struct ModelDefinitionTests {
  struct SignUp: Sendable {
    var email = " ana@example.com "
    var day = CalendarDate(year: 2026, month: 1, day: 31)
    var price = 1.5
    var count = "7"
    var code: Int? = 5
  }

  private let form = Form(
    name: "signups",
    fields: [
      Field(name: "email", label: "E-mail", type: .text, required: true, trim: true),
      Field(name: "day", type: .date(formats: [DateFormat("DD.MM.YYYY")].compactMap { $0 })),
      Field(name: "price", type: .decimal(.init(scale: 2, point: ","))),
      Field(name: "count", type: .integer), Field(name: "code", type: .text),
    ])
  private let rules = RuleSet(
    name: "signups", form: "signups",
    fields: [
      FieldRules(field: "email", rules: [.email()]),
      FieldRules(field: "code", rules: [.length(exact: 1)]),
    ])

  private func validator() throws -> ModelValidator<SignUp> {
    try ModelValidator<SignUp>(form, rules) {
      Property("code", \.code)
      Property("count", \.count, rules: [.range(min: 5)])
      Property("price", \.price)
      Property("day", \.day)
      Property("email", \.email)
      Property("isFree", reading: { $0.price == 0 })
      RecordRules(rules: [.must("not isFree")])
    }
  }

  @Test func validatorsKeepTheForm() throws {
    let validator = try validator()
    #expect(validator.validate(SignUp()).isValid)
    let names = ["email", "day", "price", "count", "code", "isFree"]
    #expect(validator.form.fields.map(\.name) == names)
    let empty = validator.validate(SignUp(email: "  "))
    #expect(empty.errors.map(\.rule) == ["email.required"])
    #expect(empty.errors.first?.message == "E-mail is required.")
    let wrong = validator.validate(SignUp(email: "x", price: 1.555, count: "x", code: 12))
    #expect(
      wrong.errors.map(\.rule) == ["email.email", "price.decimal", "count.integer", "code.length"])
    #expect(
      validator.validate(SignUp(price: 0, count: "4")).errors.map(\.rule) == [
        "count.range", "record.must",
      ])
  }

  @Test func incompatibleValuesAreReported() {
    let error = #expect(throws: DefinitionErrors.self) {
      try ModelValidator<SignUp>(form, rules) {
        Property("emial", \.email)
        Property("day", \.price)
        Property("count", \.count)
        Property("code", \.code)
      }
    }
    let words = error?.description ?? ""
    #expect(error?.errors.count == 3)
    #expect(
      words.contains("field 'email' of form 'signups' has no property; did you mean 'emial'?"))
    #expect(words.contains("property 'day' is number, but the form's field is date"))
    #expect(words.contains("field 'price' of form 'signups' has no property"))
  }

  @Test func validatorsHaveNames() throws {
    let list: [RuleEntry] = [.required, .pattern("a.*"), .pattern(".*b")]
    let validator = try Validator("email", label: "E-mail", list)
    let error = try #require(validator.validate("").errors.first)
    #expect(error.field == "email" && error.rule == "email.required")
    #expect(error.message == "E-mail is required.")
    #expect(validator.validate("a").errors.map(\.rule) == ["email.pattern.2"])
    #expect(
      try Validator("age", for: Int.self, .range(min: 1)).validate(0).errors[0].field == "age")
    #expect(try Validator(list).validate("").errors[0].field == "value")
  }

  @Test func listsOfRulesAreAccepted() throws {
    let digits: [RuleEntry] = [.pattern("[0-9]*"), .length(max: 2)]
    let filter = try InputFilter(digits)
    #expect(filter.allows("12", after: "1"))
    #expect(!filter.allows("1a", after: "1") && !filter.allows("123", after: "12"))
    #expect(try digits.validate("1").isValid && Validator(anyOf: digits).validate("1a").isValid)
    #expect(try "abc".satisfyAll(.not(digits)).isValid)
    #expect(try "12".satisfyAll(.any(digits), .all(digits)).isValid)
  }

  @Test func numbersOfAnyKindAreCompared() throws {
    #expect(try !472.satisfyAll(.equals(472.5)).isValid)
    #expect(try 472.satisfyAll(.notEquals(472.5)).isValid)
    #expect(try 472.satisfyAll(.equals(472.0)).isValid)
    #expect(try 472.satisfyAll(.equals("472.00")).isValid)
    #expect(throws: DefinitionErrors.self) { try 472.satisfyAll(.equals("x")) }
  }

  @Test func resultsOfAnyTypesAreMerged() throws {
    let age = try 5.satisfyAll(.range(min: 18))
    let name = try "".satisfyAll(.required)
    let results: [any AnyValidationResult] = [age, name, try true.satisfyAll(.equals(true))]
    #expect(merged(results).errors.map(\.code) == ["range.tooSmall", "required"])
    #expect(merged(Array(results.suffix(1))).isValid)
    let both = merged(age, name)
    #expect(both.value == (5, ""))
    #expect(both.errors.map(\.code) == ["range.tooSmall", "required"])
    #expect(!both.isValid)
  }
}

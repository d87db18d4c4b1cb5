import FormModels
import Testing

@Suite struct ModelValidatorTests {
  struct Account: Sendable, Equatable {
    var email = "ana@example.com"
    var password = "correct horse"
    var repeated = "correct horse"
    var age: Int? = 30
    var company: String?
    var tags: [String] = []
  }

  private func validator() throws -> ModelValidator<Account> {
    try ModelValidator(name: "accounts") {
      Property("email", \.email, .required, .email()).label("E-mail")
      Property("password", \.password, .required, .length(min: 8), .lacks(" ").severity(.info))
      Property("repeated", \.repeated, .equals(.field("password")).scenarios("signUp"))
      Property("age", \.age, .range(min: 0, max: 120))
      Property("company", \.company, .length(min: 2).when("age >= 18"))
      Property("isNamed", reading: { $0.company != nil })
      Property("tags", \.tags, .length(max: 2), .in(["a", "b"]))
      RecordRules(.must("email != password").at("password"))
    }
  }

  private func rules(_ result: ValidationResult<some Any>) -> [String] { result.errors.map(\.rule) }

  @Test func validModelHasNoErrors() throws {
    let result = try validator().validate(Account())
    #expect(result.isValid)
    #expect(result.value == Account())
    #expect(result.warnings.map(\.rule) == ["password.lacks"])
  }

  @Test func errorsFollowTheOrderOfProperties() throws {
    let account = Account(
      email: "short", password: "short", repeated: "other", age: 130, company: "x",
      tags: ["a", "c", "b"])
    let result = try validator().validate(account)
    let expected = [
      "email.email", "password.length", "repeated.equals", "age.range", "company.length",
      "tags.length", "tags.in", "password.must",
    ]
    #expect(rules(result) == expected)
    #expect(result.errors(at: "password").map(\.rule) == ["password.length", "password.must"])
    #expect(result.errors.first?.message.hasPrefix("E-mail must be") == true)
  }

  @Test func stopAppliesToOneCall() throws {
    let account = Account(email: "x", password: "y", repeated: "z", tags: ["a", "c", "b"])
    let validator = try validator()
    #expect(rules(validator.validate(account).upTo(.first)) == ["email.email"])
    #expect(
      rules(validator.validate(account).upTo(.firstPerField)) == [
        "email.email", "password.length", "repeated.equals", "tags.length",
      ])
  }

  @Test func scenariosAndConditionsSelectRules() throws {
    let validator = try validator()
    var account = Account(repeated: "other")
    #expect(rules(validator.validate(account, scenario: "signUp")) == ["repeated.equals"])
    #expect(validator.validate(account, scenario: "edit").isValid)
    account = Account(age: 17, company: "x")
    #expect(validator.validate(account).isValid)
    account.age = 18
    #expect(rules(validator.validate(account)) == ["company.length"])
    account.age = nil
    let unknown = validator.validate(account)
    #expect(unknown.isValid)
    #expect(unknown.skipped == ["company.length"])
  }

  /// A closure converts values without a text to conditions.
  @Test func propertiesMayBeComputed() throws {
    let validator = try ModelValidator<Account> {
      Property("isAdult", reading: { ($0.age ?? 0) >= 18 })
      Property("company", \.company, .required.when("isAdult = true"))
    }
    #expect(rules(validator.validate(Account())) == ["company.required"])
    #expect(validator.validate(Account(age: 3)).isValid)
  }

  @Test func orderedPropertiesAreCompared() throws {
    let validator = try ModelValidator<Account> {
      Property("email", \.email, .length(max: 1)).order(200)
      Property("password", \.password, .length(max: 1))
      Property("repeated", \.repeated, .length(max: 1)).order(-1)
      Property("company", \.company, .required)
    }
    #expect(validator.form.fields.map(\.name) == ["repeated", "password", "company", "email"])
    #expect(
      rules(validator.validate(Account())) == [
        "repeated.length", "password.length", "company.required", "email.length",
      ])
  }

  @Test func buildersAcceptBranchesAndLoops() throws {
    func make(_ isStrict: Bool) throws -> ModelValidator<Account> {
      try ModelValidator {
        if isStrict { Property("email", \.email, .length(max: 1)) }
        if isStrict {
          RecordRules(.must("age > 100").at("age"))
        } else {
          RecordRules(.must("age > 0").at("age"))
        }
        for name in ["age", "age2"] { Property(name, \.age) }
      }
    }
    #expect(rules(try make(true).validate(Account())) == ["email.length", "age.must"])
    #expect(try make(false).validate(Account()).isValid)
  }

  @Test func uniqueComparesModelsThatAreJudgedTogether() throws {
    let validator = try ModelValidator<Account> {
      Property("email", \.email, .unique())
      Property("password", \.password)
      RecordRules(.unique("email", "password"))
    }
    let accounts = [Account(), Account(email: "b@example.com"), Account()]
    #expect(
      validator.validate(all: accounts).map(rules) == [[], [], ["email.unique", "record.unique"]])
    #expect(validator.validate(Account()).isValid)
    #expect(validator.validate(Account()).isValid)
    #expect(validator.validate(all: []).isEmpty)
  }

  @Test func filesAreReadThroughFileAccess() throws {
    struct Folder: FileAccess {
      func open(_ path: String) throws(FileRefusal) -> any FileContent {
        if path != "a.txt" { throw .notFound }
        return Text()
      }
      struct Text: FileContent {
        let size = 4
        func read(at offset: Int, count: Int) throws(FileRefusal) -> [UInt8] {
          Array(Array("text".utf8)[offset..<min(size, offset + count)])
        }
      }
    }
    let form = Form(name: "f", fields: [Field(name: "file", type: .file)])
    let set = RuleSet(
      name: "r", form: "f", fields: [FieldRules(field: "file", rules: [.byteSize(max: 3)])])
    let validator = try FormValidator(form, set, files: Folder())
    #expect(validator.validate(["file": "a.txt"]).errors.map(\.code) == ["byteSize.tooLarge"])
    #expect(validator.validate(["file": "b.txt"]).errors.map(\.code) == ["byteSize.notFound"])
    #expect(validator.validate(["file": [UInt8]("abc".utf8)]).isValid)
  }

  /// The rules of a range remain those of its other fields.
  @Test(arguments: ["a", "b", "c"])
  func rulesOfARangeAreReplacedForOneField(_ name: String) throws {
    let names = ["a", "b", "c"]
    let form = Form(name: "f", fields: names.map { Field(name: $0, type: .text) })
    let set = RuleSet(
      name: "r", form: "f", fields: [FieldRules(field: "a..c", rules: [.length(max: 1)])])
    let validator = try FormValidator(form, set).replacingRules(of: name, with: .length(max: 3))
    let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, "xx") })
    let others = names.filter { $0 != name }.map { "\($0).length" }
    #expect(rules(validator.validate(texts)) == others)
    #expect(rules(validator.validate([name: "xxxx"])) == ["\(name).length"])
  }

  @Test func rulesAreConvertedToARuleSet() throws {
    let validator = try validator()
    let set = validator.ruleSet
    #expect(set.name == "accounts")
    #expect(set.form == validator.form.name)
    #expect(set.recordRules == [.must("email != password").at("password")])
    let other = try FormValidator(validator.form, set)
    let result = other.validate([
      "email": "ana", "password": "1234567", "repeated": "1234567", "age": "x", "tags": "a,b,c",
    ])
    #expect(
      rules(result) == [
        "email.email", "password.length", "age.integer", "tags.length", "tags.in",
      ])
    let bound = try ModelValidator<Account>(set) {
      Property("email", \.email)
      Property("password", \.password)
      Property("repeated", \.repeated)
      Property("age", \.age)
      Property("company", \.company, .blank)
      Property("tags", \.tags)
    }
    #expect(
      rules(bound.validate(Account(email: "x", company: "yz"))) == ["email.email", "company.blank"])
  }

  @Test func dictionariesAreJudgedByTheirTexts() throws {
    let validator = try FormValidator {
      Property("age", as: .integer, .required, .range(max: 120))
      Property("tags", as: .list(), .length(max: 1))
      Property("at", as: .datetime(), .before(.now))
    }
    let texts = ["age": "130", "tags": "a,b"]
    #expect(rules(validator.validate(texts)) == ["age.range", "tags.length"])
    #expect(
      rules(validator.validate(["age": 130, "tags": ["a", "b"]])) == ["age.range", "tags.length"])
    #expect(validator.validate(["age": 5, "tags": ["a,b"], "other": true]).isValid)
    #expect(rules(validator.validate(["age": Optional<Int>.none])) == ["age.required"])
    #expect(rules(validator.validate(["age": 5.5])) == ["age.integer"])
  }

  @Test func parametersAreCheckedOnCreation() throws {
    let form = Form(name: "f", fields: [Field(name: "day", type: .date())])
    let set = RuleSet(
      name: "r", form: "f",
      fields: [FieldRules(field: "day", rules: [.after(.parameter("start"))])],
      parameters: [RunParameter(name: "start", type: .date())])
    #expect(throws: DefinitionErrors.self) { try FormValidator(form, set) }
    #expect(throws: DefinitionErrors.self) {
      try FormValidator(form, set, parameters: ["start": "x"])
    }
    let start = try #require(CalendarDate(year: 2026, month: 1, day: 1))
    let validator = try FormValidator(form, set, parameters: ["start": start])
    #expect(rules(validator.validate(["day": "2025-12-31"])) == ["day.after"])
    #expect(validator.validate(["day": "2026-01-02"]).isValid)
  }
}

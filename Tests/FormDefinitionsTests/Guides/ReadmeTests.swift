import FormDefinitions
import FormModels
import Testing

/// The Swift code in the README.
@Suite struct ReadmeTests {
  @Test func asASwiftLibrary() throws {
    struct Account: Sendable {
      var email: String
      var age: Int?
    }
    let accounts = try ModelValidator<Account>(name: "accounts") {
      Property("email", \.email, .required, .email()).label("E-mail")
      Property("age", \.age, .range(min: 18).severity(.warning))
    }
    let result = accounts.validate(Account(email: "ana@example", age: 17))
    print(result.isValid, result.errors.map(\.code), result.warnings.map(\.rule))
    print(accounts.ruleSet.yaml)  // the same rules as a file, for `formrec check` and `import`
    #expect(result.errors.map(\.code) == ["email.invalid"])
    #expect(result.warnings.map(\.rule) == ["age.range"])
    #expect(try ParsedDefinitions(yaml: accounts.ruleSet.yaml).ruleSets == [accounts.ruleSet])
    #expect(try ParsedDefinitions(yaml: accounts.form.yaml).forms == [accounts.form])
  }
}

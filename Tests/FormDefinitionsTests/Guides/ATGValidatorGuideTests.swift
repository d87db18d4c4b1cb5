import FormModels
import Testing

/// The code of docs/guides/from-atgvalidator.md, with the results that the guide states.
@Suite struct ATGValidatorGuideTests {
  @Test func values() throws {
    let result = try "ana@example".satisfyAll(.length(max: 40), .email())
    print(result.status)  // invalid
    print(result.errors.map(\.code))  // ["email.invalid"]
    print(result.errors.map(\.message))  // ["Value must be an email address, such as …"]
    print(result.value)  // ana@example
    #expect(result.status == .invalid)
    #expect(result.errors.map(\.code) == ["email.invalid"])
    let messages = ["Value must be an email address, such as ana@example.com."]
    #expect(result.errors.map(\.message) == messages)
    #expect(result.value == "ana@example")
  }

  @Test func validatorsAndFields() throws {
    let validator = try Validator(label: "E-mail", .required, .length(max: 40), .email())
    print(validator.isValid("ana@example.com"))  // true
    print(validator.validate("").upTo(.first).errors.count)  // 1
    #expect(validator.isValid("ana@example.com"))
    #expect(validator.validate("").upTo(.first).errors.count == 1)

    var field = FieldSession("", policy: .focusLoss, validator)
    print(field.edit(to: "ana") == nil)  // true: not validated yet
    print(field.blur()?.after == .invalid)  // true
    #expect(field.edit(to: "ana") == nil)
    #expect(field.state == .invalid)
  }

  @Test func rules() throws {
    let password: [RuleEntry] = [
      .required, .length(min: 8, max: 64), .characters(.digit), .characters(.upper).id("upper"),
      .characters(.symbol, .punctuation).id("symbol").severity(.warning),
    ]
    let secret = try Validator(label: "Password", password)
    print(secret.validate("correct1").errors.map(\.rule))  // ["upper"]
    #expect(secret.validate("correct1").errors.map(\.rule) == ["upper"])
    #expect(secret.validate("correct1").warnings.map(\.rule) == ["symbol"])
  }

  /// The statements of the table about equivalents of ATGValidator's rules.
  @Test(arguments: [
    (RuleEntry.length(min: 2, max: 5).trimmed(), [" ab ", "abcde"], [" a ", "abcdef"]),
    (.length(max: 5, ignore: [.space]), ["a b c d e"], ["a b c d e f"]),
    (.use("atg.length", ["min": 2, "max": 5]), [" ab "], ["", " a ", "abcdef"]),
    (.use("atg.email").trimmed(), [" a..b@c.com "], ["a@b", "o'neil@c.com"]),
    (.characters(.digit, min: 1, max: 3), ["a1", "1a2b3"], ["a", "1234"]),
    (.characters(.upper, ascii: true), ["aB"], ["ab", "\u{C4}"]),
    (.characters(.digit, mode: .only, ascii: true), ["123"], ["12a", "\u{661}"]),
    (.characters(.symbol, min: 2, max: 4), ["$$", "a+b=c"], ["$", "!!"]),
    (.characters(.symbol, .punctuation), ["!", "$"], ["a"]),
    (.paymentCard(types: [.visa]), ["4111 1111 1111 1111"], ["378282246310005"]),
  ])
  func rulesOfTheTable(rule: RuleEntry, accepted: [String], rejected: [String]) throws {
    let validator = try Validator(rule)
    for text in accepted { #expect(validator.isValid(text), "\(text)") }
    for text in rejected { #expect(!validator.isValid(text), "\(text)") }
  }

  @Test func ownRules() throws {
    struct NoCapitalA: Requirement {
      let code = "noCapitalA"
      let message = "{label} must not contain A."
      func check(_ value: String) -> Bool { !value.contains("A") }
    }
    let name = try Validator(label: "Name", .required, .custom(NoCapitalA()))
    print(name.validate("Ana").errors.map(\.message))  // ["Name must not contain A."]
    #expect(name.validate("Ana").errors.map(\.message) == ["Name must not contain A."])

    let even = try Validator(
      for: Int.self, .custom("even", "{label} must be even.") { (value: Int) in value % 2 == 0 })
    print(even.isValid(3))  // false
    #expect(!even.isValid(3))
    #expect(even.isValid(4))
  }

  @Test func forms() throws {
    struct SignUp: Sendable {
      var password: String
      var repeated: String
    }
    let signUp = try ModelValidator<SignUp> {
      Property("password", \.password, .required, .length(min: 8))
      Property("repeated", \.repeated, .equals(.field("password"))).label("Repetition")
    }
    let outcome = signUp.validate(SignUp(password: "correct horse", repeated: "battery"))
    print(outcome.errors(at: "repeated").map(\.message))  // "Repetition must be equal to …"
    let messages = ["Repetition must be equal to “password”."]
    #expect(outcome.errors(at: "repeated").map(\.message) == messages)
  }
}

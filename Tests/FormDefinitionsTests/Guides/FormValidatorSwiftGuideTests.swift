import FormModels
import Testing

/// The code of docs/guides/from-formvalidatorswift.md, with the results that the guide states.
@Suite struct FormValidatorSwiftGuideTests {
  @Test func validators() throws {
    let email = try Validator(label: "E-mail", .required, .email())
    let failures = email.validate("ana@example").errors
    print(failures.map(\.code))  // ["email.invalid"]
    print(failures.first?.message ?? "")  // E-mail must be an email address, …
    print(failures.first?.message(in: "de") ?? "")  // „E-mail“ muss eine E-Mail-Adresse sein, …
    #expect(failures.map(\.code) == ["email.invalid"])
    #expect(
      failures.first?.message == "E-mail must be an email address, such as ana@example.com.")
    #expect(
      failures.first?.message(in: "de").hasPrefix("„E-mail“ muss eine E-Mail-Adresse sein") == true)
  }

  @Test func lists() throws {
    let rules: [RuleEntry] = [
      .characters(.letter, mode: .only, whitespace: true), .length(min: 3, max: 10),
      .any(.startsWith("A"), .not(.contains("x"))),
    ]
    let text = try Validator(rules)
    print(text.validate("x1").errors.map(\.rule))  // value.characters, value.length, value.any
    let shorter = try Validator(rules.filter { $0.rule != "any" })
    print(shorter.isValid("Max Muster"))  // true
    let codes = ["characters.notAllowed", "length.tooShort", "any.none"]
    #expect(text.validate("x1").errors.map(\.code) == codes)
    #expect(shorter.isValid("Max Muster"))
  }

  /// The statements of the table about equivalents of FormValidatorSwift's rules.
  @Test(arguments: [
    (RuleEntry.characters(.letter, mode: .only), ["ab\u{E9}"], ["a b", "a1"]),
    (.characters(.letter, mode: .only, ascii: true), ["ab"], ["\u{E9}"]),
    (.characters(.alphanumeric, mode: .only), ["a1"], ["a-1"]),
    (.use("fvs.alphabetic"), ["ab"], ["", "a b"]),
    (.use("fvs.email"), ["O'Neil@c.com"], ["a%b@c.com"]),
    (
      .paymentCard(types: [.visa, .mastercard], luhn: false, strip: .nonDigits),
      ["5300000000000000", "4111/1111/1111/1112"], ["378282246310005"]
    ),
    (.passwordStrength(min: .strong), ["Abcdefgh1"], ["abc"]),
    (.postcode("GB"), ["SW1A 1AA"], ["12345"]), (.postcode("SE"), ["123 45"], ["1234"]),
    (.length(min: 3, max: 10), ["abc", "abcdefghij"], ["ab", "abcdefghijk"]),
    (.url(), ["http://example.com"], ["example.com", "ftp://example.com"]),
    (.url { $0.schemeRequired = false }, ["example.com", "http://example.com"], ["example"]),
    (
      .url {
        $0.userinfo = false
        $0.port = .forbidden
        $0.fragment = false
      }, ["http://a.de"], ["http://a.de:1/"]
    ),
  ])
  func rulesOfTheTable(rule: RuleEntry, accepted: [String], rejected: [String]) throws {
    let validator = try Validator(rule)
    for text in accepted { #expect(validator.isValid(text), "\(text)") }
    for text in rejected { #expect(!validator.isValid(text), "\(text)") }
  }

  @Test func ownConditions() throws {
    let noCapitalA = RuleEntry.pattern("[^A]*").id("noCapitalA").message(
      "{label} must not contain A.")
    let name = try Validator(label: "Name", .required, noCapitalA)
    print(name.validate("Ana").errors.map(\.message))  // ["Name must not contain A."]
    #expect(name.validate("Ana").errors.map(\.message) == ["Name must not contain A."])

    struct Palindrome: Requirement {
      let code = "palindrome"
      let message = "{label} must read the same backwards."
      func check(_ value: String) -> Bool { value == String(value.reversed()) }
    }
    let word = try Validator(.custom(Palindrome()))
    print(word.isValid("level"))  // true
    #expect(word.isValid("level"))
    #expect(!word.isValid("levels"))
  }

  @Test func forms() throws {
    struct Contact: Sendable {
      var name: String
      var email: String?
    }
    let form = try ModelValidator<Contact> {
      Property("name", \.name, .required, .length(max: 80)).label("Name")
      Property("email", \.email, .email()).label("E-mail")
    }
    let result = form.validate(Contact(name: "", email: "ana"))
    print(result.isValid)  // false
    print(result.errors.map { "\($0.field ?? ""): \($0.message)" })
    #expect(result.errors.map(\.rule) == ["name.required", "email.email"])
    #expect(form.validate(Contact(name: "Ana")).isValid)

    let texts = try FormValidator {
      Property("name", .required)
      Property("age", as: .integer, .range(min: 18))
    }
    print(texts.validate(["name": "Ana", "age": "17"]).errors.map(\.rule))  // ["age.range"]
    #expect(texts.validate(["name": "Ana", "age": "17"]).errors.map(\.rule) == ["age.range"])
  }

  @Test func typing() throws {
    let filter = try InputFilter(.characters(.digit, mode: .only), .length(max: 4))
    print(filter.allows("12", after: "1"))  // true
    print(filter.allows("12a", after: "12"))  // false
    var pin = FieldSession(
      "", policy: .focusLossThenInput, try Validator(.required, .length(exact: 4)))
    print(pin.edit(to: "12") == nil)  // true: the focus was not lost yet
    print(pin.blur()?.appeared.map(\.code) ?? [])  // ["length.different"]
    print(pin.edit(to: "1234")?.hasChanged == true)  // true
    #expect(filter.allows("12", after: "1"))
    #expect(!filter.allows("12a", after: "12"))
    #expect(pin.state == .valid)
  }
}

import FormModels
import Testing

/// What ATGValidator's README shows, with formrec.
@Suite struct ATGValidatorReadmeTests {
  @Test func values() throws {
    #expect(try "Example with 1 number".satisfyAll(.characters(.digit)).status == .valid)
    #expect(
      try "Example with more than 20 characters".satisfyAll(.length(max: 20)).status == .invalid)
    #expect(try 472.satisfyAll(.equals(472.5)).status == .invalid)
    #expect(try 301.satisfyAny(.range(min: 200, max: 299), .equals(304)).status == .invalid)
    #expect(try 200.satisfyAny(.range(min: 200, max: 299), .equals(304)).status == .valid)
  }

  @Test func aFieldWithAHandler() throws {
    let rules: [RuleEntry] = [.characters(.lower, mode: .only, ignore: [.space])]
    var field = FieldSession("", policy: .input, try Validator(rules))
    #expect(field.edit(to: "all lower case")?.after == .valid)
    #expect(field.edit(to: "Not all")?.errors.map(\.code) == ["characters.notAllowed"])
    #expect(field.validate().after == .invalid)
  }

  struct SignUp: Sendable { var name = "", password = "", repeated = "", card = "" }

  private func form() throws -> FormSession<SignUp> {
    let validator = try ModelValidator<SignUp> {
      Property("name", \.name, .required)
      Property(
        "password", \.password, .characters(.upper).id("upper"), .characters(.lower).id("lower"),
        .characters(.digit).id("digit"), .characters(.symbol, .punctuation).id("symbol"))
      Property("repeated", \.repeated, .equals(.field("password")))
    }
    return FormSession(SignUp(), validator, policy: .focusLoss)
  }

  @Test func aFormOfSeveralFields() throws {
    var form = try form()
    form.setPolicy(.input, for: \.password)
    form.edit(\.password, to: "secret")
    #expect(form.status(of: \.password).errors.map(\.rule) == ["upper", "digit", "symbol"])
    form.edit(\.name, to: "")
    #expect(form.status(of: \.name).state == .untouched)
    form.blur(\.name)
    #expect(form.state == .invalid && form.firstInvalidField == "name")
    form.edit(\.name, to: "Ana")
    form.edit(\.password, to: "Secr3t!")
    form.edit(\.repeated, to: "Secr3t?")
    #expect(form.validate().errors.map(\.code) == ["equals.different"])
    form.edit(\.repeated, to: "Secr3t!")
    #expect(form.validate(notifyingFields: false).state == .valid)
  }

  @Test(arguments: [
    (RuleEntry.equals("text"), "text", "other"),
    (.notEquals("text"), "other", "text"),
    (.length(min: 5, max: 10, ignore: [.symbol]).trimmed(), " <abcde> ", " <abcd> "),
    (.length(min: 5), "abcde", "abcd"), (.length(max: 5), "abcde", "abcdef"),
    (.length(exact: 6), "abcdef", "abcde"), (.pattern("^[0-9]*$"), "123", "12a"),
    (.email(), "a@b.example", "a@"), (.characters(.digit, min: 2, max: 4), "a12", "a1"),
    (.characters(.upper, min: 1, max: 2), "aBc", "ABC"),
    (.characters(.lower, min: 1, max: 2), "AbC", "abc"),
    (.characters(.digit, mode: .only, ascii: true), "123", "1a"),
    (.characters(.lower, mode: .only, ascii: true), "abc", "aB"),
    (.characters(.upper, mode: .only, ascii: true), "ABC", "aB"),
    (
      .paymentCard(types: [.amex, .mastercard, .visa, .discover]), "4111111111111111",
      "6304000000000000"
    ),
    (.paymentCard(), "378282246310005", "378282246310006"),
  ])
  func rules(_ rule: RuleEntry, _ good: String, _ bad: String) throws {
    #expect(try good.satisfyAll(rule).isValid)
    #expect(try !bad.satisfyAll(rule).isValid)
  }

  @Test func otherValues() throws {
    #expect(try 250.satisfyAll(.range(min: 200, max: 299)).isValid)
    #expect(try 2.5.satisfyAll(.range(min: 3)).errors.map(\.code) == ["range.tooSmall"])
    #expect(try true.satisfyAll(.equals(true)).isValid)
    #expect(try ["a", "b"].satisfyAll(.contains("a")).isValid)
    let blank = try Validator(trim: true, .required)
    #expect(!blank.isValid("  "))
  }

  @Test func cardsWhileTyping() throws {
    #expect(PaymentCardType.suggested(for: "4111")?.rawValue == "visa")
    #expect(PaymentCardType.suggested(for: "411") == nil)
    let errors = try "6304000000000000".satisfyAll(.paymentCard(types: [.visa])).errors
    #expect(errors.map(\.code) == ["paymentCard.notAccepted"])
  }

  /// A type of one's own among the values.
  struct Celsius: FormValue {
    var degrees: Double
    static var fieldType: FieldType { .number }
    var formText: String? { degrees.formText }
    init(_ degrees: Double) { self.degrees = degrees }
    init?(formText: String) {
      guard let degrees = Double(formText: formText) else { return nil }
      self.init(degrees)
    }
  }

  @Test func customErrorsAndValues() throws {
    let wrong = try "x".satisfyAll(.email().code("mail").message("Email is not correct..!"))
    #expect(wrong.errors.map(\.code) == ["mail"])
    #expect(wrong.errors.map(\.localizedDescription) == ["Email is not correct..!"])
    #expect(try Celsius(-300).satisfyAll(.range(min: -273.15)).errors.count == 1)
  }
}

import FormModels
import Testing

/// The code of docs/guides/from-ajwvalidator.md, with the results that the guide states.
@Suite struct AJWValidatorGuideTests {
  @Test func validators() throws {
    let rules: [RuleEntry] = [
      .required.message("Please fill this in"),
      .length(min: 6, unit: .utf16).message("Too short"),
    ]
    let validator = try Validator(rules)
    print(validator.validate("abc").errors.map(\.message))  // ["Too short"]
    print(validator.isValid("abcdef"))  // true
    #expect(validator.validate("abc").errors.map(\.message) == ["Too short"])
    #expect(validator.validate("").errors.map(\.message) == ["Please fill this in"])
    #expect(validator.isValid("abcdef"))

    let even = RuleEntry.custom("even", "Must be even") { (value: Int) in value % 2 == 0 }
    let number = try Validator(for: Int.self, .range(min: 1, max: 10), even)
    print(number.validate(13).errors.map(\.code))  // ["range.tooLarge", "even"]
    #expect(number.validate(13).errors.map(\.code) == ["range.tooLarge", "even"])
  }

  /// The statements of the tables about equivalents of the two libraries' rules.
  @Test(arguments: [
    (RuleEntry.use("ajw.minimumLength", ["min": 6]), ["abcdef"], ["", "abc"]),
    (.use("ajw.email"), ["a@b.info"], ["user@valid.museum"]),
    (.use("val.email"), ["user@valid.museum"], ["a..b@c.com"]),
    (.email(), ["user@valid.museum"], ["user@valid"]),
    (.characters(.digit), ["a1"], ["a"]), (.characters(.upper), ["aB"], ["ab"]),
    (.pattern("[0-9]+"), ["12"], ["12\n", "a12"]), (.in(["a", "b"]), ["a"], ["c"]),
    (.url(schemes: ["any"]), ["mailto:ana@example.com", "http://a.de"], ["a b"]),
    (.paymentCard(strip: .nothing), ["4111111111111111"], ["4111 1111 1111 1111"]),
  ])
  func rulesOfTheTable(rule: RuleEntry, accepted: [String], rejected: [String]) throws {
    let validator = try Validator(rule)
    for text in accepted { #expect(validator.isValid(text), "\(text)") }
    for text in rejected { #expect(!validator.isValid(text), "\(text)") }
  }

  func validate(_ name: String, isFree: (String) async -> Bool) async throws -> ValidationResult<
    String
  > {
    let local = try name.satisfyAll(.required, .length(min: 3))
    guard local.isValid, await !isFree(name) else { return local }
    let taken = ValidationError(
      field: "name", rule: "name.free", code: "taken", message: "This name is taken.")
    return local.and(ValidationResult(name, failures: [taken]))
  }

  @Test(.timeLimit(.minutes(10))) func servers() async throws {
    #expect(try await validate("ana", isFree: { $0 == "ana" }).isValid)
    let taken = try await validate("bob", isFree: { $0 == "ana" })
    #expect(taken.errors.map(\.message) == ["This name is taken."])
    #expect(taken.errors.map { $0.message(in: "de") } == ["This name is taken."])
    let short = try await validate(
      "x",
      isFree: { _ in
        Issue.record("a server was asked although the rules fail")
        return true
      })
    #expect(short.errors.map(\.code) == ["length.tooShort"])
  }
}

import FormModels
import Foundation
import Testing

/// The code of docs/guides/from-ngrvalidator.md, with the results that the guide states.
@Suite struct NGRValidatorGuideTests {
  @Test func models() throws {
    struct User: Sendable {
      var email: String?
      var password: String?
      var age: Int?
      var isShop = true
    }
    let users = try ModelValidator<User> {
      Property(
        "email", \.email, .required, .email().message("{label} is no address.")
      ).label("Email")
      Property("password", \.password, .required, .length(min: 8, unit: .utf16)).order(1)
      Property("age", \.age, .range(min: 18).scenarios("signUp").when("isShop = true"))
      Property("isShop", \.isShop)
    }
    let result = users.validate(User(email: "ana", age: 17), scenario: "signUp")
    print(result.errors.map(\.rule))  // ["password.required", "email.email", "age.range"]
    print(users.validate(User()).upTo(.first).errors.map(\.rule))  // ["password.required"]
    #expect(result.errors.map(\.rule) == ["password.required", "email.email", "age.range"])
    #expect(result.errors[1].message == "Email is no address.")
    #expect(users.validate(User()).upTo(.first).errors.map(\.rule) == ["password.required"])
    let edited = users.validate(User(email: "ana", age: 17), scenario: "edit")
    #expect(edited.errors.map(\.rule) == ["password.required", "email.email"])
  }

  /// The statements of the table about equivalents of NGRValidator's rules.
  @Test(arguments: [
    (RuleEntry.length(max: 2, unit: .utf16), ["ab"], ["\u{1F600}a"]),
    (.characters(.digit, mode: .only), ["1\u{661}"], ["1a"]),
    (.emoji(), ["\u{1F600}"], ["abc1"]), (.emoji(profile: .loose), ["abc1"], ["abc"]),
    (.emoji(present: false), ["abc1"], ["\u{1F600}"]),
    (.pattern("a", mode: .once), ["bab"], ["baba", "b"]),
    (.email(), ["User@x.com"], ["a@b.1"]), (.alpha(alphabet: "unicode"), ["Zo\u{EB}"], ["Zo 1"]),
    (.url(schemes: ["wss"]), ["wss://example.com/a"], ["ws://example.com"]),
    (.url(schemes: ["file"]), ["file:///tmp/x"], ["http://example.com"]),
    (.ip(version: .six), ["::1"], [":::::::", "1"]),
    (.geoCoordinate(), ["52.5163"], ["999.0"]), (.geoCoordinate(profile: .loose), ["999.0"], ["9"]),
    (.price(decimals: [0, 2]), ["12", "12.50", "12,50"], ["12.5"]),
    (.isbn(checksum: false), ["9780306406150"], ["978"]),
    (.isbn(), ["9780306406157"], ["9780306406150"]),
    (.use("ngr.creditCard.number"), ["4917300800000"], ["378282246310005"]),
    (.use("ngr.phone"), ["+48123456"], ["48123456"]), (.postcode("PL"), ["00-950"], ["00950"]),
    (.paymentCard(), ["378282246310005"], ["4917300800000"]),
  ])
  func rulesOfTheTable(rule: RuleEntry, accepted: [String], rejected: [String]) throws {
    let validator = try Validator(rule)
    for text in accepted { #expect(validator.isValid(text), "\(text)") }
    for text in rejected { #expect(!validator.isValid(text), "\(text)") }
  }

  @Test func valuesThatAreNoText() throws {
    let profile = try Validator(
      for: Data.self, .byteSize(max: 4_000_000), .media(.image), .image(minWidth: 100, maxRatio: 2))
    let birthday = try Validator(for: Date.self, .before(.now), .after("1900-01-01T00:00:00Z"))
    let tags = try Validator(
      for: [String].self, .contains("swift"), .lacks("spam"), .length(max: 5))
    print(profile.validate(Data("logo".utf8)).errors.map(\.code))
    print(birthday.isValid(Date(timeIntervalSince1970: 0)))  // true
    print(tags.isValid(["swift", "linux"]))  // true
    #expect(
      profile.validate(Data("logo".utf8)).errors.map(\.code) == [
        "media.wrongType", "image.invalid",
      ])
    #expect(birthday.isValid(Date(timeIntervalSince1970: 0)))
    #expect(!birthday.isValid(Date.distantPast))
    #expect(!birthday.isValid(Date.distantFuture))
    #expect(tags.isValid(["swift", "linux"]))
    #expect(!tags.isValid(["swift", "spam"]))
  }

  @Test func numbersAreNotNarrowed() throws {
    #expect(try Validator(for: Double.self, .range(max: 0.1)).isValid(0.1))
    let exact = try Validator(for: Decimal.self, .equals("0.1"))
    #expect(exact.isValid(Decimal(string: "0.10")!))
  }

  @Test func datesAreStrictAsTheNamesSay() throws {
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    #expect(!(try Validator(for: Date.self, .before(date)).isValid(date)))
    #expect(try Validator(for: Date.self, .before(date, orEqual: true)).isValid(date))
    let open = try Validator(
      for: Date.self, .between(date, and: Date.distantFuture, inclusive: false))
    #expect(!open.isValid(date))
    #expect(open.isValid(date + 1))
    #expect(try Validator(for: Int.self, .true(coerce: .number)).isValid(1))
  }
}

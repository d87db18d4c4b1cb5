import FormModels
import Foundation

extension Trial {
  struct Account: Sendable {
    var email: String?
    var password: String?
    var age: Int?
    var isShop = true
  }

  /// NGRValidator 2.0, and 0.2.1 where it differs, from its sources and tests.
  static let ngr = Trial("NGRValidator") { trial in
    models(&trial)
    texts(&trial)
    syntaxes(&trial)
    others(&trial)
    files(&trial)
  }

  private static func models(_ trial: inout Trial) {
    trial.works("validateValue(value, named:, rules:)") {
      let result = try Validator("email", .required, .email()).validate("a")
      return result.errors.map(\.field) == ["email"]
    }
    trial.works("a whole model, all errors") {
      let accounts = try ModelValidator<Account> {
        Property("email", \.email, .required); Property("password", \.password, .required)
      }
      return accounts.validate(Account()).errors.count == 2
    }
    trial.works("a model till the first error") {
      let accounts = try ModelValidator<Account> {
        Property("email", \.email, .required); Property("password", \.password, .required)
      }
      return accounts.validate(Account()).upTo(.first).errors.map(\.rule) == ["email.required"]
    }
    trial.works("one error for each property") {
      let accounts = try ModelValidator<Account> {
        Property("email", \.email, .email(), .length(min: 3))
      }
      return accounts.validate(Account(email: "a")).upTo(.firstPerField).errors.count == 1
    }
    trial.works("a valid model has no errors") {
      let accounts = try ModelValidator<Account> { Property("email", \.email, .email()) }
      return accounts.validate(Account(email: "ana@example.com")).errors.isEmpty
    }
    trial.works("classes and inherited properties") {
      class Base { var name = "" }
      final class Derived: Base { var age = 0 }
      let validator = try ModelValidator<Derived> {
        Property("name", \.name, .required); Property("age", \.age, .range(min: 1))
      }
      return validator.validate(Derived()).errors.map(\.field) == ["name", "age"]
    }
    trial.works("properties by name, as in Objective-C") {
      let form = try FormValidator { Property("age", as: .integer, .range(min: 18)) }
      return form.validate(["age": 17]).errors.map(\.field) == ["age"]
    }
    trial.differs(
      "rules of unknown properties are skipped", 10
    ) {
      (try? ModelValidator<Account> { Property("age", \.age, .equals(.field("none"))) }) == nil
    }
    trial.works("a property without rules") {
      let accounts = try ModelValidator<Account> { Property("email", \.email) }
      return accounts.validate(Account()).isValid
    }
    trial.works("several rules are chained, in order") {
      try codes("a b", .length(min: 5), .lowercase, .characters(.space, mode: .lacks)) == [
        "length.tooShort", "characters.forbidden",
      ]
    }
    trial.works("order(n)") {
      let accounts = try ModelValidator<Account> {
        Property("email", \.email, .required)
        Property("password", \.password, .required).order(1)
      }
      return accounts.validate(Account()).errors.map(\.field) == ["password", "email"]
    }
    trial.differs("Swift sorts by descending order", 20) {
      let accounts = try ModelValidator<Account> {
        Property("email", \.email, .required).order(2)
        Property("password", \.password, .required).order(1)
      }
      return accounts.validate(Account()).errors.map(\.field) == ["password", "email"]
    }
    trial.works("onScenarios") {
      let accounts = try ModelValidator<Account> {
        Property("age", \.age, .range(min: 18).scenarios("signUp"))
      }
      return accounts.validate(Account(age: 1), scenario: "edit").isValid
        && !accounts.validate(Account(age: 1), scenario: "signUp").isValid
    }
    trial.works("without a scenario all rules apply") {
      let accounts = try ModelValidator<Account> {
        Property("age", \.age, .range(min: 18).scenarios("signUp"))
      }
      return !accounts.validate(Account(age: 1)).isValid
    }
    trial.works("when { condition }") {
      let accounts = try ModelValidator<Account> {
        Property("age", \.age, .range(min: 18).when { $0.isShop })
      }
      return accounts.validate(Account(age: 1, isShop: false)).isValid
        && !accounts.validate(Account(age: 1)).isValid
    }
    trial.works("a condition on other properties, as data") {
      let accounts = try ModelValidator<Account> {
        Property("age", \.age, .range(min: 18).when("isShop = true"))
        Property("isShop", \.isShop)
      }
      return !accounts.validate(Account(age: 1)).isValid
    }
    trial.works("required() rejects nil") {
      let accounts = try ModelValidator<Account> { Property("email", \.email, .required) }
      return accounts.validate(Account()).errors.map(\.code) == ["required"]
    }
    trial.rule("required() rejects an empty text", .required, "a", "")
    trial.rule("required() rejects an empty list", .required, ["a"], [])
    trial.rule("required() rejects empty data", .required, Data([1]), Data())
    trial.works("a missing value that is not required is valid") {
      let accounts = try ModelValidator<Account> { Property("email", \.email, .email()) }
      return accounts.validate(Account()).isValid
    }
    trial.differs("required and the other errors of a missing value", 2) {
      let accounts = try ModelValidator<Account> {
        Property("email", \.email, .required, .length(min: 4))
      }
      return accounts.validate(Account()).errors.count == 1
    }
    trial.works("an empty text is validated although not required") {
      try codes("", .length(min: 4).validatesEmpty()) == ["length.tooShort"]
    }
    trial.works("allowEmpty()") { try "".satisfyAll(.length(min: 4)).isValid }
    trial.works("localizedName") {
      try Validator(label: "E-mail", .required).validate("").errors[0].message.hasPrefix("E-mail")
    }
    trial.works("a localized name in several languages") {
      let name = Field(name: "name", type: .text).changed {
        $0.labelTranslations = ["de": "Nachname"]
      }
      return try Validator(name, .required).validate("", in: "de").errors[0].message
        .contains("Nachname")
    }
    trial.works("inline messages, for each of 38 keys") {
      try "a".satisfyAll(.length(min: 2).message("{label} has not {min} letters.")).errors[0]
        .message == "Value has not 2 letters."
    }
    trial.works("different messages for the causes of one rule") {
      let rule = RuleEntry.length(min: 2, max: 3).message([
        "length.tooShort": "short", "length.tooLong": "long",
      ])
      return try ["a", "abcd"].map { try $0.satisfyAll(rule).errors[0].message } == [
        "short", "long",
      ]
    }
    trial.works("messages of a delegate, by property and key") {
      let words = try MessageCatalogue(language: "en", fields: ["email": ["required": "Where to?"]])
      let accounts = try ModelValidator<Account> { Property("email", \.email, .required) }
      return accounts.validate(Account(), in: Localization("en", catalogues: [words])).errors
        .map(\.message) == ["Where to?"]
    }
    trial.works("the name of the property in an error") {
      let accounts = try ModelValidator<Account> { Property("email", \.email, .required) }
      return accounts.validate(Account()).errors[0].field == "email"
    }
    trial.works("an error without a message of its own has a default text") {
      try !"a".satisfyAll(.emoji()).errors[0].message.contains("null")
    }
    trial.differs("a value of the wrong class stops the program or passes", 10) {
      let form = try FormValidator { Property("age", as: .integer) }
      return form.validate(["age": [1, 2]]).errors.map(\.code) == ["integer.invalid"]
    }
    trial.works("a negated rule") {
      try accepts(.not(.contains("x")), "a", "x")
    }
    trial.works("condition(target, selector, message)") {
      try accepts(.custom("even", "Must be even.") { (value: Int) in value % 2 == 0 }, 2, 3)
    }
  }

  private static func texts(_ trial: inout Trial) {
    trial.rule("minLength, in UTF-16", .length(min: 2, unit: .utf16), "😀", "a")
    trial.rule("maxLength, in UTF-16", .length(max: 1, unit: .utf16), "a", "😀")
    trial.rule("lengthRange", .length(2...3), "ab", "abcd")
    trial.rule("exactLength", .length(exact: 2), "ab", "abc")
    trial.differs("the bounds of lengthRange may be swapped", 10) {
      (try? Validator(.length(min: 5, max: 2))) == nil
    }
    trial.rule("match", .equals("a"), "a", "b")
    trial.rule("differ", .notEquals("a"), "b", "a")
    trial.works("match another property") {
      let form = try ModelValidator<TrialForm> {
        Property("password", \.password); Property("repeated", \.repeated, .equals(\.password))
      }
      return !form.validate(TrialForm(password: "a", repeated: "b")).isValid
    }
    trial.rule("decimal", .characters(.digit, mode: .only), "12", "1.5")
    trial.rule("emoji(true)", .emoji(), "a😀", "abc")
    trial.rule("emoji(false)", .emoji(present: false), "abc1", "a😀")
    trial.differs("digits are emoji", 17) {
      try accepts(.emoji(profile: .loose), "abc1", "abc") && !"abc1".satisfyAll(.emoji()).isValid
    }
    trial.rule("regex: exactly one match", .pattern("[0-9]", mode: .once), "a1", "1a2")
    trial.rule("regex with options", .pattern("A", mode: .search, ignoreCase: true), "bab", "b")
    trial.rule("creditCard(number)", .paymentCard(), "4111 1111 1111 1111", "4111 1111 1111 1112")
    trial.differs("the check digit from the wrong end", 11) {
      try accepts(.paymentCard(), "378282246310005", "4917300800000")
    }
    trial.rule("creditCard(expirationDate)", .cardExpiry(), "12/39", "13/39")
    trial.works("expiry and a clock of one's own") {
      let validator = try Validator(.cardExpiry())
      return validator.validate("05/26", now: Instant(seconds: 1_700_000_000)).isValid
        && !validator.validate("05/26", now: Instant(seconds: 1_900_000_000)).isValid
    }
  }

  private static func syntaxes(_ trial: inout Trial) {
    trial.rule("syntax Email", .email(), "ana@example.com", "ana@example")
    trial.rule(
      "the very addresses of NGRValidator", .use("ngr.syntax.email"), "a/b@c.com", "User@c.com")
    trial.rule("syntax Name", .alpha(alphabet: "unicode"), "Zoë", "Zo 1")
    trial.rule("syntax HTTP", .url(schemes: ["http"]), "http://example.com", "https://example.com")
    trial.rule(
      "syntax HTTPS", .url(schemes: ["https"]), "https://example.com", "http://example.com")
    trial.rule("syntax URL of 0.2.1", .url(), "https://example.com", "example")
    trial.rule("syntax WebSocket", .url(schemes: ["ws"]), "ws://example.com", "wss://example.com")
    trial.rule(
      "syntax SecureWebSocket", .url(schemes: ["wss"]), "wss://example.com", "ws://example.com")
    trial.rule("syntax File", .url(schemes: ["file"]), "file:///tmp/x", "http://example.com")
    trial.rule("syntax IPv4", .ip(version: .four), "1.2.3.4", "1.2.3.256")
    trial.rule("syntax IPv6", .ip(version: .six), "::1", "1.2.3.4")
    trial.differs("IPv6 accepts nonsense", 18) {
      try accepts(.ip(version: .six), "2001:db8::1", ":::::::")
    }
    trial.rule("syntax Domain", .domain(), "example.com", "-a.com")
    trial.rule("syntax UUID", .uuid(), "2f1e4fc0-81fd-4b41-9b3c-0c8a0c7a7a11", "2f1e4fc0")
    trial.rule("syntax GeoCoordinate", .geoCoordinate(), "52.5163", "999.0")
    trial.rule("syntax Price", .price(decimals: [0, 2]), "12,50", "12.5")
    trial.rule("syntax ISBN", .isbn(), "978-0-306-40615-7", "978-0-306-40615-0")
    trial.rule("syntax ISBN without a check digit", .isbn(checksum: false), "9780306406150", "978")
    trial.rule("syntax HexColor", .hexColor(), "#ff0000", "red")
    trial.rule("syntax PhoneNumber", .phone(), "+49 30 901820", "12")
    trial.rule("the very numbers of NGRValidator", .use("ngr.phone"), "+48123456", "48123456")
    trial.rule("syntax PostalCode", .postcode("PL"), "00-950", "00950")
    trial.rule("of any country", .postcode("any"), "00950", "!")
  }

  private static func others(_ trial: inout Trial) {
    let (date, later) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 60))
    trial.rule("min", .range(min: 3), 3, 2)
    trial.rule("max", .range(max: 3), 3, 4)
    trial.rule("range", .range(1...3), 3, 4)
    trial.rule("exact", .equals(3), 3, 4)
    trial.differs("numbers are compared in 32 bits", 13) {
      try accepts(.range(max: 0.1), 0.1, 0.11)
    }
    trial.rule(
      "exact decimal numbers", .range(max: Decimal(string: "0.1")!), Decimal(string: "0.1")!,
      Decimal(string: "0.11")!)
    trial.rule("beTrue", .true(), true, false)
    trial.rule("beFalse", .false(), false, true)
    trial.rule("beTrue of a number", .true(coerce: .number), -100, 0)
    trial.rule("earlierThan", .before(later), date, later)
    trial.rule("laterThan", .after(date), later, date)
    trial.rule("earlierThanOrEqualTo", .before(date, orEqual: true), date, later)
    trial.rule("laterThanOrEqualTo", .after(later, orEqual: true), later, date)
    trial.rule(
      "earlierThan of a Unix timestamp", .before(Date(timeIntervalSince1970: 60)), date, later)
    trial.rule(
      "betweenDates, inclusive", .between(date, and: later), later, Date(timeIntervalSince1970: 61))
    trial.rule(
      "betweenDates, exclusive", .between(date, and: later, inclusive: false),
      Date(timeIntervalSince1970: 30), later)
    trial.works("earlierThan another property") {
      struct Stay: Sendable { var from: Date; var to: Date }
      let stays = try ModelValidator<Stay> {
        Property("from", \.from, .before(\.to)); Property("to", \.to)
      }
      return stays.validate(Stay(from: date, to: later)).isValid
        && !stays.validate(Stay(from: later, to: date)).isValid
    }
    trial.rule("includes", .contains("x"), ["x", "y"], ["y"])
    trial.rule("excludes", .lacks("x"), ["y"], ["x", "y"])
    trial.differs("excludes fails for an empty list", 16) {
      try [String]().satisfyAll(.lacks("x")).isValid
    }
    trial.rule("includedIn", .in([1, 2]), 1, 3)
    trial.rule("excludedFrom", .notIn([1, 2]), 3, 1)
    trial.differs(
      "includedIn an empty list fails, excludedFrom passes", 10
    ) {
      (try? Validator(.in([String]()))) == nil
    }
  }

  private static func files(_ trial: inout Trial) {
    let image = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
    )
    let (png, text) = (image ?? Data(), Data("logo".utf8))
    trial.rule("minByteSize", .byteSize(min: 5), png, text)
    trial.rule("maxByteSize", .byteSize(max: 5), text, png)
    let types: [(String, [UInt8])] = [
      ("image/png", Array(png)), ("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0]),
      ("image/gif", Array("GIF89a".utf8)),
      ("image/bmp", Array("BM".utf8) + Array(repeating: 0, count: 30)),
      ("application/pdf", Array("%PDF-1.7".utf8)),
      ("application/zip", [0x50, 0x4B, 3, 4]), ("application/gzip", [0x1F, 0x8B, 8]),
    ]
    for (type, bytes) in types {
      trial.rule("mimeType \(type)", .media(types: [type]), Data(bytes), text)
    }
    for (kind, bytes) in [
      (RuleEntry.MediaKind.image, Array(png)), (.video, Array("FLV".utf8) + [1]),
      (.audio, Array("fLaC".utf8) + [0, 0, 0, 0x22]),
      (.archive, [0x1F, 0x8B, 8]),
    ] {
      trial.rule("the group \(kind)", .media(kind), Data(bytes), text)
    }
    trial.rule("minWidth, minHeight", .image(minWidth: 1, minHeight: 1), png, text)
    trial.works("maxWidth, maxHeight") { try accepts(.image(maxWidth: 1, maxHeight: 1), png, text) }
    trial.works("minSize, maxSize") {
      try accepts(.image(minSize: "1x1", maxSize: "1x1"), png, text)
        && !png.satisfyAll(.image(minSize: "2x2")).isValid
    }
    trial.works("minRatio, maxRatio") {
      try png.satisfyAll(.image(maxRatio: 1)).isValid
        && !png.satisfyAll(.image(minRatio: "16:9")).isValid
    }
  }
}

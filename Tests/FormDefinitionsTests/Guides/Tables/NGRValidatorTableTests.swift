import FormModels
import Foundation
import Testing

/// The tables of docs/guides/from-ngrvalidator.md, row by row.
@Suite struct NGRValidatorTableTests {
  enum Kind: Sendable { case shop, person }

  struct Root: Sendable {
    var name: String? = "Ana"
    var age = 20
    var country = "DE"
    var kind = Kind.shop
  }

  @Test func models() throws {
    let (model, value) = (Root(), "a")
    let rules: [RuleEntry] = [.required, .length(min: 2)]
    // | `validate(model:…) { rules }`
    let validator = try ModelValidator<Root> { Property("name", \.name).adding(rules) }
    #expect(validator.validate(model).isValid)
    // | `validateValue(value, named:, rules:)`
    #expect(try !Validator(label: "Name", rules).validate(value).isValid)
    // | `validate("name")`, `NGRValidate("name")`
    let closures = try ModelValidator<Root> {
      Property("name", \.name, .required)
      Property("twice", reading: { $0.age * 2 }, .range(max: 30))
    }
    #expect(closures.validate(model).errors.map(\.rule) == ["twice.range"])
    // | `tillFirstError: true`
    let bad = Root(name: nil)
    #expect(validator.validate(bad).upTo(.first).errors.count == 1)
    #expect(validator.validate(bad).upTo(.firstPerField).errors.count == 1)
    // | whole-model mode: an array, nil or empty when valid
    let result = validator.validate(bad)
    #expect(result.errors.count == 1 && !result.isValid)
    // | `.is .are .on .has .have .to .be .with`
    // | `.toNot`, `.notTo`
    try holds(.not(.contains("x")), "a", "x")
    // | `.order(n)`
    let n = 1
    let ordered = try ModelValidator<Root> {
      Property("name", \.name, .length(max: 1))
      Property("age", \.age, .range(max: 1)).order(n)
    }
    #expect(ordered.validate(model).errors.map(\.rule) == ["age.range", "name.length"])
    // | `.onScenarios([…])`
    let scenes = try ModelValidator<Root> {
      Property("age", \.age, .range(max: 1).scenarios("signUp", "edit"))
    }
    #expect(!scenes.validate(model, scenario: "edit").isValid)
    // | `.when { condition }`
    let conditions = try ModelValidator<Root> {
      Property("name", \.name, .length(max: 1).when("age < 18 and country = 'DE'"))
      Property("age", \.age)
      Property("country", \.country, .in(["AT"]).when("isShop = true"))
      Property("isShop", reading: { $0.kind == .shop })
    }
    #expect(conditions.validate(model).errors.map(\.rule) == ["country.in"])
    // | `.required()`
    try holds(.required, "a", "")
    // | `.allowEmpty()`
    #expect(try Validator(.length(min: 2)).isValid("") && !Validator(.required).isValid(""))
    // | "" is validated although not required
    try holds(.length(min: 2).validatesEmpty(), "ab", "")
    // | `.localizedName("E-mail")`
    let labelled = try ModelValidator<Root> {
      Property("name", \.name, .length(max: 1)).label("E-mail")
    }
    #expect(labelled.validate(model).errors[0].message.contains("E-mail"))
    // | `msgTooShort("…")` and the 37 others
    let short = RuleEntry.length(min: 2).message("{label} has not even {min} letters.")
    #expect(try "a".satisfyAll(short).errors[0].message == "Value has not even 2 letters.")
    // | delegate's messages by property and key
    let words = try MessageCatalogue(
      language: "de", codes: ["length.tooShort": "kurz"], fields: ["name": ["label": "Name"]],
      rules: ["name.required": "fehlt"])
    let german = Localization("de", catalogues: [words])
    #expect(validator.validate(bad, in: german).errors.map(\.message) == ["fehlt"])
    #expect(
      try "a".satisfyAll(short.message("kurz", language: "de")).errors[0].message(in: "de")
        == "kurz")
    // | `NGRValidatorPropertyNameKey`, code 10000
    for error in result.errors {
      #expect(error.field == "name" && error.rule == "name.required" && error.code == "required")
      #expect(error.arguments.isEmpty)
    }
    // | `condition(target, selector, message)` (0.2)
    struct Even: Requirement {
      let code = "even"
      let message = "{label} must be even."
      func check(_ value: Int) -> Bool { value % 2 == 0 }
    }
    try holds(.custom(Even()), 2, 3)
    try holds(.custom("code", "message") { (value: Int) in value % 2 == 0 }, 2, 3)
  }

  @Test func texts() throws {
    let s = "a"
    // | `minLength`, `maxLength`, `lengthRange(a, b)`, `exactLength`
    try holds(.length(min: 1, max: 2), "😀a", "abc")
    try holds(.length(exact: 3, unit: .utf16), "😀a", "abcd")
    // | `match(s)`, `differ(s)`
    try holds(.equals(s), "a", "b")
    try holds(.notEquals(s), "b", "a")
    let form = try FormValidator {
      Property("password", .required)
      Property("repeated", .equals(.field("password")))
    }
    #expect(!form.validate(["password": "a", "repeated": "b"]).isValid)
    // | `decimal()`
    try holds(.characters(.digit, mode: .only), "12", "1a")
    // | `emoji(true)`, `emoji(false)`
    try holds(.emoji(), "😀", "abc1")
    try holds(.emoji(present: false), "abc1", "😀")
    try holds(.emoji(profile: .loose), "abc1", "abc")
    // | `regex(pattern, options)`
    try holds(.pattern("A", mode: .once, ignoreCase: true), "bab", "baba")
    try holds(.pattern("a", mode: .once), "bab", "baba")
    // | `syntax(.Email)`
    try holds(.email(), "User@x.com", "a@b.1")
    // | `syntax(.Name)`
    try holds(.alpha(alphabet: "unicode"), "Zoë", "Zo 1")
    // | `syntax(.HTTP)`, `.HTTPS`, `.WebSocket`, `.SecureWebSocket`, `.File`
    try holds(.url(schemes: ["http"]), "http://example.com", "https://example.com")
    try holds(.url(schemes: ["https"]), "https://example.com", "http://example.com")
    try holds(.url(schemes: ["ws"]), "ws://example.com", "wss://example.com")
    try holds(.url(schemes: ["wss"]), "wss://example.com", "ws://example.com")
    try holds(.url(schemes: ["file"]), "file:///tmp/x", "http://example.com")
    // | `syntax(.URL)` (0.2)
    try holds(.url(), "https://example.com", "example")
    // | `syntax(.IPv4)`, `.IPv6`
    try holds(.ip(version: .four), "1.2.3.4", "::1")
    try holds(.ip(version: .six), "::1", "1.2.3.4")
    // | `syntax(.Domain)`
    try holds(.domain(), "example.com", "-a.com")
    // | `syntax(.UUID)`
    try holds(.uuid(), "2f1e4fc0-81fd-4b41-9b3c-0c8a0c7a7a11", "2f1e4fc0")
    // | `syntax(.GeoCoordinate)`
    try holds(.geoCoordinate(), "52.5163", "999.0")
    try holds(.geoCoordinate(profile: .loose), "999.0", "9")
    // | `syntax(.Price)`
    try holds(.price(decimals: [0, 2]), "12.50", "12.5")
    // | `syntax(.ISBN)`
    try holds(.isbn(), "9780306406157", "9780306406150")
    try holds(.isbn(checksum: false), "9780306406150", "978")
    // | `syntax(.HexColor)`
    try holds(.hexColor(), "#ff0000", "red")
    // | `syntax(.PhoneNumber)`
    try holds(.phone(), "+49 30 901820", "12")
    try holds(.use("ngr.phone"), "+48123456", "48123456")
    // | `syntax(.PostalCode)`
    try holds(.postcode("PL"), "00-950", "00950")
    try holds(.postcode("any"), "00950", "!")
    // | `creditCard(.Number)`
    try holds(.paymentCard(), "378282246310005", "4917300800000")
    // | `creditCard(.ExpirationDate)`
    try holds(.cardExpiry(), "12/39", "13/39")
  }

  @Test func otherValues() throws {
    let (x, list) = (3, [1, 2])
    let (date, later) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 60))
    let (from, to, seconds) = (date, later, 60.0)
    // | `min`, `max`, `range(a, b)`
    try holds(.range(min: 1, max: 3), 3, 4)
    // | `exact(x)`
    try holds(.equals(x), 3, 4)
    // | `beTrue()`, `beFalse()` (`trueValue`, `falseValue` in 0.2)
    try holds(.true(), true, false)
    try holds(.false(), false, true)
    try holds(.true(coerce: .number), 1, 0)
    // | `earlierThan(date)`, `laterThan(date)`
    try holds(.before(date), Date(timeIntervalSince1970: -60), later)
    try holds(.after(date), later, date)
    // | `earlierThanOrEqualTo`, `laterThanOrEqualTo`
    try holds(.before(date, orEqual: true), date, later)
    try holds(.after(date, orEqual: true), date, Date(timeIntervalSince1970: -60))
    // | `…UnixTimestamp(seconds)`
    try holds(.before(Date(timeIntervalSince1970: seconds)), date, later)
    // | `betweenDates(from, to, inclusive)`
    try holds(.between(from, and: to, inclusive: false), Date(timeIntervalSince1970: 30), to)
    // | comparison with now
    try holds(.before(.now), date, Date.distantFuture)
    try holds(
      .after(.today), CalendarDate(year: 2999, month: 1, day: 1),
      CalendarDate(year: 1999, month: 1, day: 1))
    // | `includes(x)`, `excludes(x)` on arrays
    try holds(.contains("x"), ["x", "y"], ["y"])
    try holds(.lacks("x"), ["y"], ["x", "y"])
    // | `includedIn(list)`, `excludedFrom(list)`
    try holds(.in(list), 1, 3)
    try holds(.notIn(list), 3, 1)
  }

  @Test func files() throws {
    let png = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
      ))
    let text = Data("logo".utf8)
    // | `minByteSize`, `maxByteSize`
    #expect(try Validator(for: Data.self, .byteSize(min: 2, max: 10)).isValid(text))
    try holds(.byteSize(min: 2, max: 10), text, png)
    // | `mimeType(.PNG)`
    try holds(.media(types: ["image/png"]), png, text)
    // | `image()`, `video()`, `audio()`, `archive()`
    try holds(.media(.image), png, text)
    #expect(try !Validator(for: Data.self, .media(.video)).isValid(png))
    // | `minWidth`, `maxWidth`, `minHeight`, `maxHeight`, `minSize`, `maxSize`
    try holds(.image(minWidth: 1, maxWidth: 1, minHeight: 1, maxHeight: 1), png, text)
    try holds(.image(minSize: "1x1", maxSize: "1x1"), png, text)
    // | `minRatio`, `maxRatio`
    #expect(try !Validator(for: Data.self, .image(minRatio: "16:9")).isValid(png))
  }
}

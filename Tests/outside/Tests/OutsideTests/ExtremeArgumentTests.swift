import FormConversion
import FormDefinitions
import FormModels
import FormNotifications
import FormRecorder
import FormUI
import Foundation
import Testing

/// No call stops the process, whatever its arguments: what `Tests/FormRecorderTests/PublicFuzz`
/// leaves out. A trap ends the test process, so these tests only need to end.
@Suite struct ExtremeArgumentTests {
  struct Model: Codable, Sendable {
    struct Item: Codable, Sendable { var name: String? }
    var text = ""
    var count: Int?
    var share: Double?
    var items: [Item] = []
  }

  static let integers: [Int] = [
    Int.min, .min + 1, -1, 0, 1, 2, 64, 65, 1 << 31, 1 << 53, .max - 1, .max,
  ]
  static let numbers: [Double] = [
    Double.nan, .infinity, -.infinity, -0.0, 0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    -.greatestFiniteMagnitude, 9.3e18,
  ]
  static let oddTexts: [String] = [
    "", " ", "\0", "a\0b", ".", "..", "../x", "/", "/dev/null", "/dev/full/x", ":memory:",
    "file:x?mode=memory",
    "{label", "{}", "%s", "items[0]", "items[-1].name", "items[99999999999999999999]", "[", "]",
    "{\"text\": 1e999}",
    "{\"text\":\"\\ud800\"}", "null", "[[[[", "{\"count\": -9223372036854775809}", "e\u{301}",
    "\u{202E}", "-", "--", "9999-99-99",
    String(repeating: "[", count: 50_000), String(repeating: "a", count: 200_000),
  ]
  static let durations: [Duration] = [
    .zero, .seconds(-1), .nanoseconds(1), .milliseconds(1), .seconds(Int64.max),
    .seconds(Int64.min),
    Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
  ]

  private func validator(_ rules: RuleEntry...) throws -> ModelValidator<Model> {
    try ModelValidator(name: "models") {
      Property("text", \.text, default: "x", transform: { $0 + "y" }).adding(rules)
      Property("count", \.count, default: .max, transform: { $0.map { $0 &+ 1 } })
      Property("share", \.share, default: .nan)
      Each("items", \.items) { Property("name", \.name, default: "") }
    }
  }

  @Test func factories() throws {
    for (first, second) in Self.integers.flatMap({ a in Self.integers.map { (a, $0) } }) {
      let rules: [RuleEntry] = [
        .length(min: first, max: second), .length(exact: first), .range(min: first, max: second),
        .range(minExclusive: first, maxExclusive: second),
        .characters(.digit, min: first, max: second),
        .byteSize(min: first, max: second), .cardExpiry(years: first),
        .cidr(minPrefix: first, maxPrefix: second),
        .contains("a", times: first),
        .decimal(scale: first, minScale: second, whole: first, digits: second),
        .ean(lengths: [first, second]), .geoCoordinate(minDecimals: first, maxDecimals: second),
        .hex(bytes: first),
        .image(minWidth: first, maxHeight: second), .multipleOf(first, offset: second),
        .port(min: first, max: second),
        .price(decimals: [first, second]), .remote("https://a.example", timeout: first),
        .time(clock: first),
        .resembles(times: first, least: second), .uuid(versions: [first]),
        .depends(on: "a", atLeast: first),
      ]
      for rule in rules {
        if let validator = try? Validator(rule) {
          for text in ["", "1", "0.1"] { _ = validator.validate(text) }
        }
        if let validator = try? Validator(for: Int.self, rule) { _ = validator.validate(second) }
      }
      if first <= second {
        _ = try? Validator(for: Int.self, .range(first...second)).validate(second)
      }
      if first < second { _ = try? Validator(.length(first..<second)).validate("a") }
    }
    for number in Self.numbers {
      for rule in [
        RuleEntry.range(min: number), .equals(number), .in([number]), .multipleOf(number),
        .image(minRatio: number),
      ] {
        if let validator = try? Validator(for: Double.self, rule) {
          for value in Self.numbers { _ = validator.validate(value) }
        }
      }
      let date = Date(timeIntervalSince1970: number)
      _ = try? Validator(for: Date.self, .before(date), .after(.now)).validate(date)
      _ = try? Validator(for: Double?.self, .required).with(
        default: number, transform: { $0.map { $0 * 2 } }
      ).validated(nil)
    }
    for empty in [
      RuleEntry.any([]), .all([]), .not([]), .each([]), .in([String]()), .postcode(), .startsWith(),
      .unique(),
    ] {
      _ = try? Validator(empty).validate("a")
    }
  }

  @Test(arguments: oddTexts)
  func names(_ text: String) async throws {
    for rule in [
      RuleEntry.pattern(text), .pattern(text, mode: .search, ignoreCase: true, unicode: true),
      .in(list: text), .use(text),
      .required.when(text), .remote(text), .custom(text), .exists(file: text),
      .url(schemes: [text]), .phone(countries: [text]),
    ] {
      if let validator = try? Validator(rule) { _ = validator.validate(text) }
    }
    let words = try? MessageCatalogue(
      language: text, codes: [text: text], fields: [text: [text: text]], rules: [text: text])
    let localization = Localization(text, catalogues: words.map { [$0] } ?? [])
    let models = try validator(.email())
    _ = models.validate(Model(text: text), scenario: text, in: localization)
    for coerces in [true, false] {
      _ = try? models.decode(
        from: text.utf8, options: DecodingOptions(unknownKeys: .reject, coerces: coerces),
        in: localization)
    }
    _ = try? models.replacingRules(of: text, with: .required)
    _ = try? ModelValidator<Model>(name: text) {
      Property(text, \.text).label(text).label(text, language: text)
    }.jsonSchema
    _ = models.jsonSchema.text
    let data = Data(text.utf8)
    _ = try? JSONDecoder().decode(ValidationErrors.self, from: data)
    _ = try? JSONDecoder().decode(ValidationError.self, from: data)
    _ = try? JSONDecoder().decode([PathElement].self, from: data)
    CustomPredicates.register(text) { (_: [String: String]) in Accepts() }
    _ = (
      PresetRegistry.preset(named: text), RuleRegistry.documentation(ofRule: text),
      PaymentCardType(cardNumber: text)
    )
    let session = FormSession(Model(text: text), models)
    _ = (session.status(of: text).state, session.fields)
    let definitions = try? ParsedDefinitions(yaml: text)
    _ = definitions?.forms.map(\.yaml)
  }

  private struct Accepts: Requirement {
    let code = "accepts"
    let message = "{label} {"
    func check(_ value: String) -> Bool { true }
  }

  @Test(arguments: durations)
  func timesAndCounts(_ duration: Duration) async throws {
    let url = "https://example.com/free"
    let names = try Validator(.remote(url))
    for count in [Int.min, -1, 0, 1, .max] {
      let client = ServiceClient(concurrency: count, retries: min(count, 2), timeout: duration) {
        _ in
        .response(status: count, body: [0xFF, 0])
      }
      _ = try await names.validate("a", using: client)
      #expect(try await client.answers(to: []).isEmpty)
    }
    let models = try validator(.remote(url))
    let client = ServiceClient(timeout: .milliseconds(50)) { _ in
      .response(status: 200, body: Array("true".utf8))
    }
    let live = LiveForm(
      FormSession(Model(), models, policy: .input), using: client, delay: duration)
    await live.update { $0.edit(\.text, to: "a") }
    for await _ in await live.sessions(debounce: duration) { break }
    _ = try await live.submit()
    let form = await ObservableForm(
      Model(), models, policy: .input, using: client, delay: duration)
    await form.edit(\.text, to: "b")
    await form.moveFocus(from: \.self, to: \.items)
    _ = try await form.submit()
  }

  @Test func clocks() throws {
    let models = try ModelValidator<Model> {
      Property("text", \.text, .cardExpiry())
    }
    let validator = try Validator(.cardExpiry())
    for seconds in Self.integers {
      let now = Instant(seconds: Int64(seconds), nanoseconds: .max)
      _ = validator.validate("12/39", now: now)
      _ = models.validate(Model(text: "12/39"), now: now)
      _ = ("\(now)", Date(now))
    }
  }

  @Test(arguments: oddTexts)
  func stores(_ text: String) async throws {
    let folder = NSTemporaryDirectory() + "formrec-extreme-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try? Recorder(database: folder + "/" + text, lockTimeout: .nan).list()
    let recorder = try Recorder.temporary(clock: { Instant(seconds: .max) })
    _ = try? recorder.apply(
      DefinitionSet(yaml: "form: people\nfields:\n  - {name: id, type: integer}"))
    var access = AccessRequest(name: text, role: .admin, form: text)
    (access.by, access.reason) = (text, text)
    _ = try? recorder.grantToken(access)
    _ = try? recorder.grantUser(access, password: text)
    _ = try? recorder.grantLink(access, toImport: .max, days: .max)
    _ = try? recorder.revokeAccess(.min)
    _ = try? recorder.addWebhook(text, events: [], form: text)
    _ = try? recorder.removeWebhook(.max)
    _ = try? recorder.logRead(text, by: text)
    _ = try? recorder.verify(against: text)
    _ = try? recorder.backUp(to: folder + "/" + text + "/b")
    _ = try? recorder.compareRows(withCopy: text)
    _ = try? recorder.submit(SubmissionRequest(values: [text: text, "id": Double.nan]))
    _ = try? recorder.importFile(ImportRequest(path: folder + "/" + text))
    _ = try? recorder.requireReadable([text])
    let many = AsyncRecorder(recorder, concurrency: text.count % 2 == 0 ? .min : .max)
    _ = try? await many.submit(SubmissionRequest(json: Array(text.utf8)))
    _ = try? await many.perform { recorder, _ in try recorder.list(limit: .min) }
  }
}

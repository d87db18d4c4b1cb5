import FormModels
import Synchronization
import Testing

/// Errors in JSON: how many are found, in which places, and their texts.
@Suite(.timeLimit(.minutes(10))) struct DecodingFaultTests {
  struct Item: Decodable, Sendable { var country, zip: String }

  struct Order: Decodable, Sendable {
    var items: [Item] = []
    var byKey: [String: Item] = [:]
    var address: Item?
  }

  private static let addresses = try! ModelValidator<Item> {
    Property("country", \.country, .in(["DE"]))
    Property("zip", \.zip, .length(exact: 5)).label("ZIP code").label("PLZ", language: "de")
    Check("same", "Equal.") { $0.country != $0.zip }
  }

  private let orders = try! ModelValidator<Order> {
    Each("items", \.items) { Include(Self.addresses) }
    Each("byKey", \.byKey).using(Self.addresses)
    Nested("address", \.address).using(Self.addresses)
  }

  private func failures<Model: Decodable>(
    _ json: String, _ validator: ModelValidator<Model>, _ options: DecodingOptions = .init()
  ) -> [ValidationError] {
    do {
      _ = try validator.decode(from: json.utf8, options: options)
      return []
    } catch {
      return error.errors
    }
  }

  private func words(_ errors: [ValidationError]) -> [String] {
    errors.map { "\($0.field ?? "-") \($0.code)" }
  }

  @Test func aWrongMemberLeavesTheRulesOfItsNeighboursOn() {
    let pair = #"{"country": "XX", "zip": 5}"#
    let json = """
      {"items": [\(pair), {"country": "YY", "zip": "1"}, 7, {"country": "Z", "zip": "Z"}],
       "byKey": {"a": \(pair), "b": {"country": "DE"}}, "address": {"zip": "1"}}
      """
    #expect(
      words(failures(json, orders)) == [
        "items[0].zip text.invalid", "items[2] json.notObject", "byKey.a.zip text.invalid",
        "byKey.b.zip required", "address.country required",
        "items[0].country in.notListed", "items[1].country in.notListed",
        "items[1].zip length.different", "items[3].country in.notListed",
        "items[3].zip length.different", "items[3] same", "byKey.a.country in.notListed",
        "address.zip length.different",
      ])
  }

  @Test func faultsHaveTheLabelsOfTheirProperties() {
    let json =
      #"{"items": [{"country": "DE", "zip": 5}], "address": {"country": "DE"}, "byKey": {"k": 1}}"#
    let errors = failures(json, orders)
    #expect(
      errors.map(\.message) == [
        "ZIP code must be a single value.", "byKey.k must be an object.", "ZIP code is required.",
      ])
    let german = #expect(throws: ValidationErrors.self) {
      try orders.decode(from: json.utf8, in: "de")
    }
    #expect(german?.errors[0].message.contains("PLZ") == true)
    #expect(failures("[", orders)[0].message == "The body must be a JSON object.")
  }

  struct Numbers: Decodable, Sendable {
    var float: Float?
    var floats: [Float]?
    var double: Double?
    var int128: Int128?
    var uint128: UInt128?
    var ints: [Int128]?
    var flag: Bool?
    var text: String?
  }

  private let numbers = try! ModelValidator<Numbers> { Property("int128", \.int128) }

  @Test func numbersAreNotRoundedToInfinity() throws {
    let json = #"{"float": 1e39, "floats": [1, -1e300], "double": 1e400, "int128": 1.5}"#
    #expect(
      words(failures(json, numbers)) == [
        "float number.outOfRange", "floats[1] number.outOfRange", "double number.outOfRange",
        "int128 integer.invalid",
      ])
    let json2 =
      #"{"float": 3.4e38, "int128": 5, "uint128": 18446744073709551616, "ints": [-1], "text": "\u0000"}"#
    let model = try numbers.decode(from: json2.utf8)
    #expect(model.float == 3.4e38 && model.int128 == 5 && model.uint128 == UInt128(1) << 64)
    #expect(model.ints == [-1] && model.text == "\0")
    #expect(Float(formText: "1e39") == nil && Float(formText: "-3.5e38") == nil)
    let big = failures(#"{"int128": 18446744073709551616}"#, numbers)
    #expect(words(big) == ["int128 integer.outOfRange"])
  }

  @Test func messagesListWhatIsAccepted() {
    #expect(
      failures(#"{"flag": "yes"}"#, numbers).map(\.message) == ["flag must be one of: true, false."]
    )
  }

  @Test func theNumberOfErrorsIsLimited() {
    let wrong = #"{"country": "XX", "zip": "1"}"#
    let many = (0..<20_000).map { _ in "5" }.joined(separator: ",")
    let lists = (0..<20_000).map { _ in wrong }.joined(separator: ",")
    let keys = (0..<20_000).map { #""k\#($0)": \#(wrong)"# }.joined(separator: ",")
    for json in [#"{"items": [\#(many)]}"#, #"{"items": [\#(lists)]}"#, #"{"byKey": {\#(keys)}}"#] {
      let errors = failures(json, orders)
      #expect(errors.count == 101)
      #expect(errors.last?.code == "json.tooManyErrors" && errors.last?.path == [])
      #expect(errors.last?.message == "There are more errors; the first 100 are listed.")
    }
    let unknown = failures(
      #"{"byKey": {}, "items": [], \#(keys)}"#, orders,
      DecodingOptions(unknownKeys: .reject, maximumErrors: 3))
    #expect(unknown.count == 4 && unknown[0].code == "json.unknownKey")
    let exact = failures(
      #"{"items": [5, 5], "byKey": {}}"#, orders, DecodingOptions(maximumErrors: 2))
    #expect(exact.map(\.code) == ["json.notObject", "json.notObject"])
    #expect(DecodingOptions(maximumErrors: -1).maximumErrors == 1)
  }

  @Test func invalidUTF8IsRefused() {
    let error = #expect(throws: ValidationErrors.self) {
      try numbers.decode(from: Array(#"{"text": ""#.utf8) + [0xFF, 0x22, 0x7D])
    }
    #expect(error?.errors.map(\.code) == ["json.invalid"])
  }

  struct Account: Decodable, Sendable {
    var name: String
    var age: Int
  }

  struct NameIsFree: AsyncRequirement {
    let code = "taken"
    let message = "{label} is taken."
    func check(_ value: String) async -> Bool { value != "ana" }
  }

  struct Visit: Decodable, Sendable {
    struct Part: Decodable, Sendable {
      enum CodingKeys: CodingKey { case day }

      var day: CalendarDate?

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        day = CalendarDate(formText: try container.decode(String.self, forKey: .day))
      }
    }

    var part: Part
  }

  /// It is the next day in the form's zone.
  @Test func theZoneAppliesToNestedValues() async throws {
    let visits = try ModelValidator<Visit>(zone: NamedZone("Pacific/Kiritimati")) {
      Nested("part", \.part) { Property("day", \.day, .after(.today)) }
    }
    let now = try #require(Instant(text: "2026-01-01T12:00:00Z"))
    let json = #"{"part": {"day": "2026-01-02"}}"#
    let error = #expect(throws: ValidationErrors.self) {
      _ = try visits.decode(from: json.utf8, now: now)
    }
    let asynchronous = await #expect(throws: ValidationErrors.self) {
      _ = try await visits.decode(from: json.utf8, using: .local, now: now)
    }
    #expect(error != nil && error == asynchronous)
  }

  @Test func modelsAreDecodedWithServices() async throws {
    let accounts = try ModelValidator<Account> {
      Property("name", \.name, .length(min: 2), .custom(NameIsFree())).trimmed()
      Property("age", \.age)
    }
    func codes(_ json: String) async throws -> [String] {
      do {
        let account = try await accounts.decode(from: json.utf8, using: .local)
        return [account.name]
      } catch let error as ValidationErrors {
        return error.errors.map(\.code)
      }
    }
    #expect(try await codes(#"{"name": " bo ", "age": 1}"#) == ["bo"])
    #expect(try await codes(#"{"name": "ana", "age": 1}"#) == ["taken"])
    // Nothing is requested, and nothing fails for that reason, if anything else rejects the model.
    #expect(try await codes(#"{"name": "ana", "age": "x"}"#) == ["integer.invalid"])
    #expect(
      try await codes(#"{"name": "a", "age": "x"}"#) == ["integer.invalid", "length.tooShort"])
    #expect(try await codes("[]") == ["json.invalid"])
  }
}

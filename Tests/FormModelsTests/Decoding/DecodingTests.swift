import FormModels
import Foundation
import Testing

/// JSON as models: errors of types and rules together, with paths.
@Suite struct DecodingTests {
  struct Account: Decodable, Sendable {
    enum Plan: String, Decodable, CaseIterable, Sendable { case free, paid }
    struct Item: Decodable, Sendable {
      var zip: String
      var count: Int8
    }
    var email: String
    var age: Int?
    var plan: Plan
    var since: Date?
    var price: Decimal?
    var items: [Item]
    var labels: [String: String]?
  }

  private let accounts = try! ModelValidator<Account> {
    Property("email", \.email, .required, .email()).label("E-mail").trimmed()
    Property("age", \.age, .range(18...))
    Property("plan", \.plan.rawValue)
    Each("items", \.items) { Property("zip", \.zip, .length(exact: 5)) }
  }

  private func errors(
    _ json: String, _ options: DecodingOptions = DecodingOptions()
  ) -> [String] {
    do {
      _ = try accounts.decode(from: json.utf8, options: options)
      return []
    } catch {
      return error.errors.map { "\($0.field ?? "-") \($0.code)" }
    }
  }

  @Test func aModelIsDecodedAndNormalized() throws {
    let account = try accounts.decode(
      from: """
        {"email": " ana@example.com ", "age": 20, "plan": "paid", "since": "2026-01-31T09:30:00Z",
         "price": 0.1, "items": [{"zip": "12345", "count": -7}], "labels": {"a": "b"}, "x": [1]}
        """.utf8)
    #expect(account.email == "ana@example.com" && account.plan == .paid && account.age == 20)
    #expect(account.since?.formText == "2026-01-31T09:30:00Z")
    #expect(account.price == Decimal(string: "0.1") && account.items[0].count == -7)
    #expect(account.labels == ["a": "b"])
  }

  @Test func errorsOfTypesAndRulesAreReportedTogether() {
    let json = """
      {"email": "ana", "age": "x", "plan": "gold", "since": "yesterday", "price": {},
       "items": [{"zip": 5, "count": 1}, {"zip": "12345", "count": 1000}]}
      """
    #expect(
      Set(errors(json)) == [
        "email email.invalid", "age integer.invalid", "plan in.notListed",
        "since datetime.invalid", "price decimal.invalid", "items[0].zip text.invalid",
        "items[1].count integer.outOfRange",
      ])
    #expect(errors(#"{"items": [{"zip": "1"}]}"#).contains("items[0].count required"))
    #expect(
      errors(#"{"email": null, "plan": "free", "items": {}}"#) == [
        "email required", "items list.invalid",
      ])
    #expect(
      errors(#"{"email": "a@example.com", "plan": "free", "items": [{"zip": "1", "count": 1}]}"#)
        == [
          "items[0].zip length.different"
        ])
  }

  @Test func errorPathsAreStructured() throws {
    let error = #expect(throws: ValidationErrors.self) {
      try accounts.decode(
        from: #"{"email": "a@example.com", "plan": "free", "items": [{"zip": 1, "count": 1}]}"#.utf8
      )
    }
    let first = try #require(error?.errors.first)
    #expect(first.path == [.key("items"), .index(0), .key("zip")])
    #expect(first.message == "items[0].zip must be a single value.")
    let decoded = try JSONDecoder().decode(
      ValidationErrors.self, from: JSONEncoder().encode(try #require(error)))
    #expect(decoded.errors[0].path == first.path)
  }

  @Test func unknownKeysAreRejectedOnRequest() {
    let json =
      #"{"email": "a@example.com", "plan": "free", "items": [{"zip": "12345", "count": 1, "y": 2}], "x": 1}"#
    #expect(errors(json) == [])
    #expect(
      errors(json, DecodingOptions(unknownKeys: .reject)) == [
        "items[0].y json.unknownKey", "x json.unknownKey",
      ])
  }

  @Test func numericTextsAreNumbersOnRequest() throws {
    let json = #"{"email": "a@example.com", "age": "20", "plan": "free", "items": []}"#
    #expect(errors(json) == ["age integer.invalid"])
    #expect(errors(json, DecodingOptions(coerces: true)) == [])
  }

  @Test(arguments: ["", "[]", "{", "{\"a\": 1,}", "{\"a\": 1, \"a\": 2}", "null"])
  func malformedDocumentsHaveOneError(_ json: String) {
    #expect(errors(json) == ["- json.invalid"])
  }

  @Test func rulesAreNotAppliedToPlaceholders() throws {
    struct Pair: Decodable, Sendable { var password, repeated: String }
    let pairs = try ModelValidator<Pair> {
      Property("password", \.password)
      Property("repeated", \.repeated, .equals(\.password))
      Check("same", "They differ.") { $0.password == $0.repeated }
    }
    let error = #expect(throws: ValidationErrors.self) {
      try pairs.decode(from: #"{"password": 1, "repeated": "x"}"#.utf8)
    }
    #expect(error?.errors.map(\.code) == ["text.invalid"])
  }
}

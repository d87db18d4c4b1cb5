import Foundation
import Testing

@testable import FormModels

/// The result for a valid model, and the error for an invalid one.
@Suite struct ValidatedTests {
  struct Address: Sendable, Equatable { var zip = " 12345 " }
  struct User: Sendable, Equatable {
    var name = " Ana\n"
    var nick: String? = " an "
    var note = " as it is "
    var age = 30
    var home = Address()
    var work: Address? = Address()
    var others = [Address()]
    let id = " x "
  }

  private func users() throws -> ModelValidator<User> {
    try ModelValidator<User> {
      Property("name", \.name, .required, .length(max: 3)).label("Name").trimmed()
      Property("nick", \.nick, .length(exact: 2)).trimmed()
      Property("note", \.note)
      Property("age", \.age, .range(min: 18), .range(min: 21).id("adult").severity(.warning))
      Property("id", \.id).trimmed()
      Nested("home", \.home) { Property("zip", \.zip, .length(exact: 5)).trimmed() }
      Nested("work", \.work) { Property("zip", \.zip).trimmed() }
      Each("others", \.others) { Property("zip", \.zip).trimmed() }
    }
  }

  @Test func validatedReturnsTheNormalizedModel() throws {
    let zip = Address(zip: "12345")
    let user = try users().validated(User())
    #expect(user == User(name: "Ana", nick: "an", home: zip, work: zip, others: [zip]))
    let bare = try users().validated(User(nick: nil, work: nil, others: []))
    #expect(bare == User(name: "Ana", nick: nil, home: zip, work: nil, others: []))
    #expect(try Validator(trim: true, .required).validated(" a ") == "a")
    #expect(try Validator(.required).validated(" a ") == " a ")
  }

  @Test func fileFormsTrimValues() throws {
    let form = Form(
      name: "users", fields: [Field(name: "name", type: .text, required: true, trim: true)])
    let users = try ModelValidator<User>(form, RuleSet(name: "users", form: "users")) {
      Property("name", \.name)
    }
    #expect(try users.validated(User()).name == "Ana")
  }

  @Test func dictionariesHaveTheTypesOfTheirFields() throws {
    let names = ["age", "price", "ok", "day", "tags", "free"]
    let types: [FieldType] = [
      .integer, .decimal(), .boolean(), .date(), .list(separator: "|"), .text,
    ]
    let form = Form(
      name: "f", fields: zip(names, types).map { Field(name: $0, type: $1, trim: true) })
    let validator = try FormValidator(form, RuleSet(name: "f", form: "f"))
    let valid = try validator.validated([
      "age": " 42 ", "price": "1.50", "ok": "yes", "day": "2026-01-31", "tags": "a|b",
      "free": " x ", "other": " y ",
    ])
    #expect(valid["age"] as? Int == 42)
    #expect((valid["price"] as? ExactDecimal)?.description == "1.50")
    #expect(valid["ok"] as? Bool == true)
    #expect(valid["day"] as? CalendarDate == CalendarDate(year: 2026, month: 1, day: 31))
    #expect(valid["tags"] as? [String] == ["a", "b"])
    #expect(valid["free"] as? String == "x" && valid["other"] as? String == " y ")
    #expect(try validator.validated(["age": 42, "day": ""])["age"] as? Int == 42)
  }

  @Test func thrownErrorsHaveUserMessages() throws {
    let users = try users()
    let error = try #require(throws: ValidationErrors.self) {
      try users.validated(User(name: "", age: 17))
    }
    #expect(error.errors.map(\.rule) == ["name.required", "age.range"])
    #expect(error.warnings.map(\.rule) == ["adult"])
    let words = "Name is required.\nage must be at least 18."
    #expect(error.localizedDescription == words)
    #expect((error as any Error).localizedDescription == words)
    #expect(error.errors[0].localizedDescription == "Name is required.")
    #expect(error.messages(in: "de")[0] == "„Name“ ist ein Pflichtfeld.")
    #expect(error.errors(at: "age").map(\.code) == ["range.tooSmall"])
    #expect(throws: ValidationErrors.self) { try Validator(.required).validated("") }
    #expect(ValidationErrors(error.warnings) == nil)
  }

  @Test func errorsAreEncoded() throws {
    struct Body: Decodable {
      struct Failure: Decodable, Equatable {
        var field: String?
        var rule, code, severity, message: String
        var arguments: [String: String]
      }
      var errors, warnings: [Failure]
    }
    let young = try Validator("age", for: Int.self, .range(min: 18)).validate(4).errors
    let note = ValidationError(rule: "all", code: "c", severity: .info, message: "m")
    let errors = try #require(ValidationErrors(young + [note]))
    let body = try JSONDecoder().decode(Body.self, from: JSONEncoder().encode(errors))
    #expect(
      body.errors == [
        .init(
          field: "age", rule: "age.range", code: "range.tooSmall", severity: "error",
          message: "age must be at least 18.",
          arguments: ["min": "18", "minKind": "value", "kind": "number"])
      ])
    #expect(body.warnings.map(\.field) == [nil])
    #expect(body.warnings.map(\.severity) == ["info"])
  }

  @Test func errorsOfAServerAreDecodedAndShown() throws {
    let users = try users()
    let thrown = try #require(throws: ValidationErrors.self) {
      try users.validated(User(name: "", age: 17))
    }
    let decoded = try JSONDecoder().decode(
      ValidationErrors.self, from: JSONEncoder().encode(thrown))
    #expect(decoded.errors.map(\.description) == thrown.errors.map(\.description))
    #expect(decoded.errors.map(\.field) == thrown.errors.map(\.field))
    #expect(decoded.warnings.map(\.code) == thrown.warnings.map(\.code))
    var form = FormSession(User(), users)
    form.addServerErrors(decoded)
    #expect(form.errors.map(\.rule) == ["name.required", "age.range"])
    #expect(form.warnings.map(\.rule) == ["adult"])

    func decode(_ json: String) throws -> ValidationErrors {
      try JSONDecoder().decode(ValidationErrors.self, from: Data(json.utf8))
    }
    let short = try decode(#"{"errors": [{"code": "taken", "message": "Taken."}]}"#)
    #expect(short.errors == [ValidationError(rule: "taken", code: "taken", message: "Taken.")])
    for json in [
      #"{"errors": []}"#, #"{"warnings": []}"#, #"{"errors": [{"code": "taken"}]}"#,
      #"{"errors": [{"code": "c", "message": "m", "severity": "info"}]}"#,
      #"{"errors": [{"code": "c", "message": "m", "severity": "fatal"}]}"#,
    ] {
      #expect(throws: DecodingError.self) { try decode(json) }
    }
  }

  @Test(.timeLimit(.minutes(10))) func servicesAreRequestedFirst() async throws {
    let users = try ModelValidator<User> {
      Property("name", \.name, .remote("https://example.com/free")).trimmed()
    }
    let yes = ServiceClient { _ in .response(status: 200, body: Array("true".utf8)) }
    #expect(try await users.validated(User(), using: yes).name == "Ana")
    let silent = ServiceClient { _ in .unanswered }
    await #expect(throws: ValidationErrors.self) {
      try await users.validated(User(), using: silent)
    }
  }

  @Test func otherModulesMayHaveValidators() throws {
    let validator: ValueValidator<Int> = try ValueValidator(for: Int.self, .range(min: 1))
    #expect(validator.isValid(1))
    #expect(try FormModels.Validator(.required).isValid("a"))
  }
}

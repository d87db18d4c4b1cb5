import FormModels
import Testing

/// Defaults and transforms, which are applied before rules.
@Suite struct PreparationTests {
  struct Item: Sendable, Decodable, Equatable {
    var name: String
    var count: Int?
  }
  struct Account: Sendable, Decodable, Equatable {
    enum Plan: String, Sendable, Decodable, FormValue { case free, paid }
    var email: String
    var age: Int?
    var plan: Plan
    var tags: [String]?
    var item: Item?
    var items: [Item]
    var byKey: [String: Item]?
  }

  private func accounts() throws -> ModelValidator<Account> {
    try ModelValidator {
      Property(
        "email", \.email, transform: { $0.lowercased() }, .required,
        .pattern("[a-z@.]+")
      ).trimmed()
      Property("age", \.age, default: 18, transform: { $0.map { $0 + 1 } }, .range(max: 20))
      Property("plan", \.plan, default: .free)
      Property("tags", \.tags, default: ["new"])
      Property("adult", reading: { ($0.age ?? 0) >= 19 }, .true())
      Nested("item", \.item) { Property("count", \.count, default: 1, .range(min: 1)) }
      Each("items", \.items) {
        Property("name", \.name, transform: { $0.uppercased() }, .pattern("[A-Z]+"))
        Property("count", \.count, default: 2)
      }
      Each("byKey", \.byKey) { Property("count", \.count, default: 3) }
      Check("items", "{label}") { $0.items.allSatisfy { $0.count != nil } }
    }
  }

  private let account = Account(
    email: " ANA@Example.com ", plan: .paid, item: Item(name: "x"), items: [Item(name: "ab")],
    byKey: ["k": Item(name: "x")])

  @Test func singleValuesAreChangedBeforeRulesToo() throws {
    let name = try Validator(trim: true, .required, .length(exact: 3), .uppercase)
      .with(transform: { $0.uppercased() })
    #expect(try name.validated(" ana ") == "ANA")
    #expect(name.validate(" ana ").value == " ana ")
    #expect(name.validate(" anna ").errors.map(\.code) == ["length.different"])
    let age = try Validator(for: Int?.self, .required, .range(min: 18)).with(default: 20)
    #expect(try age.validated(nil) == 20 && age.validated(19) == 19)
    #expect(age.validate(3).errors.map(\.code) == ["range.tooSmall"])
    #expect(try Validator(trim: true, .required).with().validated(" a ") == "a")
  }

  @Test func rulesSeeTransformedValues() throws {
    let validator = try accounts()
    let result = validator.validate(account)
    #expect(result.isValid, "\(result.errors)")
    #expect(result.value == account)
    let kept = try validator.validated(account)
    #expect(kept.email == "ana@example.com" && kept.age == 19 && kept.tags == ["new"])
    #expect(kept.item?.count == 1 && kept.items == [Item(name: "AB", count: 2)])
    #expect(kept.byKey == ["k": Item(name: "x", count: 3)])
    var old = account
    old.age = 20
    #expect(validator.validate(old).errors.map(\.code) == ["range.tooLarge"])
    #expect(validator.validate(all: [account, old]).map(\.isValid) == [true, false])
    let values = validator.values(of: account).map { $0.value?.formText }
    #expect(values.prefix(2) == ["ana@example.com", "19"])
  }

  @Test func decodeFillsMissingMembers() throws {
    let validator = try accounts()
    let account = try validator.decode(
      from: #"{"email": "ANA@x.de", "age": null, "item": {"name": "x"}, "items": [{"name": "b"}]}"#
        .utf8,
      options: DecodingOptions(unknownKeys: .reject))
    #expect(
      account
        == Account(
          email: "ana@x.de", age: 19, plan: .free, tags: ["new"], item: Item(name: "x", count: 1),
          items: [Item(name: "B", count: 2)]))
    do {
      _ = try validator.decode(from: #"{"email": 1, "plan": 7, "items": []}"#.utf8)
      Issue.record("decoded")
    } catch {
      // A wrong value is an error, not a missing one.
      #expect(error.errors.map(\.field) == ["email", "plan"])
    }
  }

  @Test func dictionariesAreTransformed() throws {
    let validator = try FormValidator {
      Property("age", as: .integer, default: 18, .range(min: 18))
      Property(
        "name", transform: { ($0 as? String)?.uppercased() ?? $0 }, .pattern("[A-Z]+")
      ).trimmed()
    }
    let kept = try validator.validated(["name": " ana "])
    #expect(kept["age"]?.formText == "18" && kept["name"]?.formText == "ANA")
    #expect(validator.validate(["age": 3]).errors.map(\.code) == ["range.tooSmall"])
  }

  final class Person { var name = "Ana" }
  struct Fixed: Sendable { let name = "Ana" }

  @Test func transformsRequireWritableProperties() {
    let errors = [
      #expect(throws: DefinitionErrors.self) {
        _ = try ModelValidator<Person> { Property("name", \.name, default: "x") }
      },
      #expect(throws: DefinitionErrors.self) {
        _ = try ModelValidator<Fixed> { Property("name", \.name, transform: { $0 }) }
      },
    ]
    for error in errors {
      #expect(error?.description.contains("require a writable property of a structure") == true)
    }
  }

  final class Customer {
    var home = Fields()
    var other: Fields? = Fields()
    var all = [Fields()]

    struct Fields: Sendable { var zip = " a" }
  }

  /// Validation does not change an object, which others may use.
  @Test func valuesOfObjectsStayUnchanged() throws {
    let errors = [
      #expect(throws: DefinitionErrors.self) {
        _ = try ModelValidator<Customer> {
          Nested("home", \.home) { Property("zip", \.zip, transform: { $0.uppercased() }) }
        }
      },
      #expect(throws: DefinitionErrors.self) {
        _ = try ModelValidator<Customer> {
          Nested("other", \.other) { Property("zip", \.zip, default: "x") }
        }
      },
      #expect(throws: DefinitionErrors.self) {
        _ = try ModelValidator<Customer> {
          Each("all", \.all) { Property("zip", \.zip, transform: { $0.uppercased() }) }
        }
      },
    ]
    for error in errors {
      #expect(error?.description.contains("require a writable property of a structure") == true)
    }
    let fields = try ModelValidator<Customer.Fields> {
      Property("zip", \.zip, transform: { $0.uppercased() }, .length(max: 2))
    }
    let customers = try ModelValidator<Customer> {
      Nested("home", \.home).using(fields)
      Nested("other", \.other).using(fields)
      Each("all", \.all).using(fields)
    }
    let customer = Customer()
    #expect(customers.validate(customer).isValid)
    #expect([customer.home.zip, customer.other?.zip, customer.all[0].zip] == [" a", " a", " a"])
  }

  @Test func liveFormsKeepTheTypedText() throws {
    struct Name: Sendable { var name = "" }
    let validator = try ModelValidator<Name> {
      Property("name", \.name, transform: { $0.lowercased() }, .pattern("[a-z]*"))
    }
    var form = FormSession(Name(), validator, policy: .input)
    form.setRefusesInvalidInput(true, for: \.name)
    form.edit(\.name, to: "ANA")
    #expect(form.status(of: \.name).state == .valid && form.model.name == "ANA")
    form.edit(\.name, to: "ANA1")
    #expect(form.model.name == "ANA")
  }

  struct Comment: Sendable {
    var text: String?
    var replies: [Comment] = []
  }
  static let comments: ModelValidator<Comment> = try! ModelValidator {
    Property("text", \.text, default: "-", .required)
    Each("replies", \.replies).using(comments)
  }

  @Test func recursiveModelsAreTransformed() throws {
    let kept = try Self.comments.validated(Comment(replies: [Comment(replies: [Comment()])]))
    #expect(kept.replies[0].replies[0].text == "-")
    let deep = (0..<1_000).reduce(Comment()) { inner, _ in Comment(replies: [inner]) }
    #expect(Self.comments.validate(deep).errors.map(\.code) == ["model.tooDeep"])
  }
}

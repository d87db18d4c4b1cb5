import FormModels
import Foundation
import Testing

/// Rules that refer to the model by key path and closure, and models that are not flat
/// structures.
@Suite struct TypedAPITests {
  struct SignUp: Sendable {
    var name = "ana"
    var password = "secret-1"
    var repeated = "secret-1"
    var age: Int? = 20
    var guardian: String?
    var start = "2026-01-01"
    var end = "2026-02-01"
    var tags: Set<String> = ["a"]
    var nicknames: [String]?
  }

  private func codes(_ result: ValidationResult<some Any>) -> [String] {
    result.errors.map { "\($0.field ?? "-") \($0.code)" }
  }

  @Test func keyPathsNameOtherFields() throws {
    let validator = try ModelValidator<SignUp> {
      Property("name", \.name, .notEquals(\.password))
      Property("password", \.password)
      Property("repeated", \.repeated, .equals(\.password))
      Property("start", \.start).type(.date())
      Property("end", \.end, .after(\.start), .range(min: \.start).id("range")).type(.date())
      RecordRules(.unique(\.name, \.start))
    }
    #expect(validator.validate(SignUp()).isValid)
    let wrong = SignUp(name: "secret-1", repeated: "x", end: "2025-01-01")
    #expect(
      codes(validator.validate(wrong)) == [
        "name notEquals.same", "repeated equals.different", "end after.notAfter",
        "end range.tooSmall",
      ])
    // The rules are data in which names replace the key paths.
    #expect(validator.ruleSet.fields.first { $0.field == "repeated" }?.rules.first?.id == nil)
    #expect(validator.validate(all: [SignUp(), SignUp()]).map(\.isValid) == [true, false])
  }

  @Test func aKeyPathOfNoPropertyIsAnError() {
    let error = #expect(throws: DefinitionErrors.self) {
      try ModelValidator<SignUp> { Property("repeated", \.repeated, .equals(\.password)) }
    }
    #expect(error?.description.contains("is not the key path of a property of this model") == true)
  }

  @Test func conditionsMayBeClosures() throws {
    let validator = try ModelValidator<SignUp> {
      Property("age", \.age)
      Property("guardian", \.guardian, .required.when { ($0.age ?? 0) < 18 })
      Property("name", \.name, .length(max: 2).when("isAdult") { ($0.age ?? 0) >= 18 })
    }
    #expect(codes(validator.validate(SignUp(age: 17))) == ["guardian required"])
    #expect(codes(validator.validate(SignUp())) == ["name length.tooLong"])
    #expect(
      validator.form.fields.map(\.name) == ["age", "guardian", "name", "condition1", "isAdult"])
    // A live form evaluates the rule again when a value changes that the closure may read.
    var session = FormSession(SignUp(age: 17), validator, policy: .input)
    session.validate()
    #expect(session.status(of: \.guardian).state == .invalid)
    session.edit(\.age, to: 18)
    #expect(session.status(of: \.guardian).state == .valid)
    #expect(session.fields == ["age", "guardian", "name"])
    session.edit(\.name, to: "al")
    #expect(session.state == .valid)
  }

  @Test func rangesAreBounds() throws {
    let length = try Validator(.length(3...5))
    #expect(["ab", "abc", "abcde", "abcdef"].map(length.isValid) == [false, true, true, false])
    #expect(
      try ["", "ab", "abc"].map { try Validator(.length(..<3)).isValid($0) } == [true, true, false])
    #expect(try Validator(.length(3...)).isValid("abc"))
    let age = try Validator(for: Int.self, .range(0..<120))
    #expect([-1, 0, 119, 120].map(age.isValid) == [false, true, true, false])
    #expect(age.validate(120).errors.map(\.code) == [ErrorCode.rangeNotBelow])
    let price = try Validator(as: .decimal(), .range("0.10"..."0.30"))
    #expect(["0.1", "0.31"].map(price.isValid) == [true, false])
    #expect(throws: DefinitionErrors.self) { try Validator(.length(..<0)) }
  }

  @Test func setsAndOptionalArrays() throws {
    let validator = try ModelValidator<SignUp> {
      Property("tags", \.tags, .length(1...2), .each(.length(max: 1)))
      Property("nicknames", \.nicknames, .length(max: 1))
    }
    #expect(validator.validate(SignUp()).isValid)
    let wrong = SignUp(tags: ["aa"], nicknames: ["b", "c"])
    #expect(
      codes(validator.validate(wrong)) == ["tags length.tooLong", "nicknames length.tooLong"])
  }

  // MARK: Parts

  struct Money: Sendable { var amount: Int }
  struct Card: Sendable { var number: String }
  enum Payment: Sendable {
    case cash
    case card(Card)
  }
  struct Item: Sendable { var name: String }
  struct Order: Sendable {
    var payment = Payment.cash
    var prices: [String: Money] = [:]
    var items: [Item]?
  }
  struct Comment: Sendable {
    var text: String
    var replies: [Comment] = []
  }

  static let cards = try! ModelValidator<Card> { Property("number", \.number, .required) }
  static let comments: ModelValidator<Comment> = try! ModelValidator {
    Property("text", \.text, .required)
    Each("replies", \.replies).using(comments)
  }

  @Test func payloadsDictionariesAndOptionalArrays() throws {
    let validator = try ModelValidator<Order> {
      Nested("card", reading: { if case .card(let card) = $0.payment { card } else { nil } }) {
        Property("number", \.number, .required, .paymentCard())
      }
      Each("prices", \.prices) { Property("amount", \.amount, .range(1...)) }
      Each("items", \.items) { Property("name", \.name, .required) }
    }
    #expect(validator.validate(Order()).isValid)
    let order = Order(
      payment: .card(Card(number: "1")),
      prices: ["EUR": Money(amount: 0), "A.B": Money(amount: 0)],
      items: [Item(name: "x"), Item(name: "")])
    let errors = validator.validate(order).errors
    #expect(
      errors.map(\.field) == [
        "card.number", "prices.A.B.amount", "prices.EUR.amount", "items[1].name",
      ])
    #expect(errors[1].path == ["prices", "A.B", "amount"])
    #expect(errors[3].path == ["items", 1, "name"])
    #expect(errors[1].rule == "prices.amount.range")
    let session = FormSession(order, validator, policy: .input)
    var live = session
    live.validate()
    #expect(live.status(of: "prices.EUR").state == .invalid)
    #expect(live.status(of: "items[0]").state == .valid)
    #expect(live.status(of: "items[1].name").errors.count == 1)
  }

  @Test func validatorsAreReusedAndRecursive() throws {
    let validator = try ModelValidator<Order> {
      Nested("card", reading: { if case .card(let card) = $0.payment { card } else { nil } })
        .using(Self.cards)
    }
    let order = Order(payment: .card(Card(number: "")))
    #expect(codes(validator.validate(order)) == ["card.number required"])
    let inner = Comment(text: "", replies: [])
    let comment = Comment(text: "a", replies: [inner, Comment(text: "b", replies: [inner])])
    #expect(
      Self.comments.validate(comment).errors.map(\.field) == [
        "replies[0].text", "replies[1].replies[0].text",
      ])
    for (levels, codes) in [(100, []), (101, ["model.tooDeep"]), (1_000, ["model.tooDeep"])] {
      let deep = (0..<levels).reduce(Comment(text: "x")) { inner, _ in
        Comment(text: "x", replies: [inner])
      }
      #expect(Self.comments.validate(deep).errors.map(\.code) == codes)
    }
  }

  @Test func includeAddsTheParts() throws {
    let base = try ModelValidator<SignUp> {
      Property("name", \.name, .required)
      Check("same", "The name is the password.") { $0.name != $0.password }.at(\.name)
    }
    let validator = try ModelValidator<SignUp> {
      Include(base)
      Property("age", \.age, .range(18...))
    }
    let wrong = SignUp(name: "secret-1", age: 1)
    #expect(codes(validator.validate(wrong)) == ["age range.tooSmall", "name same"])
    let stored = try ModelValidator<SignUp>(base.ruleSet) { Property("name", \.name) }
    #expect(throws: DefinitionErrors.self) { try ModelValidator<SignUp> { Include(stored) } }
  }

  @Test func rulesAreReplaced() throws {
    let validator = try ModelValidator<SignUp> { Property("name", \.name, .length(max: 3)) }
    let strict = try validator.replacingRules(of: "name", with: .length(max: 2))
    #expect(validator.validate(SignUp()).isValid && !strict.validate(SignUp()).isValid)
    #expect(throws: DefinitionErrors.self) {
      try validator.replacingRules(of: "nam", with: .required)
    }
    var session = FormSession(SignUp(), validator, policy: .input)
    session.validate()
    try session.setRules(.length(max: 2), for: \.name)
    #expect(session.status(of: \.name).state == .invalid)
  }

  // MARK: Requirements

  struct PasswordPolicy: Requirement {
    let code = "password"
    let message = "{label} is weak."
    func check(_ value: String) -> Bool { failures(of: value).isEmpty }
    func failures(of value: String) -> [RequirementFailure] {
      var failures: [RequirementFailure] = []
      if value.count < 8 {
        failures.append(
          RequirementFailure("{label} needs {n} characters.", code: "short", arguments: ["n": "8"]))
      }
      if !value.contains("-") { failures.append(RequirementFailure("{label} needs a dash.")) }
      return failures
    }
  }

  enum NameError: Error, LocalizedError {
    case reserved(String)
    var errorDescription: String? { "reserved {name}" }
  }

  struct NameIsFree: AsyncRequirement {
    let code = "taken"
    let message = "{label} is taken."
    func check(_ value: String) async throws -> Bool {
      await Task.yield()
      if value == "broken" { throw NameError.reserved(value) }
      return value != "ana"
    }
  }

  @Test func aRequirementMayHaveSeveralFailures() throws {
    let validator = try Validator(label: "Password", .custom(PasswordPolicy()))
    let errors = validator.validate("abc").errors
    #expect(errors.map(\.code) == ["short", "password"])
    #expect(errors.map(\.message) == ["Password needs 8 characters.", "Password needs a dash."])
    #expect(errors[0].message(in: "de") == errors[0].message)
    #expect(validator.isValid("abcdefg-"))
    #expect(try Validator(.all(.custom(PasswordPolicy()))).validate("a").errors.count == 2)
  }

  @Test func thrownErrorsAreFailures() throws {
    let validator = try Validator(
      .custom(
        "name", throwing: { (name: String) in if name == "root" { throw NameError.reserved(name) } }
      ))
    let error = try #require(validator.validate("root").errors.first)
    #expect(error.message == "reserved {name}" && error.code == "name")
    guard case NameError.reserved("root")? = error.underlyingError as? NameError else {
      Issue.record("the error is lost")
      return
    }
    let model = try ModelValidator<SignUp> {
      Check("name", throwing: { if $0.name == "ana" { throw NameError.reserved($0.name) } })
      Check(
        "many", failures: { _ in [RequirementFailure("A."), RequirementFailure("B.", code: "b")] })
    }
    let errors = model.validate(SignUp()).errors
    #expect(errors.map(\.code) == ["name", "many", "b"] && errors[0].underlyingError is NameError)
  }

  @Test(.timeLimit(.minutes(10))) func requirementsMayBeAsynchronous() async throws {
    let validator = try Validator(.required, .custom(NameIsFree()))
    #expect(try await validator.validate("ana", using: .local).errors.map(\.code) == ["taken"])
    #expect(try await validator.validate("bo", using: .local).isValid)
    let broken = try await validator.validate("broken", using: .local)
    #expect(broken.errors.map(\.code) == [ErrorCode.customUnavailable])
    #expect(validator.validate("bo").errors.map(\.code) == [ErrorCode.customUnavailable])
    let model = try ModelValidator<SignUp> { Property("name", \.name, .custom(NameIsFree())) }
    let form = LiveForm(FormSession(SignUp(), model, policy: .input), using: .local)
    #expect(try await form.submit().errors.map(\.message) == ["name is taken."])
    await form.update { $0.edit(\.name, to: "bo") }
    #expect(try await form.submit().state == .valid)
  }

  @Test(arguments: [
    ModelRule<SignUp>.range(min: \.start), .range(max: \.start), .range(minExclusive: \.start),
    .before(\.start), .after(\.start), .between(\.start, and: \.start), .range("a"..."m"),
  ])
  func plainTextsHaveNoOrder(_ rule: ModelRule<SignUp>) throws {
    let error = #expect(throws: DefinitionErrors.self) {
      try ModelValidator<SignUp> {
        Property("start", \.start)
        Property("end", \.end, rule)
      }
    }
    #expect(error?.errors.map(\.cause) == [.wrongType], "\(error?.description ?? "")")
  }
}

import FormModels
import Testing

/// The code of docs/guides/live.md, with the results that the guide states.
@Suite struct LiveGuideTests {
  struct SignUp: Sendable {
    var email = ""
    var password = ""
    var repeated = ""
  }

  @Test func sessions() throws {
    let validator = try ModelValidator<SignUp> {
      Property("email", \.email, .required, .email()).label("E-mail")
      Property("password", \.password, .required, .length(min: 8)).label("Password")
      Property("repeated", \.repeated, .equals(\.password)).label("Repeated")
    }
    var form = FormSession(SignUp(), validator, policy: .focusLossThenInput)

    form.focus(\.email)
    form.edit(\.email, to: "ana@")
    let events = form.blur(\.email)
    for case .validityChanged(let change) in events {
      print(change.field ?? "form", change.after, change.errors.map(\.message))
    }
    print(form.status(of: \.email).state)  // invalid
    #expect(events.count == 3)
    #expect(form.status(of: \.email).state == .invalid)

    form.setRefusesInvalidInput(true, for: \.password)

    let outcome = form.validate()
    if outcome.state != .valid { form.focus(form.firstInvalidField ?? "email") }
    #expect(outcome.errors.map(\.rule) == ["email.email", "password.required"])
    #expect(form.status(of: \.email).hasFocus)

    let taken = ValidationError(
      field: "email", rule: "email.free", code: "taken", message: "This address has an account.")
    form.addServerErrors([taken])
    #expect(form.status(of: \.email).errors.map(\.code) == ["email.invalid", "taken"])

    form.setEnabled(false, for: \.repeated)
    form.remove(\.repeated)
    form.restore(\.repeated)
    try form.add(
      Property("domain", reading: { String($0.email.drop { $0 != "@" }) }, .length(max: 40)))
    #expect(form.fields == ["email", "password", "repeated", "domain"])
  }

  struct Order: Sendable {
    struct Address: Sendable { var country = "", zip = "" }
    struct Item: Sendable { var quantity = 1 }
    var start = 1, end = 2
    var tags: [String] = []
    var address = Address()
    var items: [Item] = []
  }

  @Test func valuesInValues() throws {
    let orders = try ModelValidator<Order> {
      Property("end", \.end)
      Property("tags", \.tags, .each(.slug(), .length(max: 20)))
      Check("dates", at: "end", "{label} must be after the start.") { $0.end > $0.start }
      Nested("address", \.address) {
        Property("country", \.country, .required)
        Property("zip", \.zip, .length(exact: 5).when("country = 'DE'"))
      }
      Each("items", \.items) { Property("quantity", \.quantity, .range(min: 1)) }
    }
    let wrong = Order(end: 0, address: .init(country: "DE", zip: "1"), items: [.init(quantity: 0)])
    print(orders.validate(wrong).errors.map(\.field))
    // ["end", "address.zip", "items[0].quantity"]
    #expect(
      orders.validate(wrong).errors.map(\.field) == ["end", "address.zip", "items[0].quantity"])
  }

  func validator(_ form: Form, _ rules: RuleSet) throws -> ModelValidator<SignUp> {
    try ModelValidator(form, rules) {
      Property("email", \.email)
      Property("password", \.password)
      Property("repeated", \.repeated)
    }
  }

  @Test func formsFromFiles() throws {
    let fields = ["email", "password", "repeated"].map {
      Field(name: $0, type: .text, required: true)
    }
    let rules = RuleSet(name: "r", form: "f")
    let validator = try validator(Form(name: "f", fields: fields), rules)
    #expect(validator.validate(SignUp()).errors.count == 3)
    #expect(throws: DefinitionErrors.self) {
      try self.validator(Form(name: "f", fields: fields + [Field(name: "x", type: .text)]), rules)
    }
  }

  private func post(_ url: String, _ body: [UInt8]) async throws -> (Int, [UInt8]) {
    (200, Array("true".utf8))
  }

  @Test(.timeLimit(.minutes(10))) func services() async throws {
    let client = ServiceClient(concurrency: 8, retries: 1) { request in
      let (status, body) = try await post(request.url, request.body)
      return .response(status: status, body: body)
    }
    let names = try Validator("name", .length(min: 3), .remote("https://example.com/free"))
    let result = try await names.validate("ana", using: client)
    #expect(result.isValid)

    let remote = try ModelValidator<SignUp> {
      Property("email", \.email, .email(), .remote("https://example.com/free"))
    }
    let session = FormSession(SignUp(), remote, policy: .input)
    let live = LiveForm(session, using: client)
    await live.update { $0.edit(\.email, to: "ana@example.com") }
    for await state in await live.sessions(debounce: .milliseconds(20)) {
      if state.status(of: \.email).state != .pending { break }
    }
    let sent = try await live.submit()
    #expect(sent.state == .valid)
  }
}

import FormModels
import Testing

/// Names from clients: items, nested values, and unknown names.
@Suite struct SessionNameTests {
  private static let unknown = [
    "", "emai", "Email", "items[2]", "items[9].quantity", "items[-1].quantity",
    "items[+1].quantity",
    "items[01].quantity", "items[].quantity", "items[0].price", "items[0]quantity", "items[0].",
    "items[99999999999999999999].quantity", "items.quantity", "items[", "address.street",
    "address.",
    "[0]", "\u{0}", String(repeating: "items[0].", count: 1_000),
  ]

  private func session(_ items: [SignUp.Item] = []) throws -> FormSession<SignUp> {
    var model = SignUp()
    model.items = items
    return FormSession(model, try SignUp.validator())
  }

  @Test(arguments: unknown)
  func anUnknownNameChangesNothing(name: String) throws {
    var form = try session([.init(name: "a", quantity: 0), .init(name: "a")])
    form.validate()
    form.focus(\.email)
    let before = form.errors
    #expect(form.edit(name) { $0.email = "ana@example.com" } == [])
    #expect(form.model.email == "")
    form.focus(name)
    #expect(form.status(of: \.email).hasFocus)
    #expect(form.blur(name) == [])
    form.setPolicy(.input, for: name)
    form.setRefusesInvalidInput(true, for: name)
    #expect(form.setEnabled(false, for: name) == [] && form.setEnabled(true, for: name) == [])
    #expect(form.remove(name) == [] && form.restore(name) == [])
    #expect(form.errors == before)
    let status = form.status(of: name)
    #expect(status.state == .untouched && status.errors.isEmpty && !status.isEnabled)
  }

  @Test func dictionariesKeepOnlyKeysOfTheForm() throws {
    let validator = try FormValidator { Property("age", as: .integer, .range(min: 18)) }
    var form = FormSession([:], validator, policy: .input)
    #expect(form.edit("admin", to: "yes") == [])
    #expect(form.edit("age", to: "17").map(\.short).contains("validated age"))
    #expect(form.model.keys.sorted() == ["age"])
    #expect(form.blur("admin") == [] && form.status(of: "admin").state == .untouched)
  }

  @Test func unknownKeyPathHasNoStatus() throws {
    let validator = try ModelValidator<SignUp> {
      Property("email", \.email, .required)
      Property("domain", reading: { String($0.email.drop { $0 != "@" }) }, .length(max: 5))
    }
    var form = FormSession(SignUp(), validator, policy: .input)
    #expect(form.status(of: \.password).state == .untouched)
    #expect(form.blur(\.password) == [] && form.remove(\.password) == [])
    #expect(form.setEnabled(false, for: \.password) == [] && form.restore(\.password) == [])
    form.focus(\.password)
    form.setPolicy(.manual, for: \.password)
    form.setRefusesInvalidInput(true, for: \.password)
    #expect(form.edit(\.password, to: "secret") == [])
    #expect(form.model.password == "secret")
    form.edit(\.email, to: "a@b.example")
    form.validate()
    #expect(form.status(of: "domain").state == .invalid)
  }

  @Test func anItemHasAStatus() throws {
    var form = try session([.init(name: "a"), .init(name: "", quantity: 0), .init(name: "b")])
    #expect(form.status(of: "items[1].quantity").state == .untouched)
    #expect(form.blur("items[1].quantity").map(\.short).contains("validated items"))
    #expect(form.status(of: "items[1].quantity").errors.map(\.code) == ["range.tooSmall"])
    #expect(form.status(of: "items[1]").errors.count == 2)
    #expect(form.status(of: "items[1]").state == .invalid)
    #expect(form.status(of: "items[0].quantity").state == .valid)
    #expect(form.status(of: "items[2]").state == .valid)
    #expect(form.status(of: "items").errors.count == 2)
    let events = form.edit("items[1].quantity") { $0.items[1].quantity = 2 }
    #expect(events.first?.short == "edited items")
    #expect(form.status(of: "items[1].quantity").isEdited)
    // An item cannot remove the list from the form.
    #expect(form.remove("items[1]") == [] && form.setEnabled(false, for: "items[1]") == [])
    form.validate()
    #expect(form.status(of: "items[1]").errors.map(\.field) == ["items[1].name"])
  }

  @Test func focusIsAtASingleItem() throws {
    var form = try session([.init(), .init()])
    form.focus("items[1].name")
    #expect(form.status(of: "items[1].name").hasFocus && form.status(of: "items[1]").hasFocus)
    #expect(form.status(of: "items").hasFocus && form.status(of: \.items).hasFocus)
    #expect(!form.status(of: "items[0].name").hasFocus)
    #expect(!form.status(of: "items[1].quantity").hasFocus)
    // It arrives late.
    form.blur("items[0].name")
    #expect(form.status(of: "items[1].name").hasFocus)
    form.blur("items[1].name")
    #expect(!form.status(of: "items").hasFocus)
    form.focus("items[1].name")
    form.blur("items")
    #expect(!form.status(of: "items").hasFocus)
    form.focus("items[1].name")
    form.focus(\.email)
    #expect(!form.status(of: "items").hasFocus)
  }

  @Test func nestedItemsHaveNames() throws {
    struct Outer: Sendable { var inner: Inner? = Inner() }
    struct Inner: Sendable { var rows = [Row(), Row()] }
    struct Row: Sendable { var cells = [""] }
    let validator = try ModelValidator<Outer> {
      Nested("inner", \.inner) {
        RecordRules(.must("1 = 2"))
        Property("count", reading: { $0.rows.count })
        Each("rows", \.rows) {
          Property("first", reading: { $0.cells[0] }, .required)
          Each("cells", \.cells) { Property("text", \.self, .required) }
        }
      }
    }
    var form = FormSession(Outer(), validator)
    form.validate()
    #expect(form.status(of: "inner.rows[1].cells[0].text").errors.map(\.code) == ["required"])
    #expect(form.status(of: "inner.rows[1].first").errors.map(\.code) == ["required"])
    #expect(form.status(of: "inner.rows[1]").errors.count == 2)
    #expect(form.status(of: "inner.rows[1].cells[1].text").isEnabled == false)
    #expect(form.status(of: "inner").errors.map(\.code) == ["must.isFalse"])
    form.edit(\.inner, to: nil)
    #expect(form.status(of: "inner.rows[1]").isEnabled == false)
  }

  private struct Outer: Sendable {
    var text = ""
    var inner = SignUp()
    var items: [SignUp.Item] = []
  }

  /// The causes of the errors in a validator.
  private func causes(
    @ModelBuilder<Outer> _ parts: () -> ModelParts<Outer>
  ) -> [DefinitionError.Cause] {
    let made = Result { () throws(DefinitionErrors) in try ModelValidator<Outer>(parts) }
    if case .failure(let error) = made { return error.errors.map(\.cause) }
    return []
  }

  @Test func duplicatePartNamesAreErrors() {
    let email = Nested("a", \Outer.inner) { Property("b", \.email) }
    let items = Each("items", \Outer.items) { Property("name", \.name) }
    for name in ["a", "a.b", "items", "items[0].name"] {
      let found = causes {
        Property(name, \.text)
        email
        items
      }
      #expect(found == [.duplicate(name)])
    }
    let found = causes {
      email
      Nested("a", \.inner) { Property("c", \.email) }
    }
    #expect(found == [.duplicate("a")])
    let unique = causes {
      Property("a.c", \.text)
      Property("items.name", \.text)
      email
      items
    }
    #expect(unique == [])
  }

  @Test func addedPropertyMustHaveANewName() throws {
    var form = try session()
    let error = #expect(throws: DefinitionErrors.self) {
      try form.add(Property("address.zip", \.email))
    }
    #expect(error?.errors.map(\.cause) == [.duplicate("address.zip")])
    #expect(form.fields.count == 7)
  }
}

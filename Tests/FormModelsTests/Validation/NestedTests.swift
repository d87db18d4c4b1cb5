import FormModels
import Testing

@Suite struct NestedTests {
  struct Order: Sendable {
    var number = "1"
    var start = 1
    var end = 2
    var address = Address()
    var delivery: Address?
    var items: [Item] = []
  }
  struct Address: Sendable {
    var country = "DE"
    var zip = "12345"
    var phones: [Phone] = []
  }
  struct Phone: Sendable { var number = "" }
  struct Item: Sendable {
    var quantity = 1
    var name = "a"
    var origin = Address()
  }

  private func validator() throws -> ModelValidator<Order> {
    try ModelValidator {
      Property("number", \.number, .required)
      Property("end", \.end).label("The end")
      Check("dates", at: "end", "{label} must be after the start.") { $0.end > $0.start }
      Nested("address", \.address) {
        Property("country", \.country, .required)
        Property("zip", \.zip, .length(exact: 5).when("country = 'DE'")).label("Zip")
        RecordRules(.must("country != zip"))
        Each("phones", \.phones) { Property("number", \.number, .required) }
      }
      Nested("delivery", \.delivery) { Property("country", \.country, .required) }
      Each("items", \.items) {
        Property("quantity", \.quantity, .range(min: 1))
        Property("name", \.name, .unique())
        Check("free", "Not for free.") { $0.name != "free" }.severity(.warning)
        Nested("origin", \.origin) { Property("country", \.country, .required) }
      }
    }
  }

  private func found(_ order: Order) throws -> [String] {
    let result = try validator().validate(order)
    return (result.errors + result.warnings).map { "\($0.field ?? "-") \($0.rule)" }
  }

  @Test func errorsHavePaths() throws {
    #expect(try found(Order()) == [])
    var order = Order(end: 0)
    order.address = Address(country: "DE", zip: "1", phones: [Phone(number: "1"), Phone()])
    order.delivery = Address(country: "")
    order.items = [
      Item(), Item(quantity: 0, name: "a"), Item(name: "free", origin: Address(country: "")),
    ]
    #expect(
      try found(order) == [
        "end dates", "address.zip address.zip.length", "delivery.country delivery.country.required",
        "address.phones[1].number address.phones.number.required",
        "items[1].quantity items.quantity.range", "items[1].name items.name.unique",
        "items[2].origin.country items.origin.country.required", "items[2] items.free",
      ])
    let errors = try validator().validate(order).errors
    #expect(errors[0].message == "The end must be after the start.")
    #expect(errors[1].message.hasPrefix("Zip "))
    #expect(errors[1].message(in: "de") != errors[1].message)
  }

  @Test func recordRulesReportAtTheField() throws {
    let order = Order(address: Address(country: "12345", zip: "12345"))
    #expect(try found(order) == ["address address.record.must"])
  }

  @Test func valuesThatAreMissingAreNotJudged() throws {
    #expect(try found(Order(delivery: nil)) == [])
    #expect(try found(Order(delivery: Address(country: ""))).count == 1)
  }

  @Test func severalModelsAreJudgedTogether() throws {
    let orders = [Order(items: [Item()]), Order(items: [Item(), Item()])]
    let results = try validator().validate(all: orders)
    // Items are unique within their model.
    #expect(results.map(\.errors.count) == [0, 1])
  }

  @Test func nestedErrorsAreReportedOnCreation() {
    #expect(throws: DefinitionErrors.self) {
      try ModelValidator<Order> {
        Nested("address", \.address) { Property("zip", \.zip, .equals(.field("number"))) }
      }
    }
    let error = #expect(throws: DefinitionErrors.self) {
      try ModelValidator<Order> {
        Property("end", \.end)
        Check("dates", at: "ent", "m") { _ in true }
      }
    }
    #expect(error?.description.contains("did you mean 'end'") == true)
  }
}

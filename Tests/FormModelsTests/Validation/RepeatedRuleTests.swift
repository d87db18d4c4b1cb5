import FormModels
import Testing

/// Rules of one name on one field: validators of values and of models number them alike.
@Suite struct RepeatedRuleTests {
  struct Address: Sendable { var country = "", zip = "" }

  private let rules: [RuleEntry] = [
    .postcode("DE"), .postcode("AT"), .length(max: 2), .postcode("FR"),
  ]
  private let failed = ["zip.postcode", "zip.postcode.2", "zip.length", "zip.postcode.3"]

  @Test func valuesAndPropertiesHaveTheSameIdentifiers() throws {
    #expect(try Validator("zip", rules).validate("x y").errors.map(\.rule) == failed)
    let addresses = try ModelValidator<Address> { Property("zip", \.zip).adding(rules) }
    #expect(addresses.validate(Address(zip: "x y")).errors.map(\.rule) == failed)
    let dictionaries = try FormValidator { Property("zip").adding(rules) }
    #expect(dictionaries.validate(["zip": "x y"]).errors.map(\.rule) == failed)
    let nested = try ModelValidator<[Address]> {
      Nested("first", \.[0]) { Property("zip", \.zip).adding(rules) }
    }
    #expect(
      nested.validate([Address(zip: "x y")]).errors.map(\.rule) == failed.map { "first.\($0)" })
  }

  @Test func conditionsDistinguishThem() throws {
    let addresses = try ModelValidator<Address> {
      Property("country", \.country)
      Property(
        "zip", \.zip, .postcode("DE").when("country = 'DE'"), .postcode("FR").when("country = 'FR'")
      )
    }
    let result = addresses.validate(Address(country: "FR", zip: "x"))
    #expect(result.errors.map(\.rule) == ["zip.postcode.2"])
  }

  @Test func givenIdentifiersAreKept() throws {
    let ids = try Validator(
      "a", .length(max: 1), .length(max: 2), .length(max: 3).id("a.length.2"), .length(max: 0))
    #expect(
      ids.validate("four").errors.map(\.rule) == [
        "a.length", "a.length.3", "a.length.2", "a.length.4",
      ])
    let error = #expect(throws: DefinitionErrors.self) {
      try Validator(.length(max: 1).id("x"), .length(max: 2).id("x"))
    }
    #expect(error?.description.contains(#"specify another id (.id("…"))"#) == true)
  }

  @Test func rulesOfAGivenRuleSetComeFirst() throws {
    let ruleSet = RuleSet(
      name: "r", form: "f", fields: [FieldRules(field: "zip", rules: [.length(max: 3)])],
      recordRules: [.must("zip != country")])
    let addresses = try ModelValidator<Address>(ruleSet) {
      Property("country", \.country)
      Property("zip", \.zip, .length(max: 2))
      RecordRules(.must("country != 'x'"))
    }
    let errors = addresses.validate(Address(country: "x", zip: "four")).errors
    #expect(errors.map(\.rule) == ["zip.length", "zip.length.2", "record.must.2"])
    // One list for each field, as in files.
    #expect(addresses.ruleSet.fields.map(\.field) == ["zip"])
  }

  @Test func misplacedRulesNameTheirPlaceInSwift() {
    let fields = #expect(throws: DefinitionErrors.self) {
      try ModelValidator<Address> {
        Property("zip", \.zip)
        RecordRules(.email())
      }
    }
    #expect(fields?.description == "'email' applies to fields; pass it to a Property")
    let record = #expect(throws: DefinitionErrors.self) {
      try ModelValidator<Address> { Property("zip", \.zip, .must("zip != 'x'")) }
    }
    #expect(record?.description == "'must' applies to records; pass it to RecordRules")
  }
}

import FormModels
import Testing

@Suite struct EachRuleTests {
  @Test func firstFailingItemIsReported() throws {
    let validator = try Validator(
      "tags", for: [String].self, .each(.length(max: 3), .lacks("x")).message("{item}: {label}"))
    #expect(validator.isValid(["a", "bcd"]) && validator.isValid([]))
    let error = try #require(validator.validate(["a", "bcx", "abcd"]).errors.first)
    #expect(error.code == "lacks.found" && error.rule == "tags.each")
    #expect(error.message == "2: tags")
  }

  @Test func itemsOfAColumnAreJudgedAlike() throws {
    let validator = try Validator(as: .list(separator: "|"), .each(.email().trimmed(), .required))
    #expect(validator.isValid("ana@example.com| bob@example.com"))
    #expect(validator.validate("ana@example.com|bob").errors.map(\.code) == ["email.invalid"])
    #expect(validator.validate("ana@example.com||").errors.map(\.code) == ["required"])
  }

  @Test func eachRequiresAListAndValueRules() {
    #expect(throws: DefinitionErrors.self) { try Validator(.each(.email())) }
    #expect(throws: DefinitionErrors.self) { try Validator(for: [String].self, .each(.unique())) }
    #expect(throws: DefinitionErrors.self) {
      try Validator(for: [String].self, .each(.each(.email())))
    }
  }

  @Test func silentServiceDoesNotAccept() throws {
    let validator = try Validator(for: [String].self, .each(.remote("https://example.com/x")))
    #expect(validator.validate(["a"]).errors.map(\.code) == ["remote.unavailable"])
  }
}

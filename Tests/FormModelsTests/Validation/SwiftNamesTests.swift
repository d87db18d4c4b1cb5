import FormModels
import Testing

/// What a definition file would not be allowed is refused in Swift, too.
@Suite struct SwiftNamesTests {
  struct Model: Sendable { var a = "" }

  private func words(_ make: () throws -> Void) -> String {
    let error = #expect(throws: DefinitionErrors.self) { try make() }
    return error?.description ?? ""
  }

  private func words(of rule: RuleEntry) -> String {
    words { _ = try Validator(rule) }
  }

  @Test(arguments: [
    (
      RuleEntry.length(max: 3).message("{lable}"),
      "unknown name in the message of 'length': 'lable'"
    ),
    (.length(max: 3).message("{label"), "the message of 'length': "),
    (.length(max: 3).message("{mux}", language: "de"), "'mux'; did you mean 'max'?"),
    (.length(max: 3).message("x", language: "german"), "'german' is not a language code"),
    (.length(max: 3).message(["length.tooLong": "{x}"]), "'x'"),
    (.length(max: 3).message(["length.tooLong": "{x}"], language: "de"), "'x'"),
    (.all(.length(max: 3).message("{lable}")), "unknown name in the message of 'length': 'lable'"),
    (.length(max: 3).id(""), "id must not be empty"),
    (.length(max: 3).id("a\nb"), "id contains a control character"),
    (.length(max: 3).code(["length.tooLong": ""]), "code must not be empty"),
    (.custom("x", "{lable}") { (_: String) in true }, "'lable'"),
  ])
  func rules(_ rule: RuleEntry, _ expected: String) {
    let words = words(of: rule)
    #expect(words.contains(expected), "\(words)")
  }

  @Test(arguments: [
    ("", "a field's name must not be empty"), (" ", "a field's name must not be empty"),
    ("a\u{7}", "a field's name contains a control character"),
    (String(repeating: "a", count: 257), "a field's name has more than 256 bytes"),
    ("score_{1..3}", "ranges such as {1..3} are supported only in files"),
  ])
  func invalidFieldNamesAreRefused(_ name: String, _ expected: String) {
    #expect(
      words { _ = try ModelValidator<Model> { Property(name, \.a) } }.contains(expected))
    #expect(words { _ = try Validator(name, .required) }.contains(expected))
  }

  @Test func conflictingNamesAreRefused() {
    let twice = words {
      _ = try ModelValidator<Model> {
        Property("a", \.a)
        Property("A", \.a)
      }
    }
    #expect(twice.contains("'A' means both field 'a' and field 'A'"))
    #expect(
      words { _ = try ModelValidator<Model>(name: "Sign-up") { Property("a", \.a) } }
        .contains("a form's name must consist of 1 to 63 characters a-z"))
    #expect(
      words { _ = try ModelValidator<Model>(name: "a_current") { Property("a", \.a) } }
        .contains("must not end in _current"))
    let parameters = RuleSet(
      name: "r", form: "f", parameters: [RunParameter(name: "1st", type: .date())])
    #expect(
      words { _ = try ModelValidator<Model>(parameters, parameters: ["1st": "2026-01-01"]) {} }
        .contains("a parameter's name"))
    #expect(
      words {
        _ = try ModelValidator<Model>(lists: [ValueList(name: "A", values: [])]) {
          Property("a", \.a)
        }
      }.contains("a list's name"))
    #expect(words { _ = try ModelValidator<Model> { Nested("", \.a) {} } }.contains("not be empty"))
  }

  @Test func invalidChecksAreRefused() {
    #expect(
      words { _ = try ModelValidator<Model> { Check("c", "{lable}") { _ in true } } }
        .contains("'lable'"))
    #expect(
      words { _ = try ModelValidator<Model> { Check("", "m") { _ in true } } }
        .contains("a check's id must not be empty"))
  }

  @Test func scenariosOfChecksAreComparedByTheirBytes() throws {
    let validator = try ModelValidator<Model> {
      Property("a", \.a)
      Check("c", "m") { _ in false }.scenarios("\u{E9}")
    }
    #expect(validator.validate(Model(), scenario: "\u{E9}").errors.map(\.rule) == ["c"])
    #expect(validator.validate(Model(), scenario: "e\u{301}").errors.isEmpty)
  }

  @Test func invalidCataloguesAreRefused() {
    #expect(
      words { _ = try MessageCatalogue(language: "de", codes: ["length.tooLnog": "x"]) }
        .contains("did you mean 'length.tooLong'?"))
    #expect(
      words { _ = try MessageCatalogue(language: "de", codes: ["length.tooLong": "{mx}"]) }
        .contains("'mx'"))
    #expect(
      words { _ = try MessageCatalogue(language: "de", fields: ["a": ["required": "{"]]) }
        .contains("the message of 'required'"))
    #expect(
      words { _ = try MessageCatalogue(language: "german") }.contains("require a language code"))
  }
}

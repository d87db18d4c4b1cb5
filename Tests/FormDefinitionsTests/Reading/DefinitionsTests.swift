import FormDefinitions
import FormModels
import Testing

/// The API for programs with definitions in YAML.
@Suite struct DefinitionsTests {
  private let yaml = """
    form: members
    fields:
      - {name: email, type: text, required: true}
      - {name: age, type: integer}
    ---
    rules: members
    form: members
    fields:
      email: [email]
      age: [range: {max: 120}]
    parameters: {start: date}
    """

  @Test func aFileHasFormsAndRuleSets() throws {
    let definitions = try ParsedDefinitions(yaml: yaml)
    #expect(definitions.forms.map(\.name) == ["members"])
    #expect(definitions.ruleSets.map(\.name) == ["members"])
    let set = try #require(definitions.ruleSets.first)
    #expect(try ParsedDefinitions(yaml: set.yaml).ruleSets == [set])
    let form = try #require(definitions.forms.first)
    #expect(try ParsedDefinitions(yaml: form.yaml).forms == [form])
  }

  @Test func validatorIsCreatedFromAFile() throws {
    let validator = try FormValidator(yaml: yaml, parameters: ["start": "2026-01-01"])
    let result = validator.validate(["age": "130"])
    #expect(result.errors.map(\.rule) == ["email.required", "age.range"])
    #expect(throws: DefinitionErrors.self) { try FormValidator(yaml: yaml) }
    #expect(throws: DefinitionErrors.self) { try FormValidator(yaml: "rules: r\nform: f\n") }
  }

  @Test func rulesBuiltInSwiftCanBeWrittenAndReadBack() throws {
    let validator = try FormValidator(name: "members") {
      Property("name", .required, .length(min: 2).message("{label}?").severity(.warning))
      Property("email", .email(profile: .html), .pattern("a|b", mode: .search).id("email.ab"))
      RecordRules(.must("name != email").at("name"))
    }
    let set = try ParsedDefinitions(yaml: validator.ruleSet.yaml).ruleSets
    #expect(set == [validator.ruleSet])
  }

  @Test func rulesAreReadWithoutARuleSet() throws {
    let rules = try [RuleEntry](
      yaml: """
        - required
        - {pattern: '[a-z]+', mode: search, severity: warning}
        - length: {max: 80}
        """)
    let built: [RuleEntry] = [
      .required, .pattern("[a-z]+", mode: .search).severity(.warning), .length(max: 80),
    ]
    #expect(rules == built)
    #expect(throws: DefinitionErrors.self) { try [RuleEntry](yaml: "- lenght: {max: 3}") }
    #expect(throws: DefinitionErrors.self) { try [RuleEntry](yaml: "- 'x") }
  }

  /// A rule with all modifiers.
  @Test func swiftModifiersEqualYAMLModifiers() throws {
    let rules = try [RuleEntry](
      yaml: """
        - email: html
          id: value.mail
          message: "{label}!"
          message.de: "{label}? Nein."
          code: mail
          severity: info
          when: age < 18
          needs: [value.required]
          scenarios: [signUp, edit]
          empty: validate
          trim: true
          stop: firstPerField
        """)
    let built = RuleEntry.email(profile: .html).id("value.mail").message("{label}!")
      .message("{label}? Nein.", language: "de").code("mail").severity(.info).when("age < 18")
      .needs("value.required").scenarios("signUp", "edit").validatesEmpty().trimmed()
      .stop(.firstPerField)
    #expect(rules == [built])
    #expect(built != built.trimmed(false))
    #expect(built != built.severity(.error))
  }

  @Test(arguments: [
    ["email: html", "email: {profile: html}", "email: [html]", "{email: , profile: html}"],
    ["in: a", "in: [a]", "in: {values: a}", "in: {values: [a]}"],
    ["pattern: {pattern: a, mode: search}", "{pattern: a, mode: search}"],
    ["length: {min: 1, max: 2}", "length: {max: 2, min: 1}", "{length: {min: 1}, max: 2}"],
    ["not: email", "not: [email]", "not: {rules: [email]}", "not: {email: {}}"],
    ["all: [in: [a], {email: html}]", "all: [in: a, email: {profile: html}]"],
    ["any: [all: [in: [a]], email]", "any: {rules: [all: {in: {values: a}}, email]}"],
    ["required", "required: ", "required: {}"],
  ])
  func equivalentSpellingsAreEqual(_ spellings: [String]) throws {
    let entries = try spellings.map { try [RuleEntry](yaml: "- \($0)") }
    #expect(entries.allSatisfy { $0 == entries[0] })
  }

  @Test(arguments: [
    ["email: html", "email: standard"], ["in: [a, b]", "in: [b, a]"], ["in: ['']", "blank"],
    ["not: email", "not: [email, blank]"], ["length: {min: 1}", "length: {max: 1}"],
    ["equals: a", "equals: {field: a}"],
  ])
  func differentRulesAreNotEqual(_ spellings: [String]) throws {
    let entries = try spellings.map { try [RuleEntry](yaml: "- \($0)") }
    #expect(entries[0] != entries[1])
  }
}
